// A day whose period takes no entries, and the day to take instead.

import { type Period, periodName } from "../../api/periods";
import { formatDay } from "../../text/day";
import { firstOpenDay } from "../entry/doings";

/** What is told at the date. */
export interface ClosedDay {
  words: string;
  /** The first day after it that takes entries. */
  next: string | undefined;
}

/** Whether nothing can be posted on this day, by what is known of the periods. */
export function closedDay(periods: readonly Period[] | undefined, date: string, mayOverride: boolean): ClosedDay | undefined {
  const found = periods?.filter((one) => one.startDate <= date && date <= one.endDate) ?? [];
  const period = found.find((one) => one.kind === "standard") ?? found[0];
  if (!period || period.status === "open" || (period.status === "softClosed" && mayOverride)) return undefined;
  const state = period.status === "softClosed" ? "soft-closed: only those who may override that post into it" : "closed";
  return { words: `${periodName(period)} is ${state}.`, next: firstOpenDay(periods ?? [], date, mayOverride) };
}

/** What the button of the next day says. */
export const moveTitle = (next: string, date: string, documentDate: string): string =>
  `Use ${formatDay(next)}, keep ${formatDay(documentDate || date)} as document date`;
