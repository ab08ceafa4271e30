import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { may } from "../../api/session";
import { useActions } from "../../app/actions";
import { Refusal } from "../../parts/Refusal";
import { useWays } from "../../parts/useWays";
import { plural, writeCount } from "../../text/language";
import { type Desk, bringIn, progressOf, reset, sendAgain } from "./desk";
import { ToldLines } from "./Progress";
import { countOfKind } from "./WhatWasRead";

/** What came in, what did not and why, and the way to it. */
export function EndPage({ now }: { now: Desk }): JSX.Element | null {
  const { work, settings, summary } = now;
  const ways = useWays({ again: { title: "Go on", run: () => void bringIn() } });
  const isOver = work.is === "sent" && work.isWhole;
  const hasRefused = work.is === "sent" && work.tally.refused.length > 0;
  useActions([
    { id: "import-more", title: "Import another file", keys: isOver ? "mod+enter" : undefined, run: reset } as const,
    ...(isOver ? [] : [{ id: "import-go-on", title: "Go on with the import", keys: "mod+enter", disabled: summary ? undefined : "The file is being read", run: () => void bringIn() }]),
  ].map(({ keys, ...one }) => ({ ...one, ...(keys !== undefined && { keys }) })));
  if (work.is !== "sent") return null;
  const { tally, problem } = work;
  const { kind, source, program, controlFor } = settings;
  const { done, all } = progressOf(now);
  const name = source || program;
  return (
    <>
      <section aria-label="What came in">
        <h2>{isOver ? "It is done" : done === 0 ? "It was stopped" : `It was stopped: ${writeCount(done)} of ${writeCount(all)} were sent`}</h2>
        <div className="import-note" data-kind={hasRefused ? "faults" : "fine"} role="status">
          <p>
            {!isOver && done === 0 ? "Some of it may be in already" : <span className="strong">{countOfKind(kind, tally.taken)} came in</span>}
            {tally.there > 0 && `, ${writeCount(tally.there)} ${plural(tally.there, "was", "were")} there already`}
            {tally.waits.length > 0 && `, ${writeCount(tally.waits.length)} ${plural(tally.waits.length, "waits", "wait")} for approval`}
            {tally.refused.length > 0 && `, ${writeCount(tally.refused.length)} ${plural(tally.refused.length, "was", "were")} refused`}.
            {!isOver && " What was sent stays; the rest can follow now, and nothing comes in twice."}
          </p>
        </div>
        {problem && <Refusal problem={problem} onWay={ways.go} />}
        {ways.part}
        <p className="import-acts">
          {!isOver && (
            <Button disabled={!summary} title={summary ? undefined : "The file is being read"} onClick={() => void bringIn()}>
              Go on <kbd>Ctrl ⏎</kbd>
            </Button>
          )}
          {isOver && hasRefused && (
            <Button variant="default" onClick={() => void sendAgain()}>
              Send the refused ones again
            </Button>
          )}
          {kind === "journalEntries" || kind === "openingBalances" ? (
            <Link to="/journal" search={{ source: name } as never}>
              The entries in the journal
            </Link>
          ) : null}
          {kind === "openItems" && (
            <Link to="/open-items" search={{ side: controlFor } as never}>
              The open items
            </Link>
          )}
          {kind !== "parties" && may("reports:read") && <Link to="/reports/trial-balance">The trial balance</Link>}
          {kind === "parties" && may("parties:read") && (
            <Link to="/settings/$chapter" params={{ chapter: "parties" }}>
              The parties
            </Link>
          )}
          {tally.waits.length > 0 && <Link to="/inbox">The inbox</Link>}
          <Button variant={isOver ? "filled" : "default"} onClick={reset}>
            Import another file {isOver && <kbd>Ctrl ⏎</kbd>}
          </Button>
        </p>
      </section>
      <ToldLines title="Refused: these are not in the books" label="Refused lines" told={tally.refused} />
      <ToldLines title="These wait for another person" label="Waiting lines" told={tally.waits} />
    </>
  );
}
