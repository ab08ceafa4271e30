import { Checkbox, Textarea } from "@mantine/core";
import { type JSX, useRef, useState } from "react";
import { previewVoid, voidMovement } from "../../api/movementActs";
import type { Movement } from "../../api/movements";
import { ActDialog, useForeseen } from "./ActDialog";
import { calledInside, calledMovement } from "./called";

/** Reasons that were typed and not sent, by movement: the dialog that is opened again has them. */
const reasons = new Map<string, string>();

/** Voids a movement: the stock and the books that would come of it are seen before. */
export function VoidDialog({ movement, onClose }: { movement: Movement; onClose: () => void }): JSX.Element {
  const { id, version } = movement;
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState(reasons.get(id) ?? "");
  const [fault, setFault] = useState<string>();
  const [releases, setReleases] = useState(false);
  const foreseen = useForeseen(["void", id, version], (signal) => previewVoid(id, version, signal));
  const hasReserved = movement.lines.some((line) => line.reservationId !== null);
  const called = calledMovement(movement);
  const missing = (): string | undefined => {
    if (reason.trim()) return undefined;
    setFault("Say why: the reason stays in the books.");
    field.current?.focus();
    return "reason";
  };
  return (
    <ActDialog
      title={`Void ${calledInside(movement)}`}
      button="Void it"
      isGrave
      explains="Goods and costs are then as if it had never happened. Its entry is mirrored on the same day; both stay in the books, with your reason."
      foreseen={foreseen}
      reason={reason}
      fault={missing}
      act={async (key) => {
        const came = await voidMovement({ id, version, key }, reason.trim(), releases);
        reasons.delete(id);
        return came;
      }}
      done={() => `${called} is voided.`}
      onClose={onClose}
    >
      <Textarea
        ref={field}
        data-autofocus
        label="Reason"
        placeholder="entered twice"
        value={reason}
        error={fault}
        maxLength={500}
        autosize
        minRows={2}
        onChange={(event) => {
          const text = event.currentTarget.value;
          reasons.set(id, text);
          setReason(text);
          if (text.trim()) setFault(undefined);
        }}
      />
      {hasReserved && (
        <Checkbox
          label="The order is cancelled: its reservations do not hold their goods again"
          checked={releases}
          onChange={(event) => setReleases(event.currentTarget.checked)}
        />
      )}
    </ActDialog>
  );
}
