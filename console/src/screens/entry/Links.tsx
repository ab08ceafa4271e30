import { Link } from "@tanstack/react-router";
import type { JSX, ReactNode } from "react";
import type { Entry } from "../../api/entries";
import { type Movement, useCountOf } from "../../api/movements";
import { movementKind } from "../../api/movementKinds";
import { type Match, useEntriesById, useMatchesOf, useMovement } from "../../api/linked";
import { Amount } from "../../parts/Amount";
import { EntryLines } from "../../parts/EntryLines";
import { CameAs } from "../../parts/CameAs";
import { SameReference } from "../../parts/SameReference";
import { formatDay } from "../../text/day";
import type { Instead } from "./doings";

/** What an entry hangs together with, as sentences: its undoing and what it undid, the document behind it, its matches. */
export function Links({ entry }: { entry: Entry }): JSX.Element {
  const known = useEntriesById(linkedIds(entry));
  const hasOpenItems = entry.lines.some((line) => line.matchIds && line.matchIds.length > 0);
  const matches = useMatchesOf(entry.id, hasOpenItems);
  const to = (id: string): JSX.Element => <EntryLink id={id} entry={known.get(id)} />;
  const sentences = chainOf(entry, to);
  const isLinked = sentences.length > 0 || entry.ownerType !== null || hasOpenItems || entry.externalId !== null || entry.replacement !== null;
  const alike = <SameReference of={entry} />;
  if (!isLinked) {
    return (
      <div className="links">
        <p className="dim">It was entered by itself, and nothing has undone it.</p>
        {alike}
      </div>
    );
  }
  return (
    <div className="links">
      {sentences.length > 0 && (
        <ul>
          {sentences.map((sentence, at) => (
            <li key={at}>{sentence}</li>
          ))}
        </ul>
      )}
      {entry.ownerType && entry.ownerId && (
        <p>
          Made by <Owner kind={entry.ownerType} id={entry.ownerId} />.
        </p>
      )}
      {entry.externalId && (
        <p>
          <CameAs source={entry.source} externalId={entry.externalId} />
        </p>
      )}
      {matches && matches.length > 0 && (
        <section>
          <h2>Matches</h2>
          <ul>
            {matches.map((match) => (
              <li key={match.id}>
                <MatchSentence match={match} entry={entry} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {alike}
      {entry.replacement && (
        <section>
          <h2>The corrected entry as it should have been, {formatDay(entry.replacement.date)}</h2>
          <p dir="auto">{entry.replacement.description}</p>
          <EntryLines lines={entry.replacement.lines} baseCurrency={entry.baseCurrency} isCompact />
        </section>
      )}
    </div>
  );
}

/** The other entries of its chain. */
function linkedIds(entry: Entry): string[] {
  const ids = [
    entry.voidedByEntryId,
    entry.voidsEntryId,
    entry.reversedByEntryId,
    entry.reversesEntryId,
    entry.correctedByEntryId,
    entry.correctsEntryId,
  ];
  return [...new Set(ids.filter((id) => id !== null))];
}

function chainOf(entry: Entry, to: (id: string) => JSX.Element): ReactNode[] {
  const why = (reason: string | null): string => (reason ? `: “${reason}”` : "");
  const list: ReactNode[] = [];
  if (entry.voidedByEntryId) list.push(<>Voided by its mirror {to(entry.voidedByEntryId)}{why(entry.voidReason)}.</>);
  if (entry.voidsEntryId) list.push(<>The mirror of {to(entry.voidsEntryId)}, which it voids{why(entry.reason ?? entry.voidReason)}.</>);
  if (entry.reversedByEntryId) list.push(<>Reversed by {to(entry.reversedByEntryId)}.</>);
  else if (entry.autoReverseOn) list.push(<>Will be reversed by itself on {formatDay(entry.autoReverseOn)}.</>);
  if (entry.reversesEntryId) {
    const adjusts = entry.priorPeriodAdjustment ? ", an adjustment of a closed period" : "";
    list.push(<>The reversal of {to(entry.reversesEntryId)}{adjusts}{why(entry.reason)}.</>);
  }
  if (entry.correctedByEntryId) list.push(<>Corrected by {to(entry.correctedByEntryId)}.</>);
  if (entry.correctsEntryId) list.push(<>Corrects {to(entry.correctsEntryId)}{why(entry.reason)}.</>);
  return list;
}

/** Another entry: its number and day, as soon as they are known. */
export function EntryLink({ id, entry }: { id: string; entry: Entry | undefined }): JSX.Element {
  return (
    <>
      <Link to="/journal/$entry" params={{ entry: entry?.number ?? id }} className="links-number">
        {entry ? (entry.number ?? "a draft") : "the entry"}
      </Link>
      {entry && ` of ${formatDay(entry.date)}`}
    </>
  );
}

const OWNERS: Record<string, string> = {
  match: "a match",
  revaluation: "a revaluation of foreign currencies",
  fiscalYear: "the close of a year",
};

/** What made the entry, in words, linked where there is a screen for it. */
export function Owner({ kind, id }: { kind: string; id: string }): JSX.Element {
  const movement = useMovement(kind === "movement" ? id : undefined);
  const words = kind === "movement" ? movementKind(movement?.kind ?? "") : (OWNERS[kind] ?? kind);
  const day = movement?.postingDate ?? movement?.occurredAt?.slice(0, 10);
  const called = [`${words}${day ? ` of ${formatDay(day)}` : ""}`, movement?.reference ?? movement?.description].filter(Boolean).join(", ");
  if (kind === "movement") {
    return (
      <>
        <Link to="/movements/$movement" params={{ movement: id }}>
          {called}
        </Link>
        <OfCount movement={movement} />
      </>
    );
  }
  return <span title={id}>{called}</span>;
}

/** The count whose differences a movement posted. */
function OfCount({ movement }: { movement: Movement | undefined }): JSX.Element | null {
  const count = useCountOf(movement);
  if (!count) return null;
  return (
    <>
      , found by{" "}
      <Link to="/counts/$count" params={{ count: count.id }}>
        {count.reference || count.description || `the count of ${count.warehouseCode ?? "a warehouse"}`}
      </Link>
    </>
  );
}

/** The record that is to be looked at instead, linked where the console has its screen. */
export function InsteadLink({ instead }: { instead: Instead }): JSX.Element {
  const known = useEntriesById(instead.kind === "entry" ? [instead.id] : []);
  if (instead.kind === "entry") {
    return (
      <>
        See <EntryLink id={instead.id} entry={known.get(instead.id)} />.
      </>
    );
  }
  return (
    <>
      It is <Owner kind={instead.kind} id={instead.id} />.
    </>
  );
}

function MatchSentence({ match, entry }: { match: Match; entry: Entry }): JSX.Element {
  const others = [...new Map(match.lines.filter((line) => line.entryId !== entry.id).map((line) => [line.entryId, line])).values()];
  return (
    <>
      <Amount value={match.amount} currency={match.currency === entry.baseCurrency ? undefined : match.currency} /> matched with{" "}
      {others.length === 0
        ? "other lines of this entry"
        : others.map((line, at) => (
            <span key={line.entryId}>
              {at > 0 && ", "}
              <Link to="/journal/$entry" params={{ entry: line.entryNumber ?? line.entryId }}>
                {line.entryNumber ?? "an entry"}
              </Link>
            </span>
          ))}{" "}
      on {formatDay(match.date)}
      {match.partyName && `, ${match.partyName}`}
      {match.status === "undone" && <span className="dim"> (undone{match.undoReason ? `: “${match.undoReason}”` : ""})</span>}
    </>
  );
}
