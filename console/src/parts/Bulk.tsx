import { Button } from "@mantine/core";
import { type JSX, type ReactNode, useState } from "react";
import { type BulkAction, type BulkNoun, actOnAll } from "../api/bulk";
import { Problem } from "../api/problem";
import { type Subject, touched } from "../api/queries";
import { removeSoon } from "../api/removing";
import { useActions } from "../app/actions";
import { say } from "../app/toasts";
import { BulkRefusals, type Refused } from "./BulkRefusals";
import { plural } from "../text/language";
import "./bulk.css";

/** Something that can be done to each of the marked records. */
export interface Verb<Row> {
  action: BulkAction;
  title: string;
  /** What happened to one, for the report: `posted`. */
  done: string;
  fits: (row: Row) => boolean;
}

/**
 * What the marked records are together, and what can be done to all of them at once. What is done leaves the marks; what is
 * refused stays marked, with the reason and the ways out.
 */
export function Bulk<Row extends { id: string; version: number }>({
  label,
  noun,
  rows,
  verbs,
  together,
  stateWord,
  called,
  touches,
  onMark,
}: {
  /** What they are, for readers: `Marked entries`. */
  label: string;
  noun: BulkNoun;
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
  /** Other marks. */
  onMark: (marked: ReadonlySet<string>) => void;
}): JSX.Element {
  const [progress, setProgress] = useState<{ verb: string; done: number; of: number }>();
  const [refused, setRefused] = useState<ReadonlyMap<string, { verb: Verb<Row>; problem: Problem }>>(new Map());
  const offered = verbs.filter((verb) => rows.some(verb.fits));
  const clear = (): void => onMark(new Set());
  useActions([{ id: "marks-clear", title: "Clear the marks", keys: "esc", quiet: true, run: clear }]);

  async function run(verb: Verb<Row>, of: Row[]): Promise<void> {
    const outcomes = await actOnAll(noun, verb.action, of, (done) => setProgress({ verb: verb.title, done, of: of.length }));
    setProgress(undefined);
    const failed = outcomes.flatMap(({ id, problem }) => (problem ? [[id, problem] as const] : []));
    const gone = new Set(outcomes.filter(({ problem }) => !problem).map(({ id }) => id));
    setRefused((before) => new Map([...[...before].filter(([id]) => !gone.has(id)), ...failed.map(([id, problem]) => [id, { verb, problem }] as const)]));
    say(of.length === 1 && failed.length === 0 ? `One ${verb.done}.` : `${gone.size} of ${of.length} ${verb.done}.`);
    await touched(...touches);
    onMark(new Set(rows.map((row) => row.id).filter((id) => !gone.has(id))));
  }

  /** Out of sight at once, and deleted in ten seconds unless that is undone. */
  function remove(verb: Verb<Row>, of: Row[]): void {
    const [first, ...others] = of;
    if (!first) return;
    const many = plural(of.length, "One draft", `${of.length} drafts`);
    removeSoon({
      id: first.id,
      others: others.map((row) => row.id),
      called: many,
      send: async () => {
        const outcomes = await actOnAll(noun, verb.action, of, () => undefined);
        await touched(...touches);
        const failed = outcomes.flatMap(({ problem }) => problem ?? []);
        const why = failed[0];
        if (why) say(`${failed.length} of ${many.toLowerCase()} could not be deleted: ${why.message}.`);
      },
    });
    const gone = new Set(of.map((row) => row.id));
    onMark(new Set(rows.map((row) => row.id).filter((id) => !gone.has(id))));
  }

  const states = [...new Set(rows.map(stateWord))].join(" or ");
  const shown = rows.flatMap((row): Refused[] => {
    const found = refused.get(row.id);
    if (!found) return [];
    const { verb, problem } = found;
    const again = verb.fits(row) ? { title: `${verb.title} it now`, run: () => void run(verb, [row]) } : undefined;
    return [{ id: row.id, called: called(row), problem, again }];
  });
  return (
    <div className="bulk" role="region" aria-label={label}>
      <p>
        <span className="strong">{rows.length} marked</span>
        {together !== undefined && <> · {together}</>}
      </p>
      {progress ? (
        <p role="status">
          {progress.verb}: {progress.done} of {progress.of}…
        </p>
      ) : (
        offered.map((verb) => {
          const fitting = rows.filter(verb.fits);
          return (
            <Button
              key={verb.action}
              variant={verb.action === "delete" ? "danger" : "default"}
              onClick={() => (verb.action === "delete" ? remove(verb, fitting) : void run(verb, fitting))}
            >
              {verb.title}
              {fitting.length < rows.length && ` ${fitting.length}`}
            </Button>
          );
        })
      )}
      {offered.length === 0 && <p className="dim">{plural(rows.length, "It is", "They are")} {states}: nothing to do together.</p>}
      <Button variant="transparent" onClick={clear}>
        Clear
      </Button>
      {shown.length > 0 && <BulkRefusals refused={shown} />}
    </div>
  );
}
