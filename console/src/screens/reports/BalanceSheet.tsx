import { type JSX, useMemo } from "react";
import { useAnswer } from "../../api/reports";
import { Amount } from "../../parts/Amount";
import { isZero } from "../../text/number";
import { useReport } from "./address";
import { ColumnsChip, CompareChip, FlagChip, MappingChip } from "./Chips";
import { KnownChip } from "./KnownChip";
import { AsOfChip } from "./PeriodChip";
import { Band, KnownBand, ReportFrame } from "./ReportFrame";
import { Statement, type Total } from "./Statement";
import { Unmapped } from "./Unmapped";

const NAMES = ["compare", "columnsBy", "mapping", "zero", "knownAt", "folded"] as const;
const KINDS = ["asset", "liability", "equity"];
const FINAL = ["assets"];

/** Assets, liabilities and equity as of a day. */
export function BalanceSheet(): JSX.Element {
  const report = useReport(NAMES, "day");
  const { answer, ...reading } = useAnswer("balance-sheet", report.asked, report.isReady);
  // In a layout of one's own no section need be the assets.
  const isStandard = answer?.mappingId === null && answer.data.some((row) => row.depth === 0 && row.section === "assets");
  const totals = useMemo((): Total[] => {
    if (!answer) return [];
    const total = (id: string, title: string, amounts: readonly string[]): Total => ({ id, depth: 0, kind: "total", title, rule: "double", amounts, books: { of: "both" } });
    return [
      ...(isStandard ? [] : [total("total assets", "Total assets", answer.totals.assets)]),
      total("total liabilities and equity", "Total liabilities and equity", answer.totals.liabilitiesAndEquity),
    ];
  }, [answer, isStandard]);
  const faulty = answer && !answer.isBalanced ? answer.totals.difference.findIndex((one) => !isZero(one)) : -1;
  const hasCurrencies = report.values.columnsBy === "currency" && answer?.totals.difference.some((one) => !isZero(one));
  return (
    <ReportFrame
      name="balance-sheet"
      title="Balance sheet"
      report={report}
      ofDays="day"
      reading={reading}
      currency={answer?.currency}
      isEmpty={answer?.data.length === 0}
      bands={
        <>
          <KnownBand report={report} name="balance-sheet" ofDays="day" />
          {answer && !answer.isBalanced && (
            <Band kind="fault">
              <span>
                The balance sheet does not balance: assets differ from liabilities and equity by{" "}
                <Amount value={answer.totals.difference[Math.max(0, faulty)]} />. The books are damaged; have <code>countinghouse verify</code> run
                before anything else.
              </span>
            </Band>
          )}
          {answer?.isBalanced && hasCurrencies && (
            <Band kind="note">
              <span>Columns of single currencies need not balance: what was exchanged into one left another. All of them together balance.</span>
            </Band>
          )}
          <Unmapped accounts={answer?.unmapped} />
        </>
      }
      chips={
        <>
          <AsOfChip report={report} />
          <CompareChip report={report} />
          <ColumnsChip report={report} hasDimensions={false} />
          <KnownChip report={report} />
          <MappingChip report={report} kind="balanceSheet" />
          <FlagChip report={report} name="zero" title="Accounts without amounts" />
        </>
      }
    >
      {answer && (
        <Statement
          label="Balance sheet"
          report={report}
          data={answer.data}
          columns={answer.columns}
          totals={totals}
          finalSections={FINAL}
          kinds={KINDS}
          nameOfNone="Without one"
        />
      )}
    </ReportFrame>
  );
}
