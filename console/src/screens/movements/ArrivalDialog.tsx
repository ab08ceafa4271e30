import { TextInput } from "@mantine/core";
import { type JSX, useMemo, useState } from "react";
import { type Arrival, previewArrival, receiveTransfer } from "../../api/movementActs";
import type { Movement } from "../../api/movements";
import { likelyDay, usePeriods } from "../../api/periods";
import { useStore } from "../../api/store";
import { settings } from "../../app/settings";
import { today } from "../../app/today";
import { DayInput } from "../../parts/DayInput";
import { PlainTable } from "../../parts/PlainTable";
import { Quantity } from "../../parts/Quantity";
import { readAmount } from "../../text/amount";
import { compare, isZero } from "../../text/number";
import { ActDialog, useForeseen } from "./ActDialog";
import { calledInside } from "./called";
import type { OnTheWay } from "./doings";

/** Says what of a transfer has arrived: all of it, unless a line says less. */
export function ArrivalDialog({ movement, rest, onClose }: { movement: Movement; rest: readonly OnTheWay[]; onClose: () => void }): JSX.Element {
  const { locale } = useStore(settings);
  const periods = usePeriods();
  // Not before it left.
  const left = movement.occurredAt?.slice(0, 10) ?? "";
  const likely = likelyDay(periods, today());
  const [day, setDay] = useState(likely >= left ? likely : left);
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(() => new Map(rest.map((one) => [one.lineNumber, one.quantity])));
  const faultOf = (one: OnTheWay): string | undefined => {
    const reading = readAmount(typed.get(one.lineNumber) || "0", { decimals: 15, locale });
    if (!reading.ok) return reading.message;
    if (compare(reading.value, "0") < 0) return "No less than nothing can arrive.";
    return compare(reading.value, one.quantity) > 0 ? `Only ${one.quantity} are on their way. Enter more as an adjustment.` : undefined;
  };
  const body = useMemo((): Arrival => {
    const lines = rest.flatMap((one) => {
      const reading = readAmount(typed.get(one.lineNumber) || "0", { decimals: 15, locale });
      return reading.ok && !isZero(reading.value) ? [{ ofLine: one.lineNumber, quantity: reading.value }] : [];
    });
    return { lines, occurredAt: day };
  }, [rest, typed, day, locale]);
  const isReady = (body.lines?.length ?? 0) > 0 && rest.every((one) => faultOf(one) === undefined) && day !== "";
  const foreseen = useForeseen(["receive", movement.id, movement.version, body], (signal) => previewArrival(movement.id, body, signal), isReady);
  return (
    <ActDialog
      title={`Receive ${calledInside(movement)}`}
      button="Receive"
      explains="What arrives comes in at the cost at which it left. Change a quantity where less came: the rest stays on its way."
      foreseen={foreseen}
      fault={() => (isReady ? undefined : "incomplete")}
      act={(key) => receiveTransfer(movement.id, body, key)}
      done={() => "The goods have arrived."}
      onClose={onClose}
    >
      <DayInput label="Arrived on" value={day} from={day} onChange={setDay} data-autofocus />
      <PlainTable
        label="Goods on their way"
        rows={rest}
        rowId={(one) => String(one.lineNumber)}
        columns={[
          {
            id: "item",
            head: "Item",
            cell: (one) => (
              <>
                <span className="strong">{one.sku}</span> {one.name}
              </>
            ),
          },
          { id: "way", head: "On its way", kind: "number", cell: (one) => <Quantity value={one.quantity} /> },
          {
            id: "arrived",
            head: "Arrived",
            kind: "number",
            cell: (one) => (
              <TextInput
                aria-label={`Arrived of ${one.sku}`}
                value={typed.get(one.lineNumber) ?? ""}
                error={faultOf(one)}
                inputMode="decimal"
                autoComplete="off"
                className="movement-quantity"
                onFocus={(event) => event.currentTarget.select()}
                onChange={(event) => setTyped(new Map(typed).set(one.lineNumber, event.currentTarget.value))}
              />
            ),
          },
        ]}
      />
    </ActDialog>
  );
}
