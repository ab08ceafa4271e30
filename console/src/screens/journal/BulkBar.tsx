import type { JSX } from "react";
import { type EntryRow, stateOf } from "../../api/entries";
import { type Permission, may } from "../../api/session";
import { Amount } from "../../parts/Amount";
import { Bulk, type Verb } from "../../parts/Bulk";
import { addAmounts } from "../../text/number";

const isDraft = (row: EntryRow): boolean => row.status === "draft";

const VERBS: Array<Verb<EntryRow> & { needs: Permission }> = [
  { action: "post", title: "Post", done: "posted", needs: "journalEntries:post", fits: isDraft },
  { action: "submit", title: "Submit for approval", done: "submitted", needs: "journalEntries:draft", fits: isDraft },
  { action: "approve", title: "Approve", done: "approved", needs: "journalEntries:approve", fits: (row) => row.status === "pendingApproval" },
  { action: "delete", title: "Delete", done: "deleted", needs: "journalEntries:draft", fits: isDraft },
];

/** What the marked entries are together, and what can be done to all of them. */
export function BulkBar({ rows, onMark }: { rows: EntryRow[]; onMark: (marked: ReadonlySet<string>) => void }): JSX.Element {
  return (
    <Bulk
      label="Marked entries"
      noun="accounting/journal-entries"
      rows={rows}
      verbs={VERBS.filter((verb) => may(verb.needs))}
      together={<Amount value={addAmounts(rows.map((row) => row.totalDebit))} />}
      stateWord={(row) => stateOf(row).word}
      called={(row) => row.number ?? (row.description || "The draft without text")}
      touches={["entries", "balances", "inbox"]}
      onMark={onMark}
    />
  );
}
