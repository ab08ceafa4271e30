import type { JSX } from "react";
import type { Problem } from "../../api/problem";
import type { Entry } from "../../api/entries";
import { type TrailRow, useTrail } from "../../api/trail";
import { Moment } from "../../parts/Moment";
import { Refusal } from "../../parts/Refusal";

interface Trail {
  rows: TrailRow[] | undefined;
  problem: Problem | undefined;
  /** Whether these are the events of what the entry was made by. */
  isOfMaker: boolean;
}

/**
 * The events of an entry. The log has a mirror, a reversal, or the entry of a movement under what they were made of or by, so
 * that its events are told where there are none of the entry's own.
 */
export function useHistory(entry: Entry | undefined): Trail {
  const own = useTrail(entry?.id);
  const maker = entry && (entry.voidsEntryId ?? entry.reversesEntryId ?? entry.correctsEntryId ?? entry.ownerId);
  const isOfMaker = own.rows?.length === 0 && Boolean(maker);
  const makers = useTrail(isOfMaker ? (maker ?? undefined) : undefined);
  return { ...(isOfMaker ? makers : own), isOfMaker };
}

/** What happened to the record, newest first, as the log of the books has it. */
export function History({
  rows,
  problem,
  isOfMaker,
  me,
  what = "entry",
}: Trail & {
  me: string;
  /** Whose history it is: `movement`. */
  what?: string;
}): JSX.Element {
  if (problem) return <Refusal problem={problem} />;
  if (!rows) return <p className="dim">Reading the history…</p>;
  // Large events come in parts: the first one stands for all.
  const events = rows.filter((row) => row.part === 1).toReversed();
  if (events.length === 0) return <p className="dim">The log has nothing about this {what} yet.</p>;
  return (
    <>
      {isOfMaker && <p className="dim">The log has it under what it was made of:</p>}
      <ol className="history">
        {events.map((row) => (
          <li key={row.seq}>
            <span className="strong">{actionOf(row)}</span> by {row.actor === me ? "you" : (row.actorName ?? "somebody without a name")},{" "}
            <Moment at={row.at} />
            <details>
              <summary>Where it stands in the log</summary>
              <dl>
                <dt>Event</dt>
                <dd>{row.seq}</dd>
                <dt>Request</dt>
                <dd>
                  <code>{row.requestId}</code>
                </dd>
                <dt>Hash</dt>
                <dd>
                  <code>{row.hash}</code>
                </dd>
              </dl>
            </details>
          </li>
        ))}
      </ol>
    </>
  );
}

/** `journal entry voided` → `Voided`. */
function actionOf(row: TrailRow): string {
  const words = row.action.replace(/^(?:journal entry|movement|count) /, "");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
