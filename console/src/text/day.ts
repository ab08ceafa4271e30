// Reading what a person types as a day: keys, a day of this month, or a date in the person's own order.

import { MONTHS, addDays, daysBetween, daysIn, formatDay, isDay, isoDay, monthEnd, monthStart, partsOf } from "./calendar";

export { addDays, addMonths, dayName, daysBetween, formatDay, isDay, isMonth, monthEnd, monthOf, monthStart } from "./calendar";
export type { DayStyle } from "./calendar";
export { since } from "./since";

/** The order in which a person writes day, month and year. */
export type DayOrder = "dmy" | "mdy" | "ymd";

/** Days from the first to the last, both included, such as a period. */
export interface Span {
  first: string;
  last: string;
}

/** What the field knows about the day that is typed into it. */
export interface DayField {
  /** The day that `t`, `+5` and `28` count from: today, or the date of the last entry. */
  today: string;
  order: DayOrder;
  /** The periods there are. A day outside all of them is an error that names those nearest. */
  within?: Span | readonly Span[];
}

/** The day as ISO, or a sentence that says what to type. */
export type DayReading = { ok: true; value: string } | { ok: false; message: string };

/** Thrown inside the reader only. */
class NoDay extends Error {}

/** Reads `t`, `y`, `+5`, `-3`, `m`, `h`, `28`, `28.2`, `28/2/10`, `5 Dec 2010`, `2010-12-05` and their like. */
export function readDay(text: string, field: DayField): DayReading {
  const typed = text.replace(/[\u2212\u2010-\u2013]/g, "-").replace(/\s+/g, " ").trim().toLowerCase();
  try {
    const value = byKey(typed, field.today) ?? byName(typed, field) ?? byDigits(typed, field);
    if (!value) throw new NoDay(typed ? `“${text.trim()}” is not a day. ${advice(field)}` : advice(field));
    const outside = outsideOf(value, field.within);
    return outside ? { ok: false, message: outside } : { ok: true, value };
  } catch (error) {
    if (error instanceof NoDay) return { ok: false, message: error.message };
    throw error;
  }
}

/** Whether day and month of what is typed could be exchanged, as in `05/10/2026`. */
export function isTwofold(text: string): boolean {
  const parts = /^\s*(\d{2})(\d{2})(?:\d{2}|\d{4})?\s*$/.exec(text) ?? /^\s*(\d{1,2})[./ -] ?(\d{1,2})(?:[./ -] ?(?:\d{4}|\d{2}))?\.?\s*$/.exec(text);
  const [first, second] = [Number(parts?.[1]), Number(parts?.[2])];
  return first !== second && [first, second].every((part) => part >= 1 && part <= 12);
}

function byKey(typed: string, today: string): string | undefined {
  if (typed === "t" || typed === "today") return today;
  if (typed === "y" || typed === "yesterday") return addDays(today, -1);
  if (typed === "m") return monthStart(today);
  if (typed === "h") return monthEnd(today);
  return /^[+-] ?\d{1,4}$/.test(typed) ? addDays(today, Number(typed.replace(" ", ""))) : undefined;
}

/** Names in other languages that people copy dates from, without accents; English ones are in the calendar. */
const FOREIGN_MONTHS = [
  ["januar", "janner", "janvier"], ["februar", "fevrier"], ["marz", "maerz", "mrz", "mars"], ["april", "avril"], ["mai"], ["juni", "juin"],
  ["juli", "juillet"], ["august", "aout"], ["september", "septembre"], ["oktober", "octobre"], ["november", "novembre"],
  ["dezember", "decembre"],
]; // prettier-ignore

const WEEKDAY = /^(?:mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun)(?:day|nesday|urday|sday|rsday)?$/;

