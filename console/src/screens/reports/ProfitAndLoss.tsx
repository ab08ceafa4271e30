import { type JSX, useMemo } from "react";
import { useAnswer } from "../../api/reports";
import { useReport } from "./address";
import { ColumnsChip, CompareChip, DimensionChip, FlagChip, MappingChip } from "./Chips";
import { KnownChip } from "./KnownChip";
import { MonthChart } from "./MonthChart";
import { PendingBand } from "./PendingBand";
import { PeriodChip } from "./PeriodChip";
import { KnownBand, ReportFrame } from "./ReportFrame";
import { accountsIn } from "./rows";
import { Statement, type Total } from "./Statement";
import { Unmapped } from "./Unmapped";

const NAMES = ["compare", "columnsBy", "dimension", "without", "mapping", "zero", "share", "knownAt", "folded"] as const;
const KINDS = ["revenue", "expense"];

/** Revenue, expenses and their result. */
export function ProfitAndLoss(): JSX.Element {
  const report = useReport(NAMES, "span");
  const { answer, ...reading } = useAnswer("profit-and-loss", report.asked, report.isReady);
  const totals = useMemo((): Total[] => {
    if (!answer) return [];
    const codes = accountsIn(answer.data);
    return [
      {
        id: "result",
        depth: 0,
        kind: "total",
        title: "Result",
        rule: "double",
        amounts: answer.totals.result,
        books: codes.length > 0 ? { of: "accounts", codes } : undefined,
      },
    ];
  }, [answer]);
  return (
    <ReportFrame
      name="profit-and-loss"
      title="Profit and loss"
      report={report}
      ofDays="span"
      reading={reading}
      currency={answer?.currency}
      isEmpty={answer?.data.length === 0}
      bands={
        <>
          <KnownBand report={report} name="profit-and-loss" ofDays="span" />
          <PendingBand span={report.span} />
          <Unmapped accounts={answer?.unmapped} />
        </>
      }
      chips={
        <>
          <PeriodChip report={report} />
          <CompareChip report={report} />
          <ColumnsChip report={report} hasDimensions />
          <DimensionChip report={report} />
          <KnownChip report={report} />
          <MappingChip report={report} kind="profitAndLoss" />
          <FlagChip report={report} name="share" title="% of revenue" />
          <FlagChip report={report} name="zero" title="Accounts without amounts" />
        </>
      }
    >
      {answer && (
        <Statement
          label="Profit and loss"
          report={report}
          data={answer.data}
          columns={answer.columns}
          totals={totals}
          kinds={KINDS}
          whole={report.values.share ? answer.totals.revenue : undefined}
          nameOfNone="Without one"
          beside={<MonthChart report={report} />}
        />
      )}
    </ReportFrame>
  );
}
