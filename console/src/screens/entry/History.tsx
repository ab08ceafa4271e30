import { type JSX, useMemo } from "react";
import type { RecordChange } from "../../api/changes";
import { useNamesIn } from "../../api/names";
import type { Problem } from "../../api/problem";
import { ChangeList } from "../../parts/ChangeList";
import { eventInWords } from "../../parts/changes";
import { Refusal } from "../../parts/Refusal";

/** What happened to the record, newest first, field by field. */
export function History({
  rows,
  problem,
  me,
  what = "entry",
}: {
  rows: RecordChange[] | undefined;
  problem: Problem | undefined;
  me: string;
  /** Whose history it is: `movement`. */
  what?: string;
}): JSX.Element {
  const names = useNamesIn(useMemo(() => rows?.map(({ changes }) => ({ changes: changes ?? [] })), [rows]));
  if (problem) return <Refusal problem={problem} />;
  if (!rows) return <p className="dim">Reading the history…</p>;
  if (rows.length === 0) return <p className="dim">The log has nothing about this {what} yet.</p>;
  return (
    <ChangeList
      rows={rows.map((row) => ({ ...row, changes: row.changes ?? [] }))}
      me={me}
      names={names}
      titleOf={(row) => actionOf(row.type)}
      noteOf={(row) => (
        <details>
          <summary>Where it stands in the log</summary>
          <p>
            Event {row.seq}, request <code>{row.requestId}</code>
          </p>
        </details>
      )}
    />
  );
}

/** `journalEntry.voided` as `Voided`. */
function actionOf(type: string): string {
  const words = eventInWords(type).replace(/^(?:journal entry|movement|count|entry|item) /i, "");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