/** A date with the month in letters: the rest cannot be mistaken, whatever the order. */
function byName(typed: string, { today }: DayField): string | undefined {
  const plain = typed.normalize("NFD").replace(/\p{M}/gu, "").replace(/(\d)(?:st|nd|rd|th|er)\b/g, "$1");
  if (!/^[\p{L}\d .,/'-]+$/u.test(plain)) return undefined;
  const words = (plain.match(/\p{L}+/gu) ?? []).filter((word) => !WEEKDAY.test(word) && word !== "of");
  const numbers = plain.match(/\d+/g) ?? [];
  const [word, second] = words;
  if (word === undefined || second !== undefined || word.length < 3) return undefined;
  const months = MONTHS.flatMap((name, index) =>
    [name.toLowerCase(), ...(FOREIGN_MONTHS[index] ?? [])].some((known) => known.startsWith(word)) ? [index + 1] : [],
  );
  const [month] = months;
  if (month === undefined || months.length > 1) return undefined;

  const [first, other] = numbers;
  if (first === undefined || (other === undefined && first.length === 4)) {
    const example = formatDay(isoDay(first ? Number(first) : partsOf(today)[0], month, 5), first ? "medium" : "short");
    throw new NoDay(`The day of the month is missing. Type it before the month, such as ${example}.`);
  }
  if (numbers.length > 2) return undefined;
  const [date, year] = first.length === 4 ? [other, first] : [first, other];
  return existing({ year, month, date: Number(date) }, today);
}

/** A date in figures: one to three parts with signs between them, or two digits for each part without. */
function byDigits(typed: string, field: DayField): string | undefined {
  const joined = /^(?:\d{4}|\d{6}|\d{8})$/.test(typed) ? apart(typed, field) : typed;
  const parts = /^(\d{1,4})(?:([./ -]) ?(\d{1,2})(?:([./ -]) ?(\d{4}|\d{1,2}))?)?\.?$/.exec(joined);
  if (!parts) return undefined;
  const [, first = "", , second, , third] = parts;
  const { order, today } = field;
  const month = partsOf(today)[1];
  if (first.length === 4) return second && third && third.length < 3 ? inOrder(first, second, third, field) : undefined;
  if (first.length === 3) return undefined;
  if (second === undefined) return existing({ month, date: Number(first) }, today);
  if (third === undefined) return order === "dmy" ? inOrder(third, second, first, field) : inOrder(third, first, second, field);
  if (third.length < 3 && order === "ymd") return inOrder(first, second, third, field);
  if (third.length === 1) return undefined;
  // Whoever writes the year first writes the month before the day, but with the year last the day comes first there as well.
  return order === "mdy" ? inOrder(third, first, second, field) : inOrder(third, second, first, field);
}

/** Puts signs into `2802`, `280210` and `28022010`. Eight digits that begin with a year are taken so. */
function apart(digits: string, { order }: DayField): string {
  if (digits.length === 4) return `${digits.slice(0, 2)}.${digits.slice(2)}`;
  const iso = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  if (digits.length === 8 && (order === "ymd" || (/^(?:19|20|21)/.test(digits) && isDay(iso)))) return iso;
  return `${digits.slice(0, 2)}.${digits.slice(2, 4)}.${digits.slice(4)}`;
}

function inOrder(year: string | undefined, month: string, date: string | undefined, { order, today }: DayField): string {
  const [m, d] = [Number(month), Number(date)];
  if (m <= 12 || d < 1 || d > 12) return existing({ year, month: m, date: d }, today);
  // Turning it round would be right once and wrong on the next date, where both are possible.
  const shown = order === "dmy" ? [m, d, year] : order === "mdy" ? [d, m, year] : [year, d, m];
  const text = shown.filter((part) => part !== undefined).join(order === "dmy" ? "." : order === "mdy" ? "/" : "-");
  const habit = order === "dmy" ? "the day comes before the month" : "the month comes before the day";
  throw new NoDay(`There is no month ${m}: ${habit} in your dates. Type ${text} if you mean ${m} ${MONTHS[d - 1]}.`);
}

/** The day, if the calendar has it. Two digits of a year are the nearest such year; without a year it is this one. */
function existing(written: { year?: string | undefined; month: number; date: number }, today: string): string {
  const { month, date } = written;
  const [thisYear] = partsOf(today);
  const year = !written.year ? thisYear : written.year.length === 2 ? nearest(Number(written.year), thisYear) : Number(written.year);
  if (month < 1 || month > 12) throw new NoDay(`There is no month ${month}. Months go from 1 to 12.`);
  if (year < 1900 || year > 2199) throw new NoDay(`The year ${written.year} is too far away. Type a year such as ${thisYear}.`);
  const days = daysIn(year, month);
  if (date < 1 || date > days) throw new NoDay(`${MONTHS[month - 1]} ${year} has ${days} days. Type a day from 1 to ${days}.`);
  return isoDay(year, month, date);
}

/** The year with these last two digits between 79 years ago and 20 years ahead. */
function nearest(digits: number, thisYear: number): number {
  const first = thisYear - 79;
  return first + ((((digits - first) % 100) + 100) % 100);
}

/** Says which days there are, if this is none of them. */
function outsideOf(day: string, within: DayField["within"]): string | undefined {
  if (!within) return undefined;
  const spans = joined(Array.isArray(within) ? within : [within as Span]);
  if (spans.some((span) => span.first <= day && day <= span.last)) return undefined;
  if (spans.length === 0) return "There are no periods yet. Create a fiscal year first.";
  const distance = (span: Span) => (day < span.first ? daysBetween(day, span.first) : daysBetween(span.last, day));
  const near = [...spans].sort((a, b) => distance(a) - distance(b)).slice(0, 2).sort((a, b) => (a.first < b.first ? -1 : 1));
  const named = near.map((span) => `from ${formatDay(span.first)} to ${formatDay(span.last)}`).join(" or ");
  return `${formatDay(day)} is outside all periods. Type a day ${named}.`;
}

/** Periods that follow one another without a gap, as one. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of [...spans].sort((a, b) => (a.first < b.first ? -1 : 1))) {
    const before = result.at(-1);
    if (before && span.first <= addDays(before.last, 1)) before.last = span.last > before.last ? span.last : before.last;
    else result.push({ ...span });
  }
  return result;
}

function advice({ today, order }: DayField): string {
  const [, month, date] = partsOf(today);
  const inFigures = order === "dmy" ? `${date}.${month}` : order === "mdy" ? `${month}/${date}` : `${month}-${date}`;
  return `Type a day such as ${date}, ${inFigures}, ${formatDay(today)}, or t for today and +5 for five days later.`;
}
