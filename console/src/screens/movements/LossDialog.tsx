import { NativeSelect, Textarea } from "@mantine/core";
import { type JSX, useRef, useState } from "react";
import { type Loss, closeTransfer, previewLoss } from "../../api/movementActs";
import type { Movement } from "../../api/movements";
import { likelyDay, usePeriods } from "../../api/periods";
import { reasonsFor, useReasonCodes } from "../../api/reasonCodes";
import { today } from "../../app/today";
import { DayInput } from "../../parts/DayInput";
import { PlainTable } from "../../parts/PlainTable";
import { Quantity } from "../../parts/Quantity";
import { ActDialog, useForeseen } from "./ActDialog";
import { calledInside } from "./called";
import type { OnTheWay } from "./doings";

/** Gives up what of a transfer will not come: its cost is a loss. */
export function LossDialog({ movement, rest, onClose }: { movement: Movement; rest: readonly OnTheWay[]; onClose: () => void }): JSX.Element {
  const periods = usePeriods();
  const codes = reasonsFor(useReasonCodes(), "transfer");
  const left = movement.occurredAt?.slice(0, 10) ?? "";
  const likely = likelyDay(periods, today());
  const field = useRef<HTMLTextAreaElement>(null);
  const [day, setDay] = useState(likely >= left ? likely : left);
  const [reason, setReason] = useState("");
  const [code, setCode] = useState("");
  const [fault, setFault] = useState<string>();
  const body = (why: string): Loss => ({ reason: why, occurredAt: day, ...(code && { reasonCodeId: code }) });
  const foreseen = useForeseen(["close", movement.id, movement.version, day, code], (signal) => previewLoss(movement.id, body("preview"), signal), day !== "");
  const missing = (): string | undefined => {
    if (reason.trim()) return undefined;
    setFault("Say what became of the goods: it stands in the journal.");
    field.current?.focus();
    return "reason";
  };
  return (
    <ActDialog
      title={`Give up the rest of ${calledInside(movement)}`}
      button="Give them up"
      isGrave
      explains="The goods below will not come. What they cost is a loss."
      foreseen={foreseen}
      reason={reason}
      fault={missing}
      act={(key) => closeTransfer(movement.id, body(reason.trim()), key)}
      done={() => "The rest is given up."}
      onClose={onClose}
    >
      <PlainTable
        label="Goods that will not come"
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
        ]}
      />
      <DayInput label="Lost on" value={day} from={day} onChange={setDay} />
      {codes.length > 0 && (
        <NativeSelect
          label="Reason code"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          data={[{ value: "", label: "none: the account for adjustments" }, ...codes.map((one) => ({ value: one.id, label: `${one.code} ${one.name}` }))]}
        />
      )}
      <Textarea
        ref={field}
        data-autofocus
        label="Reason"
        placeholder="fell off the lorry"
        value={reason}
        error={fault}
        maxLength={500}
        autosize
        minRows={2}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setFault(undefined);
        }}
      />
    </ActDialog>
  );
}
