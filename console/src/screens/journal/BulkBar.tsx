import type { JSX } from "react";
import { answer, api } from "../../api/client";
import { type EntryRow, stateOf } from "../../api/entries";
import { newKey } from "../../api/key";
import { type Permission, may } from "../../api/session";
import { Amount } from "../../parts/Amount";
import { Bulk, type Verb } from "../../parts/Bulk";
import { addAmounts } from "../../text/number";

const header = (): { "Idempotency-Key": string } => ({ "Idempotency-Key": newKey() });

const VERBS: Array<Verb<EntryRow> & { needs: Permission }> = [
  {
    id: "post",
    title: "Post",
    done: "posted",
    needs: "journalEntries:post",
    fits: (row) => row.status === "draft",
    run: ({ id }) =>
      answer(api.POST("/api/v1/accounting/journal-entries/{id}/post", { params: { path: { id }, header: header() } })),
  },
  {
    id: "submit",
    title: "Submit for approval",
    done: "submitted",
    needs: "journalEntries:draft",
    fits: (row) => row.status === "draft",
    run: ({ id }) =>
      answer(api.POST("/api/v1/accounting/journal-entries/{id}/submit", { params: { path: { id }, header: header() } })),
  },
  {
    id: "approve",
    title: "Approve",
    done: "approved",
    needs: "journalEntries:approve",
    fits: (row) => row.status === "pendingApproval",
    run: ({ id }) =>
      answer(api.POST("/api/v1/accounting/journal-entries/{id}/approve", { params: { path: { id }, header: header() } })),
  },
];

/** What the marked entries are together, and what can be done to all of them. */
export function BulkBar({ rows, onClear }: { rows: EntryRow[]; onClear: () => void }): JSX.Element {
  return (
    <Bulk
      label="Marked entries"
      rows={rows}
      verbs={VERBS.filter((verb) => may(verb.needs))}
      together={<Amount value={addAmounts(rows.map((row) => row.totalDebit))} />}
      stateWord={(row) => stateOf(row).word}
      called={(row) => row.number ?? row.description}
      touches={["entries", "balances", "inbox"]}
      onClear={onClear}
    />
  );
}
