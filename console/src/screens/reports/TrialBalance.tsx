import { type JSX, useMemo, useState } from "react";
import { type Chart, useChart } from "../../api/accounts";
import { type Answers, useAnswer } from "../../api/reports";
import { Amount } from "../../parts/Amount";
import { compare, isZero } from "../../text/number";
import { useReport } from "./address";
import { DimensionChip, FlagChip } from "./Chips";
import { CurrencyChip } from "./CurrencyChip";
import { FigurePeek } from "./FigurePeek";
import { type FigureColumn, type FigureRow, FigureTable } from "./FigureTable";
import { KnownChip } from "./KnownChip";
import { type Figure, targetOf } from "./links";
import { PeriodChip } from "./PeriodChip";
import { Band, KnownBand, ReportFrame } from "./ReportFrame";

const NAMES = ["dimension", "without", "currency", "byCurrency", "groups", "zero", "knownAt"] as const;

type View = Answers["trial-balance"];
type Sides = Pick<View["data"][number], (typeof SIDES)[number]>;

const SIDES = ["openingDebit", "openingCredit", "debit", "credit", "closingDebit", "closingCredit"] as const;
const GROUPS = [
  { id: "opening", title: "Opening", span: 2 },
  { id: "movement", title: "Movement", span: 2 },
  { id: "closing", title: "Closing", span: 2 },
];

/** A row with its six amounts, and the currency where it is not that of the report. */
interface TrialRow extends FigureRow {
  sides: Sides;
  account?: string | undefined;
  currency?: string | undefined;
}

/** Opening, movement and closing of every account, in debits and credits. */
export function TrialBalance(): JSX.Element {
  const report = useReport(NAMES, "year");
  const { values } = report;
  const { answer, ...reading } = useAnswer("trial-balance", report.asked, report.isReady);
  const chart = useChart();
  const [peek, setPeek] = useState<Figure>();
  const rows = useMemo(() => (answer ? rowsOf(answer, values.groups === true, chart) : []), [answer, values.groups, chart]);
  const columns = useMemo(
    () =>
      SIDES.map((side, at): FigureColumn => {
        return {
          id: side,
          head: at % 2 === 0 ? "Debit" : "Credit",
          isRuled: true,
          cell: (shown) => {
            const row = shown as TrialRow;
            const amount = row.sides[side];
            const isTotal = row.kind === "total";
            const node = <Amount value={amount} zero={isTotal ? "shown" : "blank"} currency={row.currency} />;
            if (row.account === undefined || isZero(amount) || row.currency) return isTotal || !isZero(amount) ? { node } : undefined;
            const { dimension, without, knownAt } = values;
            const figure: Figure = { title: `${row.account} ${row.title}`, amount, accounts: [row.account], span: report.span, filters: { dimension, without, knownAt } };
            return { node, figure, target: targetOf(figure) };
          },
        };
      }),
    [values, report.span],
  );
  const isWhole = !values.dimension && !values.without && !values.currency;
  const totals = answer?.totals;
  const isUneven = totals !== undefined && isWhole && compare(totals.closingDebit, totals.closingCredit) !== 0;
  return (
    <ReportFrame
      name="trial-balance"
      title="Trial balance"
      report={report}
      ofDays="year"
      reading={reading}
      currency={answer?.currency}
      isEmpty={answer?.data.length === 0}
      bands={
        <>
          <KnownBand report={report} name="trial-balance" ofDays="year" />
          {isUneven && totals && (
            <Band kind="fault">
              <span>
                Debits and credits differ: <Amount value={totals.closingDebit} /> and <Amount value={totals.closingCredit} />. The books are damaged;
                have <code>countinghouse verify</code> run before anything else.
              </span>
            </Band>
          )}
          {totals && isWhole && !isZero(totals.unclosedResult) && (
            <Band kind="note">
              <span>
                The result of earlier years stands in rows of its own until those years are closed; closing them moves it into equity.
              </span>
            </Band>
          )}
          {totals && !isWhole && (
            <Band kind="note">
              <span>Some lines of an entry may not fit the filter, so both sides need not be equal.</span>
            </Band>
          )}
        </>
      }
      chips={
        <>
          <PeriodChip report={report} />
          <DimensionChip report={report} />
          <CurrencyChip report={report} />
          <KnownChip report={report} />
          <FlagChip report={report} name="byCurrency" title="By currency" />
          <FlagChip report={report} name="groups" title="With groups" />
          <FlagChip report={report} name="zero" title="Accounts without amounts" />
        </>
      }
    >
      {answer && (
        <div className="report-body">
          <FigureTable
            label="Trial balance"
            columns={columns}
            groups={GROUPS}
            rows={rows}
            onPeek={(cell) => setPeek((before) => (cell && cell.figure !== before ? cell.figure : undefined))}
          />
          {peek && <FigurePeek figure={peek} onClose={() => setPeek(undefined)} />}
        </div>
      )}
    </ReportFrame>
  );
}

/** Accounts by their codes, with their groups or without, their currencies below them, and the totals of all. */
function rowsOf(answer: View, withGroups: boolean, chart: Chart | undefined): TrialRow[] {
  const depthOf = (id: string): number => {
    let depth = 0;
    for (let parent = chart?.byId.get(id)?.parentId; parent && depth < 20; parent = chart?.byId.get(parent)?.parentId) depth += 1;
    return depth;
  };
  const rows = answer.data
    .filter((row) => withGroups || !row.isGroup)
    .flatMap((row): TrialRow[] => {
      if (row.accountId === null) {
        return [{ id: row.fiscalYearId ?? row.name, depth: 0, kind: "line", title: row.name, sides: row }];
      }
      const depth = withGroups ? depthOf(row.accountId) : 0;
      const foreign = row.currencies?.filter((one) => row.currencies?.length !== 1 || one.currency !== answer.currency) ?? [];
      return [
        { id: row.accountId, depth, kind: row.isGroup ? "heading" : "line", title: row.name, code: row.code ?? "", sides: row, account: row.code ?? "" },
        ...foreign.map(
          (one): TrialRow => ({ id: `${row.accountId} ${one.currency}`, depth: depth + 1, kind: "line", title: `in ${one.currency}`, sides: one, currency: one.currency }),
        ),
      ];
    });
  return [...rows, { id: "total", depth: 0, kind: "total", title: "Total", rule: "double", sides: answer.totals }];
}
