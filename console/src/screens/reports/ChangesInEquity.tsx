import { type JSX, useMemo, useState } from "react";
import { type Answers, useAnswer } from "../../api/reports";
import { Amount } from "../../parts/Amount";
import { addDays } from "../../text/calendar";
import { isZero } from "../../text/number";
import { type Values, daysAsValues, useReport } from "./address";
import { FigurePeek } from "./FigurePeek";
import { type FigureColumn, type FigureRow, FigureTable } from "./FigureTable";
import { KnownChip } from "./KnownChip";
import { type Figure, type Target, plain, targetOf } from "./links";
import { PeriodChip } from "./PeriodChip";
import { Band, KnownBand, ReportFrame } from "./ReportFrame";
import type { Span } from "./span";

const NAMES = ["knownAt"] as const;

type View = Answers["changes-in-equity"];
type Part = (typeof PARTS)[number][0];

/** What happened to a component, in the order in which it adds up. */
const PARTS = [
  ["opening", "Opening"],
  ["result", "Result"],
  ["closed", "Closing of years"],
  ["increase", "Increase"],
  ["decrease", "Decrease"],
  ["closing", "Closing"],
] as const;

/** A component of equity, or the sum of all, with what happened to it. */
interface EquityRow extends FigureRow {
  parts: Record<Part, string>;
}

/** Each component of equity from its opening to its closing. */
export function ChangesInEquity(): JSX.Element {
  const report = useReport(NAMES, "year");
  const { answer, ...reading } = useAnswer("changes-in-equity", report.asked, report.isReady);
  const [peek, setPeek] = useState<Figure>();
  const { knownAt } = report.values;
  const rows = useMemo(() => (answer ? rowsOf(answer) : []), [answer]);
  const columns = useMemo(() => PARTS.map(([part, head]) => columnOf(part, head, report.span, knownAt)), [report.span, knownAt]);
  return (
    <ReportFrame
      name="changes-in-equity"
      title="Changes in equity"
      report={report}
      ofDays="year"
      reading={reading}
      currency={answer?.currency}
      isEmpty={answer?.data.length === 0}
      bands={
        <>
          <KnownBand report={report} name="balance-sheet" ofDays="year" />
          {answer && !isZero(answer.totals.closed) && (
            <Band kind="fault">
              <span>
                Closing years only moves what is there, but it changed equity by <Amount value={answer.totals.closed} />. Have <code>countinghouse verify</code> run.
              </span>
            </Band>
          )}
        </>
      }
      chips={
        <>
          <PeriodChip report={report} />
          <KnownChip report={report} />
        </>
      }
    >
      {answer && (
        <div className="report-body">
          <FigureTable label="Changes in equity" columns={columns} rows={rows} onPeek={(cell) => setPeek((before) => (cell && cell.figure !== before ? cell.figure : undefined))} />
          {peek && <FigurePeek figure={peek} onClose={() => setPeek(undefined)} />}
        </div>
      )}
    </ReportFrame>
  );
}

function rowsOf({ data, totals }: View): EquityRow[] {
  return [
    ...data.map((row): EquityRow => ({ id: row.accountId ?? "results", depth: 0, kind: "line", title: row.name, code: row.code ?? undefined, parts: row })),
    { id: "total", depth: 0, kind: "total", rule: "double", title: "Total equity", parts: totals },
  ];
}

function columnOf(part: Part, head: string, span: Span, knownAt: string | undefined): FigureColumn {
  const isBalance = part === "opening" || part === "closing";
  return {
    id: part,
    head,
    isRuled: part !== "opening",
    cell: (shown) => {
      const row = shown as EquityRow;
      const amount = row.parts[part];
      const node = <Amount value={amount} zero={isBalance || row.kind === "total" ? "shown" : "blank"} />;
      if (row.code === undefined) return { node, target: isZero(amount) ? undefined : elsewhere(part, span, knownAt) };
      if (isZero(amount)) return { node };
      // An account's own statement has what was before its days, and what they moved.
      const figure: Figure = { title: `${row.code} ${row.title}`, amount, accounts: [row.code], span, filters: { knownAt } };
      return { node, figure, target: targetOf(figure) };
    },
  };
}

/** Where figures are that no account has: the results by themselves, and the sum of all components. */
function elsewhere(part: Part, span: Span, knownAt: string | undefined): Target | undefined {
  const to = (report: string, values: Values): Target => ({ to: `/reports/${report}`, search: plain({ ...values, knownAt }) });
  if (part === "opening") return to("balance-sheet", { asOf: addDays(span.from, -1) });
  if (part === "closing") return to("balance-sheet", { asOf: span.to });
  return part === "result" ? to("profit-and-loss", daysAsValues(span, "span")) : undefined;
}
