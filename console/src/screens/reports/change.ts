// How much a figure changed: exactly, and in hundredths of what it was.

import { Exact } from "../../text/exact";
import { subtract } from "../../text/number";

/** The change from an earlier figure to a later one, and its percentage: "n/a" where the earlier one is nothing. */
export interface Change {
  by: string;
  percent: string;
}

/** What stands where a percentage of nothing would. */
export const NO_PERCENTAGE = "n/a";

/** The change between two figures of one row. It is measured by the size of the earlier one: from -10 to -5 is +50 %. */
export function changeOf(now: string, before: string): Change {
  return { by: subtract(now, before), percent: percentOf(subtract(now, before), before) };
}

/** A part in hundredths of the size of the whole, with one decimal. */
export function percentOf(part: string, whole: string): string {
  const size = new Exact(whole).abs();
  if (size.isZero()) return NO_PERCENTAGE;
  const percent = new Exact(part).times(100).div(size).toDecimalPlaces(1, Exact.ROUND_HALF_UP);
  return (percent.isZero() ? percent.abs() : percent).toFixed(1);
}
