import { Button, CloseButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { stateOf, useEntry } from "../../api/entries";
import { useActions } from "../../app/actions";
import { Chip } from "../../parts/Chip";
import { EntryLines } from "../../parts/EntryLines";
import { Refusal } from "../../parts/Refusal";
import { formatDay } from "../../text/day";
import { plural } from "../../text/language";

/** Parties that are named; a run of wages has hundreds. */
const MOST = 3;

/** An entry beside the list, without leaving it. */
export function EntryPeek({ id, onClose }: { id: string; onClose: () => void }): JSX.Element {
  const { entry, problem } = useEntry(id);
  useActions([{ id: "peek-close", title: "Close what is shown beside", keys: "esc", quiet: true, run: onClose }]);
  if (problem) return <Refusal problem={problem} />;
  if (!entry) return <aside className="peek" aria-label="Entry" />;
  const state = stateOf(entry);
  const parties = [...new Set(entry.lines.flatMap((line) => line.partyName ?? line.partyCode ?? []))];
  return (
    <aside className="peek" aria-label={`Entry ${entry.number ?? ""}`}>
      <div className="screen-head">
        <h2>
          <Link to="/journal/$entry" params={{ entry: entry.number ?? entry.id }} className="quiet">
            {entry.number ?? "Draft"}
          </Link>
        </h2>
        <Chip kind={state.kind}>{state.word}</Chip>
        <CloseButton aria-label="Close" onClick={onClose} ml="auto" />
      </div>
      <p className="dim">{formatDay(entry.date)}</p>
      <p dir="auto">{entry.description}</p>
      {parties.length > 0 && (
        <p dir="auto">
          <span className="dim">{plural(parties.length, "Party", "Parties")}</span> {parties.slice(0, MOST).join(", ")}
          {parties.length > MOST && ` and ${parties.length - MOST} more`}
        </p>
      )}
      <EntryLines lines={entry.lines} baseCurrency={entry.baseCurrency} isCompact />
      <p>
        <Button component={Link} to={`/journal/${entry.number ?? entry.id}`} variant="default">
          Open <kbd>⏎</kbd>
        </Button>
      </p>
    </aside>
  );
}
