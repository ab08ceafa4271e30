// The days of a report: how they stand in the address, what they are called, and which ones come before and after.

import { addDays, addMonths, daysBetween, formatDay, isMonth, monthEnd, monthOf, monthStart } from "../../text/calendar";
import type { Codec } from "../../text/filters";

/** The first and the last day of a report. */
export interface Span {
  from: string;
  to: string;
}

const QUARTER = /^(\d{4})-Q([1-4])$/;

const isPeriod = (text: string): boolean => isMonth(text) || QUARTER.test(text) || /^(?!0000)\d{4}$/.test(text);

/** A month, a quarter or a year: 2010-12, 2010-Q4, 2010. */
export const period: Codec<string> = {
  takes: "a month such as 2010-12, a quarter such as 2010-Q4 or a year such as 2010",
  read: (text) => (isPeriod(text) ? { value: text } : { wrong: [text] }),
  write: (value) => value,
};

/** The days of a month, a quarter or a year. */
export function spanOfPeriod(text: string): Span {
  const quarter = QUARTER.exec(text);
  if (quarter) {
    const first = addMonths(`${quarter[1]}-01`, (Number(quarter[2]) - 1) * 3);
    return { from: monthStart(first), to: monthEnd(addMonths(first, 2)) };
  }
  if (isMonth(text)) return { from: monthStart(text), to: monthEnd(text) };
  return { from: `${text}-01-01`, to: `${text}-12-31` };
}

/** The month, quarter or year that has exactly these days. */
export function periodOfSpan({ from, to }: Span): string | undefined {
  const month = monthOf(from);
  const quarter = `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5)) / 3)}`;
  return [month, quarter, month.slice(0, 4)].find((text) => {
    const days = spanOfPeriod(text);
    return days.from === from && days.to === to;
  });
}

/** How days are called: December 2010, 4th quarter of 2010, 2010, 1 to 15 Dec 2010. */
export function nameOfSpan({ from, to }: Span): string {
  const text = periodOfSpan({ from, to });
  const quarter = QUARTER.exec(text ?? "");
  if (quarter) return `${ORDINALS[Number(quarter[2]) - 1]} quarter of ${quarter[1]}`;
  if (text) return isMonth(text) ? formatDay(text, "month") : text;
  return daysOfSpan({ from, to });
}

const ORDINALS = ["1st", "2nd", "3rd", "4th"];

/** The days in words, whatever they are called: 1 to 31 Dec 2010, 28 Nov to 3 Dec 2010. */
export function daysOfSpan({ from, to }: Span): string {
  if (from === to) return formatDay(from);
  if (monthOf(from) === monthOf(to)) return `${Number(from.slice(8))} to ${formatDay(to)}`;
  if (from.slice(0, 4) === to.slice(0, 4)) return `${formatDay(from, "short")} to ${formatDay(to)}`;
  return `${formatDay(from)} to ${formatDay(to)}`;
}

/** The days before (-1) or after (1): whole months stay whole months, other days are as many. */
export function besideSpan(span: Span, direction: -1 | 1): Span {
  const months = monthsOf(span);
  if (months.length > 0) {
    const first = addMonths(span.from, direction * months.length);
    return { from: monthStart(first), to: monthEnd(addMonths(first, months.length - 1)) };
  }
  const days = daysBetween(span.from, span.to) + 1;
  return { from: addDays(span.from, direction * days), to: addDays(span.to, direction * days) };
}

/** The day before or after, for a report as of a day: from the end of a month to that of the next one. */
export function besideDay(day: string, direction: -1 | 1): string {
  return day === monthEnd(day) ? monthEnd(addMonths(day, direction)) : addDays(day, direction);
}

/** The months of the days, where these are whole months; else none. */
export function monthsOf({ from, to }: Span): string[] {
  if (from !== monthStart(from) || to !== monthEnd(to) || to < from) return [];
  const months: string[] = [];
  for (let month = monthOf(from); month <= monthOf(to) && months.length < 1200; month = addMonths(month, 1)) months.push(month);
  return months;
}

const MOST_MONTHS = 12;

/** The months of the chart: those of the report where they are two to twelve, else the twelve that end with it. */
export function monthsToDraw(span: Span): string[] {
  const own = monthsOf(span);
  if (own.length > 1 && own.length <= MOST_MONTHS) return own;
  const last = monthOf(span.to);
  return Array.from({ length: MOST_MONTHS }, (_, index) => addMonths(last, index - MOST_MONTHS + 1));
}
