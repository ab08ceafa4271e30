import { type JSX, useMemo } from "react";
import { useChart } from "../../api/accounts";
import { useAnswer } from "../../api/reports";
import { Amount } from "../../parts/Amount";
import { isZero } from "../../text/number";
import { useReport } from "./address";
import { CompareChip, FlagChip, MappingChip } from "./Chips";
import { KnownChip } from "./KnownChip";
import { PeriodChip } from "./PeriodChip";
import { Band, KnownBand, ReportFrame } from "./ReportFrame";
import { Statement, type Total } from "./Statement";
import { CashNotes } from "./CashNotes";
import { Unmapped } from "./Unmapped";

const NAMES = ["compare", "mapping", "zero", "knownAt", "folded"] as const;
const KINDS = ["asset", "liability", "equity"];

/** From the result to the change in cash. */
export function CashFlow(): JSX.Element {
  const report = useReport(NAMES, "span");
  const chart = useChart();
  const { answer, ...reading } = useAnswer("cash-flow", report.asked, report.isReady);
  const totals = useMemo((): Total[] => {
    if (!answer) return [];
    const { change, exchange, broughtIn, openingCash, closingCash } = answer.totals;
    const codes = (chart?.all ?? []).filter((one) => !one.isGroup && (one.subtype === "cash" || one.subtype === "bank")).map((one) => one.code);
    const books: Total["books"] = { of: "accounts", codes };
    return [
      { id: "change", depth: 0, kind: "sum", title: "Change in cash", rule: "single", amounts: change, books },
      ...some({ id: "exchange", depth: 0, kind: "line", title: "Effect of exchange rates on cash", amounts: exchange, books }),
      ...some({ id: "broughtIn", depth: 0, kind: "line", title: "Brought in by opening entries", amounts: broughtIn, books }),
      { id: "opening", depth: 0, kind: "line", title: "Cash at the beginning", amounts: openingCash, books },
      { id: "closing", depth: 0, kind: "total", title: "Cash at the end", rule: "double", amounts: closingCash, books },
    ];
  }, [answer, chart]);
  const difference = answer?.totals.difference.find((one) => !isZero(one));
  const isEmpty = answer?.data.every((row) => row.amounts.every(isZero)) && answer.totals.openingCash.every(isZero);
  return (
    <ReportFrame
      name="cash-flow"
      title="Cash flow"
      report={report}
      ofDays="span"
      reading={reading}
      currency={answer?.currency}
      isEmpty={Boolean(isEmpty)}
      bands={
        <>
          <KnownBand report={report} name="cash-flow" ofDays="span" />
          {difference && (
            <Band kind="fault">
              <span>
                The cash flow does not explain the cash accounts: <Amount value={difference} /> is missing. Have <code>countinghouse verify</code> run.
              </span>
            </Band>
          )}
          <Unmapped accounts={answer?.unmapped} />
        </>
      }
      chips={
        <>
          <PeriodChip report={report} />
          <CompareChip report={report} />
          <KnownChip report={report} />
          <MappingChip report={report} kind="cashFlow" />
          <FlagChip report={report} name="zero" title="Accounts without movement" />
        </>
      }
    >
      {answer && (
        <Statement
          label="Cash flow"
          report={report}
          data={answer.data}
          columns={answer.columns}
          totals={totals}
          kinds={KINDS}
          nameOfNone="Without one"
        />
      )}
      {answer && answer.notes.length > 0 && <CashNotes notes={answer.notes} />}
    </ReportFrame>
  );
}

/** A row that is there only where it says something. */
const some = (total: Total): Total[] => (total.amounts.every(isZero) ? [] : [total]);
