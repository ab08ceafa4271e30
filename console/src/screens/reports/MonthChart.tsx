import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, type MouseEvent, useId, useMemo, useState } from "react";
import { useAnswer } from "../../api/reports";
import { Amount, useAmounts } from "../../parts/Amount";
import "../../parts/lines.css";
import { formatDay, monthEnd, monthStart } from "../../text/calendar";
import { Exact } from "../../text/exact";
import { addAmounts, isZero } from "../../text/number";
import type { Report } from "./address";
import { type Target, hrefOf, plain } from "./links";
import { monthsToDraw } from "./span";
import "./chart.css";

/** What a month earned and spent, and where it leads. */
export interface Month {
  month: string;
  income: string;
  expense: string;
  result: string;
  target: Target;
}

const WIDTH = 400;
/** Where the name of the series at the right edge stands. */
const EDGE = 14;
const HEIGHT = 168;
const FOOT = 20;

/** Income and expense by month, by the same filters as the table beside it; each month leads to its own report. */
export function MonthChart({ report }: { report: Report }): JSX.Element | null {
  const months = useMonths(report);
  if (!months || months.every((one) => isZero(one.income) && isZero(one.expense))) return null;
  return <MonthFigure heading="By month" months={months} />;
}

/** Income and expense of months, the earliest first: as bars, as a table, and in one sentence. */
export function MonthFigure({ heading, months }: { heading: string; months: Month[] }): JSX.Element | null {
  const [asTable, setAsTable] = useState(false);
  const write = useAmounts();
  const first = months[0];
  const last = months.at(-1);
  if (!first || !last) return null;
  const sum = {
    income: addAmounts(months.map((one) => one.income)),
    expense: addAmounts(months.map((one) => one.expense)),
    result: addAmounts(months.map((one) => one.result)),
  };
  const span = `${formatDay(first.month, "month")} to ${formatDay(last.month, "month")}`;
  return (
    <figure className="report-chart">
      <figcaption>
        <h2>{heading}</h2>
        <p>
          {span}: income <Amount value={sum.income} />, expense <Amount value={sum.expense} />, result <Amount value={sum.result} />.
        </p>
      </figcaption>
      {asTable ? (
        <MonthTable months={months} sum={sum} />
      ) : (
        <Bars
          months={months}
          spoken={(one) => `${formatDay(one.month, "month")}: income ${write(one.income)}, expense ${write(one.expense)}, result ${write(one.result)}`}
        />
      )}
      <Button variant="default" size="compact-sm" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
        As a table
      </Button>
    </figure>
  );
}

/** The months, read in one call: the last one, and those before it as comparisons. */
function useMonths(report: Report): Month[] | undefined {
  const { span, values, asked, isReady } = report;
  const months = useMemo(() => monthsToDraw(span), [span]);
  const last = months.at(-1) ?? "";
  const { columnsBy: _, mapping: __, includeZero: ___, compareWith: ____, ...filters } = asked;
  const { answer } = useAnswer(
    "profit-and-loss",
    {
      ...filters,
      dateFrom: monthStart(last),
      dateTo: monthEnd(last),
      ...(months.length > 1 && { compareWith: Array<string>(months.length - 1).fill("previousPeriod").join(",") }),
    },
    isReady,
  );
  return useMemo(() => {
    if (!answer || answer.columns.length !== months.length) return undefined;
    const { from: _from, to: _to, folded: _folded, ...kept } = values;
    return answer.columns
      .map((column, at) => {
        const month = column.dateTo.slice(0, 7);
        return {
          month,
          income: answer.totals.revenue[at] ?? "0",
          expense: answer.totals.expenses[at] ?? "0",
          result: answer.totals.result[at] ?? "0",
          target: { to: "/reports/profit-and-loss", search: plain({ ...kept, period: month }) },
        };
      })
      .toReversed();
  }, [answer, months, values]);
}

