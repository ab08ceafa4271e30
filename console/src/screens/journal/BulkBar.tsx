import { Button } from "@mantine/core";
import { type JSX, useState } from "react";
import { answer, api } from "../../api/client";
import { type EntryRow, stateOf } from "../../api/entries";
import { newKey } from "../../api/key";
import { Problem } from "../../api/problem";
import { touched } from "../../api/queries";
import { may } from "../../api/session";
import { useActions } from "../../app/actions";
import { sentence } from "../../app/SignIn";
import { say } from "../../app/toasts";
import { Amount } from "../../parts/Amount";
import { addAmounts } from "../../text/number";
import "./bulk.css";

/** Something that can be done to each of the marked entries. */
interface Verb {
  id: string;
  title: string;
  /** What happened to one, for the report: `posted`. */
  done: string;
  fits: (row: EntryRow) => boolean;
  run: (row: EntryRow) => Promise<unknown>;
}

const header = (): { "Idempotency-Key": string } => ({ "Idempotency-Key": newKey() });

const VERBS: Array<Verb & { needs: Parameters<typeof may>[0] }> = [
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

/** What the marked entries are together, and what can be done to all of them, one after another in their order. */
export function BulkBar({ rows, onClear }: { rows: EntryRow[]; onClear: () => void }): JSX.Element {
  const [progress, setProgress] = useState<{ verb: string; done: number }>();
  const [refused, setRefused] = useState<Array<{ row: EntryRow; why: string }>>([]);
  const offered = VERBS.filter((verb) => may(verb.needs) && rows.some(verb.fits));
  useActions([{ id: "marks-clear", title: "Clear the marks", keys: "esc", quiet: true, run: onClear }]);

  async function run(verb: Verb): Promise<void> {
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
    await touched("entries", "balances", "inbox");
    if (failed.length === 0) onClear();
  }

  return (
    <div className="bulk" role="region" aria-label="Marked entries">
      <p>
        <span className="strong">{rows.length} marked</span> · <Amount value={addAmounts(rows.map((row) => row.totalDebit))} />
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
      {offered.length === 0 && <p className="dim">{rows.length === 1 ? "It is" : "They are"} {words(rows)}: nothing to do together.</p>}
      <Button variant="transparent" onClick={onClear}>
        Clear
      </Button>
      {refused.length > 0 && (
        <ul role="alert">
          {refused.slice(0, 5).map(({ row, why }) => (
            <li key={row.id}>
              {row.number ?? row.description}: {sentence(why)}
            </li>
          ))}
          {refused.length > 5 && <li>and {refused.length - 5} more.</li>}
        </ul>
      )}
    </div>
  );
}

function words(rows: EntryRow[]): string {
  return [...new Set(rows.map((row) => stateOf(row).word))].join(" or ");
}
