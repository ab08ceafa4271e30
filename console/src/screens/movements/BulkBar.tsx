import type { JSX } from "react";
import { newKey } from "../../api/key";
import { KINDS, kindTitle } from "../../api/movementKinds";
import { actOnMovement } from "../../api/movementActs";
import { type MovementRow, movementState, valueOf } from "../../api/movements";
import { may } from "../../api/session";
import { Amount } from "../../parts/Amount";
import { Bulk, type Verb } from "../../parts/Bulk";
import { addAmounts } from "../../text/number";

const sending = ({ id, version }: MovementRow): { id: string; version: number; key: string } => ({ id, version, key: newKey() });

const VERBS: Verb<MovementRow>[] = [
  {
    id: "post",
    title: "Post",
    done: "posted",
    fits: (row) => row.status === "draft" && may(KINDS[row.kind].needs),
    run: (row) => actOnMovement("post", sending(row)),
  },
  {
    id: "submit",
    title: "Submit for approval",
    done: "submitted",
    fits: (row) => row.status === "draft" && may("movements:draft"),
    run: (row) => actOnMovement("submit", sending(row)),
  },
  {
    id: "approve",
    title: "Approve",
    done: "approved",
    fits: (row) => row.status === "pendingApproval" && may("movements:approve"),
    run: (row) => actOnMovement("approve", sending(row)),
  },
];

/** What the marked movements are together, and what can be done to all of them. */
export function BulkBar({ rows, onClear }: { rows: MovementRow[]; onClear: () => void }): JSX.Element {
  const values = rows.flatMap((row) => valueOf(row, row.lines) ?? []);
  const lines = rows.reduce((sum, row) => sum + row.lineCount, 0);
  return (
    <Bulk
      label="Marked movements"
      rows={rows}
      verbs={VERBS}
      together={
        <>
          {lines} {lines === 1 ? "line" : "lines"}
          {values.length > 0 && (
            <>
              {" "}
              · <Amount value={addAmounts(values)} />
            </>
          )}
        </>
      }
      stateWord={(row) => movementState(row.status).word}
      called={(row) => [kindTitle(row.kind), row.reference ?? row.description].filter(Boolean).join(" ")}
      touches={["stock", "entries", "balances", "inbox"]}
      onClear={onClear}
    />
  );
}
