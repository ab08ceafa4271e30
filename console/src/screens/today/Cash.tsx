import { Button } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import type { TradeMonth } from "../../api/today";
import { Amount, useAmounts } from "../../parts/Amount";
import "../../parts/lines.css";
import { formatDay } from "../../text/calendar";
import { Exact } from "../../text/exact";
import { subtract } from "../../text/number";
import "../reports/chart.css";
import { hrefOf } from "../reports/links";

const WIDTH = 400;
const HEIGHT = 120;
const TOP = 10;
const FOOT = 18;

/** Cash and banks at the end of each month: the present figure, a line, and one sentence. Each month leads to its cash flow. */
export function Cash({ months }: { months: TradeMonth[] }): JSX.Element | null {
  const [asTable, setAsTable] = useState(false);
  const last = months.at(-1);
  const first = months[0];
  if (!last || !first) return null;
  const change = subtract(last.cash, first.cash);
  return (
    <section aria-label="Cash">
      <figure className="report-chart">
        <figcaption>
          <h2>Cash</h2>
          <p className="today-figure">
            <Link to="/reports/cash-flow" search={{ period: last.month }} className="quiet">
              <Amount value={last.cash} />
            </Link>
          </p>
          {months.length > 1 && (
            <p>
              <Amount value={change.replace(/^-/, "")} /> {change.startsWith("-") ? "less" : "more"} than at the end of {formatDay(first.month, "month")}.
            </p>
          )}
        </figcaption>
        {asTable ? <CashTable months={months} /> : <Line months={months} />}
        {months.length > 1 && (
          <Button variant="default" size="compact-sm" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            As a table
          </Button>
        )}
      </figure>
    </section>
  );
}

function Line({ months }: { months: TradeMonth[] }): JSX.Element {
  const navigate = useNavigate();
  const write = useAmounts();
  const values = months.map((one) => new Exact(one.cash));
  const top = Exact.max(0, ...values);
  const bottom = Exact.min(0, ...values);
  const range = Exact.max(top.minus(bottom), 1);
  // Pixels are no money: here a ratio may become a number.
  const y = (value: Exact): number => top.minus(value).div(range).times(HEIGHT - FOOT - TOP).toNumber() + TOP;
  const slot = WIDTH / months.length;
  const x = (at: number): number => slot * (at + 0.5);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label="Cash by month">
      <line className="report-axis" x1={0} x2={WIDTH} y1={y(new Exact(0))} y2={y(new Exact(0))} />
      {months.map((one, at) => {
        const target = { to: "/reports/cash-flow", search: { period: one.month } };
        const spoken = `${formatDay(one.month, "month")}: ${write(one.cash)}`;
        return (
          <a
            key={one.month}
            href={hrefOf(target)}
            aria-label={spoken}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
              event.preventDefault();
              void navigate({ to: "/reports/cash-flow", search: target.search });
            }}
          >
            <title>{spoken}</title>
            <rect className="report-bar-ground" x={slot * at} y={0} width={slot} height={HEIGHT} />
            <text x={x(at)} y={HEIGHT - 3} textAnchor="middle" aria-hidden>
              {formatDay(`${one.month}-01`, "short").slice(2)}
            </text>
          </a>
        );
      })}
      {/* Over the bands that show where the mouse is. */}
      <g pointerEvents="none" aria-hidden>
        <polyline className="today-line" points={values.map((value, at) => `${x(at)},${y(value)}`).join(" ")} />
        {values.map((value, at) => (
          <circle key={months[at]?.month} className="today-point" cx={x(at)} cy={y(value)} r={3} />
        ))}
      </g>
    </svg>
  );
}

function CashTable({ months }: { months: TradeMonth[] }): JSX.Element {
  return (
    <div className="lines-scroll">
      <table className="lines">
        <thead>
          <tr>
            <th scope="col">End of</th>
            <th scope="col" className="number">
              Cash
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map((one) => (
            <tr key={one.month}>
              <th scope="row">
                <Link to="/reports/cash-flow" search={{ period: one.month }} className="quiet">
                  {formatDay(one.month, "month")}
                </Link>
              </th>
              <td className="number">
                <Amount value={one.cash} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
