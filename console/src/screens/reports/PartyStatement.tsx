import { Button } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { type JSX, useMemo, useState } from "react";
import { useAnswer, usePostedDays } from "../../api/reports";
import { useActions } from "../../app/actions";
import { Amount } from "../../parts/Amount";
import { List } from "../../parts/List";
import { formatDay } from "../../text/calendar";
import { isZero } from "../../text/number";
import { EntryPeek } from "../journal/EntryPeek";
import { type Report, useReport } from "./address";
import { ChoiceChip } from "./Chips";
import { CurrencyChip } from "./CurrencyChip";
import { KnownChip } from "./KnownChip";
import { PartyAsked, PartyChip } from "./PartyChip";
import { partyColumns } from "./partyColumns";
import { type InCurrency, type PartyRow, type PartyView, entryOf, partyRows } from "./partyRows";
import { PeriodChip } from "./PeriodChip";
import { Band, KnownBand, ReportFrame } from "./ReportFrame";
import { nameOfSpan } from "./span";

const NAMES = ["party", "side", "currency", "knownAt"] as const;
const SIDES = [
  ["receivable", "receivables"],
  ["payable", "payables"],
] as const;

/** The ledger of one customer or supplier: opening, lines with the balance after each, closing, what is open and how old it is. */
export function PartyStatement(): JSX.Element {
  const report = useReport(NAMES, "span");
  const { party, side } = report.values;
  const read = useAnswer("party-statement", report.asked, report.isReady && party !== undefined);
  const answer = party === undefined ? undefined : read.answer;
  const called = answer && nameOf(answer);
  const isEmpty = answer?.currencies.length === 0;
  return (
    <ReportFrame
      name="party-statement"
      title="Statement of account"
      report={report}
      ofDays="span"
      reading={read}
      currency={answer?.currencies.length === 1 ? answer.currencies[0]?.currency : undefined}
      isEmpty={false}
      exportDisabled={party === undefined ? "choose whose statement it is first" : undefined}
      bands={
        party !== undefined && (
          <>
            <KnownBand report={report} name="trial-balance" ofDays="span" />
            {answer?.currencies.map((one) => <Differs key={one.currency} of={one} />)}
          </>
        )
      }
      chips={
        <>
          <PartyChip report={report} called={called} />
          <PeriodChip report={report} />
          <ChoiceChip name="Only" value={side} choices={SIDES} onChange={(next) => report.change({ side: next })} />
          <CurrencyChip report={report} />
          <KnownChip report={report} />
        </>
      }
    >
      {party === undefined && (
        <PartyAsked report={report}>
          A statement has what one customer or supplier was billed and paid in some days, the balance after each line, and what is still open. It can be printed and sent.
        </PartyAsked>
      )}
      {answer && !isEmpty && <Body view={answer} report={report} />}
      {answer && isEmpty && <NoLines report={report} called={nameOf(answer)} />}
    </ReportFrame>
  );
}

/** How the party is called; who was erased has no name any more. */
const nameOf = (view: PartyView): string => view.partyName ?? view.partyCode ?? "a party without a name";

function Body({ view, report }: { view: PartyView; report: Report }): JSX.Element {
  const navigate = useNavigate();
  const [shown, setShown] = useState<PartyRow>();
  const peek = shown && entryOf(shown)?.entryId;
  const rows = useMemo(() => partyRows(view), [view]);
  const columns = useMemo(() => partyColumns(view, peek !== undefined), [view, peek]);
  const called = nameOf(view);
  const side = view.controlFor ?? report.values.side ?? "receivable";
  const items = { side, party: view.partyId, at: view.dateTo };
  useActions([{ id: "party-open-items", title: `Open items of ${called}`, words: "match payment", run: () => void navigate({ to: "/open-items", search: items }) }]);
  const open = (row: PartyRow): void => {
    const of = entryOf(row);
    if (of) void navigate({ to: "/journal/$entry", params: { entry: of.entry } });
    else if (["open", "ages", "age", "due"].includes(row.kind)) void navigate({ to: "/open-items", search: items });
  };
  const due = view.controlFor === "payable" ? "to" : "from";
  return (
    <>
      <div className="report-then report-party">
        <div className="report-party-name">
          <h2 dir="auto" title={called}>
            {called}
          </h2>
          <p className="dim" dir="auto">
            {[view.partyCode !== called && view.partyCode, view.partyAddress?.replaceAll("\n", ", ")].filter(Boolean).join(" · ")}
          </p>
        </div>
        <dl>
          {view.currencies.map((one) => (
            <div key={one.currency}>
              <dt>Total due {due} them, {one.currency}</dt>
              <dd>
                <Link to="/open-items" search={items} className="quiet">
                  <Amount value={one.openTotal} />
                </Link>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="screen-body" data-peek={peek !== undefined}>
        <div className="report-lines">
          <List
            label={`Statement of ${called}`}
            keptAs="Statement of account"
            columns={columns}
            rows={rows}
            rowId={(row) => row.id}
            margin={(row) => (row.kind === "line" && row.line.status === "voided" ? "voided" : undefined)}
            current={shown?.id}
            onOpen={open}
            onPeek={(row) => setShown(row && entryOf(row) && row.id !== shown?.id ? row : undefined)}
            keepsColumns
            empty={null}
          />
        </div>
        {peek !== undefined && <EntryPeek id={peek} onClose={() => setShown(undefined)} />}
      </div>
    </>
  );
}

/** That the open items do not explain the balance: an account of it keeps none. */
function Differs({ of }: { of: InCurrency }): JSX.Element | null {
  if (isZero(of.difference)) return null;
  return (
    <Band kind="note">
      <span>
        The closing balance in {of.currency} is <Amount value={of.difference} /> more than what is open: an account of these lines keeps no open items.
      </span>
    </Band>
  );
}

/** That the party has nothing here, and where it may have something. */
function NoLines({ report, called }: { report: Report; called: string }): JSX.Element {
  const posted = usePostedDays(true);
  const { span, values } = report;
  const isAll = posted && span.from <= posted.first && posted.last <= span.to;
  return (
    <div className="list-empty">
      <h2>
        Nothing of <bdi>{called}</bdi> in {nameOfSpan(span)}
      </h2>
      <p>
        No line of {formatDay(span.from)} to {formatDay(span.to)} names this party on an account of {values.side ?? "receivable or payable"} items, and nothing is brought forward
        {values.currency && ` in ${values.currency}`}.
      </p>
      <p className="refusal-ways">
        {posted && !isAll && (
          <Button variant="default" onClick={() => report.setSpan({ from: posted.first, to: posted.last })}>
            All days of the books
          </Button>
        )}
        {(values.side ?? values.currency) && (
          <Button variant="default" onClick={() => report.change({ side: undefined, currency: undefined })}>
            Both sides and all currencies
          </Button>
        )}
        <Button variant="default" onClick={() => report.change({ party: undefined })}>
          Another party
        </Button>
      </p>
    </div>
  );
}