function Bars({ months, spoken }: { months: Month[]; spoken: (month: Month) => string }): JSX.Element {
  const hatch = useId();
  const navigate = useNavigate();
  const all = months.flatMap((one) => [new Exact(one.income), new Exact(one.expense)]);
  const top = Exact.max(0, ...all);
  const bottom = Exact.min(0, ...all);
  const range = top.minus(bottom);
  // Pixels are no money: here a ratio may become a number.
  const y = (value: Exact): number => top.minus(value).div(range).times(HEIGHT - FOOT - 14).toNumber() + 14;
  const zero = y(new Exact(0));
  const slot = (WIDTH - EDGE) / months.length;
  const width = Math.min(22, slot * 0.36);
  const bar = (value: string, x: number, kind: string): JSX.Element => {
    const end = y(new Exact(value));
    return <rect className={`report-bar-${kind}`} x={x} y={Math.min(zero, end)} width={width} height={Math.abs(zero - end)} {...(kind === "expense" && { fill: `url(#${hatch})` })} />;
  };
  const follow = (event: MouseEvent, { to, search }: Target): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void navigate({ to: to as "/", search });
  };
  const highest = (of: "income" | "expense"): number =>
    months.reduce((best, one, at) => (new Exact(one[of]).greaterThan(months[best]?.[of] ?? "0") ? at : best), 0);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label="Income and expense by month">
      <defs>
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="report-hatch-ground" width="5" height="5" />
          <rect className="report-hatch" width="3" height="5" />
        </pattern>
      </defs>
      {months.map((one, at) => {
        const middle = slot * (at + 0.5);
        return (
          <a key={one.month} href={hrefOf(one.target)} aria-label={spoken(one)} onClick={(event) => follow(event, one.target)}>
            <title>{spoken(one)}</title>
            <rect className="report-bar-ground" x={slot * at} y={0} width={slot} height={HEIGHT} />
            {bar(one.income, middle - width - 0.5, "income")}
            {bar(one.expense, middle + 0.5, "expense")}
            <text x={middle} y={HEIGHT - 4} textAnchor="middle" aria-hidden>
              {formatDay(`${one.month}-01`, "short").slice(2)}
            </text>
          </a>
        );
      })}
      <line className="report-axis" x1={0} x2={WIDTH - EDGE} y1={zero} y2={zero} />
      <Label of="Income" x={slot * (highest("income") + 0.5) - 3} y={y(new Exact(months[highest("income")]?.income ?? "0"))} isLate={highest("income") > months.length / 2} />
      <Label
        of="Expense"
        x={slot * (highest("expense") + 0.5) + 3}
        y={y(new Exact(months[highest("expense")]?.expense ?? "0"))}
        isLate={false}
        isInside={highest("expense") > months.length - 3}
        width={width}
      />
    </svg>
  );
}

/** The name of a series at its highest bar: before it where there is no room behind. */
function Label({ of, x, y, isLate, isInside = false, width = 0 }: { of: string; x: number; y: number; isLate: boolean; isInside?: boolean; width?: number }): JSX.Element {
  if (isInside) {
    // Turned along its bar: at the right edge there is no other room.
    return (
      <text className="report-series" transform={`translate(${x + width + 9} ${Math.max(y + 2, 60)}) rotate(-90)`} textAnchor="start" aria-hidden>
        {of}
      </text>
    );
  }
  return (
    <text className="report-series" x={x} y={Math.max(11, y - 4)} textAnchor={isLate ? "end" : "start"} aria-hidden>
      {of}
    </text>
  );
}

function MonthTable({ months, sum }: { months: Month[]; sum: { income: string; expense: string; result: string } }): JSX.Element {
  const navigate = useNavigate();
  return (
    <div className="lines-scroll">
      <table className="lines">
        <thead>
          <tr>
            <th scope="col">Month</th>
            {["Income", "Expense", "Result"].map((head) => (
              <th key={head} scope="col" className="number">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((one) => (
            <tr key={one.month}>
              <th scope="row">
                <a
                  className="quiet"
                  href={hrefOf(one.target)}
                  onClick={(event) => {
                    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                    event.preventDefault();
                    void navigate({ to: one.target.to as "/", search: one.target.search });
                  }}
                >
                  {formatDay(one.month, "month")}
                </a>
              </th>
              {[one.income, one.expense, one.result].map((value, at) => (
                <td key={at} className="number">
                  <Amount value={value} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Sum</th>
            {[sum.income, sum.expense, sum.result].map((value, at) => (
              <td key={at} className="number">
                <span className="double">
                  <Amount value={value} />
                </span>
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
