import { type JSX, type ReactNode, useMemo, useState } from "react";
import { useChart } from "../../api/accounts";
import { usePeriods } from "../../api/periods";
import { type LayoutColumn, type LayoutRow, useFiscalYears } from "../../api/reports";
import { may } from "../../api/session";
import { Amount } from "../../parts/Amount";
import { Signed } from "./Signed";
import { addDays, formatDay } from "../../text/calendar";
import type { Report } from "./address";
import { changeOf, percentOf } from "./change";
import { type Difference, partsOf } from "./difference";
import { DifferencePeek } from "./DifferencePeek";
import { FigurePeek } from "./FigurePeek";
import { type FigureColumn, FigureTable } from "./FigureTable";
import { type Around, type Figure, type Target, bothTarget, figureOf, resultTarget, spanOf, targetOf } from "./links";
import { Percent } from "./Percent";
import { type Row, accountsIn, statementRows } from "./rows";
import { nameOfSpan } from "./span";

/** More comparisons than these leave no room for what changed. */
const MOST_WITH_CHANGES = 3;
/** More columns than these leave no room beside them for a chart. */
const MOST_WITH_CHART = 2;

/** A total of the whole: a row, and where its figures lead if they are no sum of lines. */
export interface Total extends Row {
  amounts: readonly string[];
  target?: ((column: LayoutColumn) => Target | undefined) | undefined;
}

/** A statement: its rows in columns, what changed between them, and the lines of a figure beside. */
export function Statement({
  label,
  report,
  data,
  columns,
  totals,
  finalSections,
  kinds,
  whole,
  beside,
  nameOfNone,
}: {
  label: string;
  report: Report;
  data: readonly LayoutRow[];
  columns: readonly LayoutColumn[];
  totals: readonly Total[];
  finalSections?: readonly string[];
  /** The kinds of accounts that it has. */
  kinds: readonly string[];
  /** What 100 % is in each column, where percentages are wanted. */
  whole?: readonly string[] | undefined;
  /** What stands beside it where there is room, and below it elsewhere. */
  beside?: ReactNode;
  /** How the column of lines without a value is called. */
  nameOfNone: string;
}): JSX.Element {
  const { values } = report;
  const chart = useChart();
  const periods = usePeriods();
  const years = useFiscalYears(may("periods:read") && data.some((row) => row.kind === "result"));
  const [peek, setPeek] = useState<Figure>();
  const [difference, setDifference] = useState<Difference>();
  const folded = useMemo(() => new Set(values.folded), [values.folded]);
  const rows = useMemo(
    () => [...statementRows(data, { folded, finalSections }), ...totals],
    [data, folded, finalSections, totals],
  );
  const around: Around = useMemo(
    () => ({ values, chart, periods, years, kinds, shown: new Set(accountsIn(data)) }),
    [values, chart, periods, years, kinds, data],
  );
  const shown = useMemo(
    () => figureColumns(rows, columns, around, { whole, nameOfNone, data, onDifference: (next) => setDifference((before) => (before?.id === next.id ? undefined : next)) }),
    [rows, columns, around, whole, nameOfNone, data],
  );
  const isBeside = peek !== undefined || difference !== undefined;
  const fold = (id: string, opened: boolean): void => {
    const next = new Set(folded);
    if (opened) next.delete(id);
    else next.add(id);
    report.change({ folded: next.size > 0 ? [...next] : undefined });
  };
  return (
    <div className="report-body" data-beside={isBeside || shown.length <= MOST_WITH_CHART}>
      <FigureTable
        label={label}
        columns={shown}
        rows={rows}
        onFold={fold}
        onPeek={(cell) => {
          setDifference(undefined);
          setPeek((before) => (cell && cell.figure !== before ? cell.figure : undefined));
        }}
      />
      {difference ? (
        <DifferencePeek key={difference.id} difference={difference} onClose={() => setDifference(undefined)} />
      ) : peek ? (
        <FigurePeek figure={peek} onClose={() => setPeek(undefined)} />
      ) : (
        beside
      )}
    </div>
  );
}

