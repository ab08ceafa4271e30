import type { JSX } from "react";
import { KINDS, kindTitle } from "../../api/movementKinds";
import { type MovementRow, movementState, valueOf } from "../../api/movements";
import { may } from "../../api/session";
import { Amount } from "../../parts/Amount";
import { Bulk, type Verb } from "../../parts/Bulk";
import { addAmounts } from "../../text/number";
import { plural } from "../../text/language";

const VERBS: Verb<MovementRow>[] = [
  { action: "post", title: "Post", done: "posted", fits: (row) => row.status === "draft" && may(KINDS[row.kind].needs) },
  { action: "submit", title: "Submit for approval", done: "submitted", fits: (row) => row.status === "draft" && may("movements:draft") },
  { action: "approve", title: "Approve", done: "approved", fits: (row) => row.status === "pendingApproval" && may("movements:approve") },
  { action: "delete", title: "Delete", done: "deleted", fits: (row) => row.status === "draft" && may("movements:draft") },
];

/** What the marked movements are together, and what can be done to all of them. */
export function BulkBar({ rows, onMark }: { rows: MovementRow[]; onMark: (marked: ReadonlySet<string>) => void }): JSX.Element {
  const values = rows.flatMap((row) => valueOf(row, row.lines) ?? []);
  const lines = rows.reduce((sum, row) => sum + row.lineCount, 0);
  return (
    <Bulk
      label="Marked movements"
      noun="inventory/movements"
      rows={rows}
      verbs={VERBS}
      together={
        <>
          {lines} {plural(lines, "line", "lines")}
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
      onMark={onMark}
    />
  );
}
