import { Button } from "@mantine/core";
import { type JSX, useMemo, useState } from "react";
import type { Item } from "../../api/items";
import { useItemSeries } from "../../api/series";
import { Amount, useAmounts } from "../../parts/Amount";
import { PlainTable } from "../../parts/PlainTable";
import { Quantity } from "../../parts/Quantity";
import { daysBetween, formatDay } from "../../text/day";
import { Exact } from "../../text/exact";
import { type Level, levelsOf } from "./levels";
import "./items.css";

/** Its width in its own units: on a narrow screen letters would be too small in the wide one. */
const widthOf = (): number => (matchMedia("(max-width: 767px)").matches ? 320 : 640);
const HEIGHT = 160;
const FOOT = 20;
const HEAD = 14;

/** How much of an item there was, day by day; the same as a table. */
export function LevelChart({ item }: { item: Item }): JSX.Element | null {
  const points = useItemSeries(item.id);
  const levels = useMemo(() => levelsOf(points ?? []), [points]);
  const [asTable, setAsTable] = useState(false);
  const first = levels[0];
  const last = levels.at(-1);
  if (!first || !last || levels.length < 2) return null;
  const quantities = levels.map((one) => new Exact(one.quantity));
  const [least, most] = [Exact.min(...quantities).toFixed(), Exact.max(...quantities).toFixed()];
  return (
    <figure className="level-chart">
      <figcaption>
        <h2>On hand by day</h2>
        <p>
          {formatDay(first.day)} to {formatDay(last.day)}: first <Quantity value={first.quantity} />, then between <Quantity value={least} /> and <Quantity value={most} />, at last{" "}
          <Quantity value={last.quantity} unit={item.unitCode} />.
        </p>
      </figcaption>
      {asTable ? (
        <PlainTable
          label="On hand by day"
          rows={levels}
          rowId={(one) => one.day}
          columns={[
            { id: "day", head: "Day", cell: (one) => formatDay(one.day) },
            { id: "quantity", head: "On hand", kind: "number" as const, cell: (one) => <Amount value={one.quantity} /> },
            ...(last.value === null ? [] : [{ id: "value", head: "Value", kind: "number" as const, cell: (one: Level) => <Amount value={one.value} /> }]),
          ]}
        />
      ) : (
        <Steps levels={levels} reorderPoint={item.reorderPoint} />
      )}
      <Button variant="default" size="compact-sm" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
        As a table
      </Button>
    </figure>
  );
}

/** The levels as steps: what there is stays until something moves. */
function Steps({ levels, reorderPoint }: { levels: Level[]; reorderPoint: string | null }): JSX.Element {
  const write = useAmounts();
  const [width] = useState(widthOf);
  const first = levels[0]?.day ?? "";
  // The last level lasts a day, so that it is seen.
  const days = daysBetween(first, levels.at(-1)?.day ?? first) + 1;
  const all = levels.map((one) => new Exact(one.quantity));
  const top = Exact.max(1, reorderPoint ?? 0, ...all);
  const bottom = Exact.min(0, ...all);
  // Pixels are no goods: here a ratio may become a number.
  const y = (value: Exact | string): number => top.minus(value).div(top.minus(bottom)).times(HEIGHT - FOOT - HEAD).toNumber() + HEAD;
  const x = (day: string): number => (daysBetween(first, day) / days) * width;
  const path = levels.map((one, at) => (at === 0 ? `M0 ${y(one.quantity)}` : `H${x(one.day)}V${y(one.quantity)}`)).join("");
  const highest = levels.reduce((best, one) => (new Exact(one.quantity).greaterThan(best.quantity) ? one : best));
  const last = levels.at(-1) ?? highest;
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={`On hand from ${formatDay(first)}: at most ${write(highest.quantity)} on ${formatDay(highest.day)}, ${write(last.quantity)} on ${formatDay(last.day)}`}>
      <path className="level-area" d={`${path}H${width}V${y("0")}H0Z`} />
      <path className="level-line" d={`${path}H${width}`} />
      <line className="level-axis" x1={0} x2={width} y1={y("0")} y2={y("0")} />
      {reorderPoint !== null && (
        <>
          <line className="level-reorder" x1={0} x2={width} y1={y(reorderPoint)} y2={y(reorderPoint)} />
          <text x={width} y={y(reorderPoint) - 4} textAnchor="end" aria-hidden>
            reorder at {write(reorderPoint)}
          </text>
        </>
      )}
      <text x={Math.min(x(highest.day) + 4, width - 60)} y={Math.max(10, y(highest.quantity) - 4)} aria-hidden>
        {write(highest.quantity)}
      </text>
      <text x={0} y={HEIGHT - 4} aria-hidden>
        {formatDay(first)}
      </text>
      <text x={width} y={HEIGHT - 4} textAnchor="end" aria-hidden>
        {formatDay(last.day)}
      </text>
    </svg>
  );
}
