// Spans of days that people choose by a word.

import { addMonths, monthEnd, monthStart } from "../text/calendar";

/** A span of days; an end that is absent is open. */
export interface Span {
  from?: string | undefined;
  to?: string | undefined;
}

/** A span with its word. */
export interface Preset extends Span {
  name: string;
}

/** The spans around a day: "this month" is the month of that day. */
export function presetsAround(day: string): Preset[] {
  const before = addMonths(day, -1);
  const year = day.slice(0, 4);
  return [
    { name: "This month", from: monthStart(day), to: monthEnd(day) },
    { name: "Last month", from: monthStart(before), to: monthEnd(before) },
    { name: "This year", from: `${year}-01-01`, to: `${year}-12-31` },
    { name: "All", from: undefined, to: undefined },
  ];
}

/** The preset that says exactly this span. */
export function presetOf(presets: readonly Preset[], span: Span): Preset | undefined {
  return presets.find((one) => one.from === span.from && one.to === span.to);
}
