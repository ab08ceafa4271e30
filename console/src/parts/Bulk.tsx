import { Button } from "@mantine/core";
import { type JSX, type ReactNode, useState } from "react";
import { Problem } from "../api/problem";
import { type Subject, touched } from "../api/queries";
import { useActions } from "../app/actions";
import { sentence } from "../app/SignIn";
import { say } from "../app/toasts";
import "./bulk.css";

/** Something that can be done to each of the marked records. */
export interface Verb<Row> {
  id: string;
  title: string;
  /** What happened to one, for the report: `posted`. */
  done: string;
  fits: (row: Row) => boolean;
  run: (row: Row) => Promise<unknown>;
}

/** What the marked records are together, and what can be done to all of them, one after another in their order. */
export function Bulk<Row extends { id: string }>({
  label,
  rows,
  verbs,
  together,
  stateWord,
  called,
  touches,
  onClear,
}: {
  /** What they are, for readers: `Marked entries`. */
  label: string;
  rows: Row[];
  /** What the caller may do. */
  verbs: readonly Verb<Row>[];
  /** What they come to. */
  together?: ReactNode;
  /** The state of one, in a word. */
  stateWord: (row: Row) => string;
  /** How one is called where it was refused. */
  called: (row: Row) => string;
  touches: readonly Subject[];
  onClear: () => void;
}): JSX.Element {
  const [progress, setProgress] = useState<{ verb: string; done: number }>();
  const [refused, setRefused] = useState<Array<{ row: Row; why: string }>>([]);
  const offered = verbs.filter((verb) => rows.some(verb.fits));
  useActions([{ id: "marks-clear", title: "Clear the marks", keys: "esc", quiet: true, run: onClear }]);

  async function run(verb: Verb<Row>): Promise<void> {
    const fitting = rows.filter(verb.fits);
    const failed: typeof refused = [];
    for (const [at, row] of fitting.entries()) {
      setProgress({ verb: verb.title, done: at });
      try {
        await verb.run(row);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        failed.push({ row, why: error.message });
      }
    }
    setProgress(undefined);
    setRefused(failed);
    say(`${fitting.length - failed.length} of ${fitting.length} ${verb.done}.`);
    await touched(...touches);
    if (failed.length === 0) onClear();
  }

  const states = [...new Set(rows.map(stateWord))].join(" or ");
  return (
    <div className="bulk" role="region" aria-label={label}>
      <p>
        <span className="strong">{rows.length} marked</span>
        {together !== undefined && <> · {together}</>}
      </p>
      {progress ? (
        <p role="status">
          {progress.verb}: {progress.done} of {rows.length}…
        </p>
      ) : (
        offered.map((verb) => {
          const count = rows.filter(verb.fits).length;
          return (
            <Button key={verb.id} variant="default" onClick={() => void run(verb)}>
              {verb.title}
              {count < rows.length && ` ${count}`}
            </Button>
          );
        })
      )}
      {offered.length === 0 && <p className="dim">{rows.length === 1 ? "It is" : "They are"} {states}: nothing to do together.</p>}
      <Button variant="transparent" onClick={onClear}>
        Clear
      </Button>
      {refused.length > 0 && (
        <ul role="alert">
          {refused.slice(0, 5).map(({ row, why }) => (
            <li key={row.id}>
              {called(row)}: {sentence(why)}
            </li>
          ))}
          {refused.length > 5 && <li>and {refused.length - 5} more.</li>}
        </ul>
      )}
    </div>
  );
}
