// How much of an item there was over time, from its series.

import type { StockPoint } from "../../api/series";

/** What there was from a day on. */
export interface Level {
  day: string;
  quantity: string;
  value: string | null;
}

/** The levels where they change, with the last one: points that say what was said before are left out. */
export function levelsOf(points: readonly StockPoint[]): Level[] {
  const told = points.filter((point, at) => {
    const before = points[at - 1];
    return before === undefined || at === points.length - 1 || point.quantity !== before.quantity || point.value !== before.value;
  });
  return told.map((point) => ({ day: point.date, quantity: point.quantity, value: point.value }));
}
