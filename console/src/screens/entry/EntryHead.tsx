import type { JSX } from "react";
import { type Entry, stateOf } from "../../api/entries";
import { useJournals } from "../../api/journals";
import { Amount } from "../../parts/Amount";
import { Chip } from "../../parts/Chip";
import { Moment } from "../../parts/Moment";
import { PrintButton } from "../../parts/PrintButton";
import { formatDay } from "../../text/day";
import { type Act, actsOf, type naming } from "./people";

const TYPES: Partial<Record<Entry["entryType"], string>> = {
  opening: "opening balances",
  closing: "close of a year",
  adjusting: "adjusting entry",
  void: "mirror of a void",
  reversal: "reversal",
  fxRevaluation: "revaluation of foreign currencies",
  fxRealised: "realised exchange difference",
  stock: "movement of goods",
  import: "import",
};

/** Number, state, text, day and journal of an entry, and who did what with it when. */
export function EntryHead({ entry, name }: { entry: Entry; name: ReturnType<typeof naming> }): JSX.Element {
  const journals = useJournals();
  const state = stateOf(entry);
  const journal = journals?.find((one) => one.id === entry.journalId);
  const type = TYPES[entry.entryType];
  return (
    <header className="entry-head">
      <div className="screen-head">
        <h1>{entry.number ?? "Draft"}</h1>
        <Chip kind={state.kind}>{state.word}</Chip>
        <p className="entry-total">
          <Amount value={entry.totalDebit} currency={entry.baseCurrency} />
        </p>
        <PrintButton path={`/accounting/journal-entries/${entry.id}`} />
      </div>
      {entry.description && (
        <p className="entry-text" dir="auto" data-struck={entry.status === "voided"}>
          {entry.description}
        </p>
      )}
      <dl className="entry-facts">
        <Fact name="Date">{formatDay(entry.date)}</Fact>
        {entry.documentDate && entry.documentDate !== entry.date && <Fact name="On the paper">{formatDay(entry.documentDate)}</Fact>}
        <Fact name="Journal">{journal ? `${journal.code} ${journal.name}` : (entry.journalCode ?? "")}</Fact>
        {entry.reference && <Fact name="Reference">{entry.reference}</Fact>}
        {type && <Fact name="Kind">{type}</Fact>}
        {entry.autoReverseOn && !entry.reversedByEntryId && <Fact name="Reversed by itself">{formatDay(entry.autoReverseOn)}</Fact>}
      </dl>
      <WhoDidWhat acts={actsOf(entry, name)} />
    </header>
  );
}

/** What happened to a record so far, in a sentence. */
export function WhoDidWhat({ acts }: { acts: readonly Act[] }): JSX.Element {
  return (
    <p className="entry-acts">
      {acts.map((act, at) => (
        <ActPart key={act.verb} act={act} isFirst={at === 0} />
      ))}
    </p>
  );
}

/** A fact about a record under its name. */
export function Fact({ name, children }: { name: string; children: React.ReactNode }): JSX.Element | null {
  if (!children) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

function ActPart({ act, isFirst }: { act: Act; isFirst: boolean }): JSX.Element {
  const verb = isFirst ? act.verb.charAt(0).toUpperCase() + act.verb.slice(1) : act.verb;
  return (
    <span>
      {!isFirst && " · "}
      {verb}
      {act.by && ` by ${act.by}`}, <Moment at={act.at} />
      {act.reason && (
        <>
          : <q dir="auto">{act.reason}</q>
        </>
      )}
    </span>
  );
}