function figureColumns(
  rows: readonly (Row | Total)[],
  columns: readonly LayoutColumn[],
  around: Around,
  {
    whole,
    nameOfNone,
    data,
    onDifference,
  }: { whole: readonly string[] | undefined; nameOfNone: string; data: readonly LayoutRow[]; onDifference: (difference: Difference) => void },
): FigureColumn[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const comparisons = columns.filter((column) => column.kind === "comparison").length;
  return columns.flatMap((column, at): FigureColumn[] => {
    const name = nameOf(column, nameOfNone);
    const figures: FigureColumn = {
      id: `${at}`,
      head: name,
      isRuled: at > 0,
      cell: ({ id }) => {
        const row = byId.get(id);
        const amount = row?.amounts?.[at];
        if (!row || amount === undefined) return undefined;
        const node = <Amount value={amount} />;
        const figure = figureOf({ title: row.title, amount }, row.books, column, around);
        if (figure) return { node, figure, target: targetOf(figure) };
        if (row.books?.of === "result") return { node, target: resultTarget(row.books.title, column, around) };
        if (row.books?.of === "both") return { node, target: bothTarget(column, around) };
        return { node, target: "target" in row ? row.target?.(column) : undefined };
      },
    };
    const result = [figures];
    if (whole) {
      result.push({
        id: `${at} share`,
        head: "% of revenue",
        isAside: true,
        cell: ({ id }) => {
          const amount = byId.get(id)?.amounts?.[at];
          return amount === undefined ? undefined : { node: <Percent value={percentOf(amount, whole[at] ?? "0")} /> };
        },
      });
    }
    if (column.kind === "comparison" && comparisons <= MOST_WITH_CHANGES) {
      const change = ({ id }: { id: string }) => {
        const amounts = byId.get(id)?.amounts;
        const [now, before] = [amounts?.[0], amounts?.[at]];
        return now === undefined || before === undefined ? undefined : changeOf(now, before);
      };
      result.push(
        {
          id: `${at} change`,
          head: <span title={`From ${name}`}>Change</span>,
          cell: (row) => {
            const by = change(row)?.by;
            if (by === undefined) return undefined;
            const found = differenceOf(byId.get(row.id), at, columns, around, data, nameOfNone);
            return { node: <Signed value={by} />, ...(found && { target: found.target, opens: () => onDifference(found.difference) }) };
          },
        },
        {
          id: `${at} percent`,
          head: <span title={`From ${name}`}>in&nbsp;%</span>,
          isAside: true,
          cell: (row) => {
            const percent = change(row)?.percent;
            return percent === undefined ? undefined : { node: <Percent value={percent} isChange /> };
          },
        },
      );
    }
    return result;
  });
}

/** What makes the difference between a row's figure and that of an earlier column, and the ledger of the days of both. */
function differenceOf(
  row: Row | Total | undefined,
  at: number,
  columns: readonly LayoutColumn[],
  around: Around,
  data: readonly LayoutRow[],
  nameOfNone: string,
): { difference: Difference; target: Target } | undefined {
  const [first, other] = [columns[0], columns[at]];
  const [now, before] = [row?.amounts?.[0], row?.amounts?.[at]];
  if (!row?.books || row.books.of === "result" || !first || !other || now === undefined || before === undefined) return undefined;
  const codes = row.books.codes ?? accountsIn(data);
  const spans = spansOf(first, other, around);
  const { dimension, without, knownAt } = around.values;
  const filters = { dimension, without, knownAt };
  const both = { from: spans.before && spans.before.from < spans.now.from ? spans.before.from : spans.now.from, to: spans.now.to };
  const difference: Difference = {
    id: `${row.id} ${at}`,
    title: row.title,
    names: [nameOf(first, nameOfNone), nameOf(other, nameOfNone)],
    amounts: [now, before],
    ...partsOf(data, codes, row.books.of === "both", at, [now, before]),
    spans,
    filters,
  };
  return { difference, target: targetOf({ title: row.title, amount: now, accounts: codes, span: both, filters }) };
}

/** The days whose lines make the difference: those of both columns, or those between two states. */
function spansOf(now: LayoutColumn, before: LayoutColumn, around: Around): Difference["spans"] {
  if (now.dateFrom !== null || before.dateTo >= now.dateTo) return { now: spanOf(now, around.periods), before: spanOf(before, around.periods) };
  return { now: { from: addDays(before.dateTo, 1), to: now.dateTo } };
}

function nameOf(column: LayoutColumn, nameOfNone: string): string {
  if (column.kind === "none") return nameOfNone;
  if (column.kind === "total") return "All";
  if (column.kind === "value" || column.kind === "currency") return column.title;
  return column.dateFrom ? nameOfSpan({ from: column.dateFrom, to: column.dateTo }) : formatDay(column.dateTo);
}
