// Days of the calendar as ISO strings ("2010-12-05"), without clocks and zones, and how they are shown.

/** A day or any day's month: "2010-12-05" or "2010-12". */
export type DayOrMonth = string;

/** Names of the months, January first. */
export const MONTHS = [
  "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
] as const; // prettier-ignore

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** How a day is shown: `5 Dec 2010`, `5 Dec`, `Sunday 5 December 2010`, `December 2010`. */
export type DayStyle = "medium" | "short" | "long" | "month";

/** A day for people. The `month` style takes a month as well. */
export function formatDay(day: DayOrMonth, style: DayStyle = "medium"): string {
  const [year, month, date] = partsOf(day);
  const name = MONTHS[month - 1] ?? "";
  if (style === "month") return `${name} ${year}`;
  if (style === "long") return `${dayName(day)} ${date} ${name} ${year}`;
  const short = `${date} ${name.slice(0, 3)}`;
  return style === "short" ? short : `${short} ${year}`;
}

/** Whether this is a day that exists, written as the wire wants it. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year, month, date] = partsOf(text);
  return year > 0 && month >= 1 && month <= 12 && date >= 1 && date <= daysIn(year, month);
}

/** Whether this is a month: "2010-12". */
export function isMonth(text: string): boolean {
  return /^\d{4}-\d{2}$/.test(text) && isDay(`${text}-01`);
}

/** Builds the ISO string of a day. */
export function isoDay(year: number, month: number, date: number): string {
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
}

/** Year, month (from 1) and day of the month. A month counts as its first day. */
export function partsOf(day: DayOrMonth): [year: number, month: number, date: number] {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return [year, month, date];
}

/** How many days the month has. */
export function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** The day so many days later, or earlier if negative. */
export function addDays(day: string, days: number): string {
  return dayOfNumber(numberOfDay(day) + days);
}

/** Days from the first to the second: 0 for the same day, negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return numberOfDay(to) - numberOfDay(from);
}

/** The month of a day: "2010-12". */
export function monthOf(day: DayOrMonth): string {
  return day.slice(0, 7);
}

/** The month so many months later, or earlier if negative. */
export function addMonths(month: DayOrMonth, months: number): string {
  const [year, number] = partsOf(month);
  const count = year * 12 + number - 1 + months;
  return isoDay(Math.floor(count / 12), (((count % 12) + 12) % 12) + 1, 1).slice(0, 7);
}

/** The first day of the month. */
export function monthStart(day: DayOrMonth): string {
  return `${monthOf(day)}-01`;
}

/** The last day of the month. */
export function monthEnd(day: DayOrMonth): string {
  const [year, month] = partsOf(day);
  return isoDay(year, month, daysIn(year, month));
}

/** The name of the weekday. */
export function dayName(day: string): string {
  const weekday = (((numberOfDay(day) + 4) % 7) + 7) % 7; // 1970-01-01 was a Thursday.
  return WEEKDAYS[weekday] ?? "";
}

/** Days since 1970-01-01. Years are counted from March, so that the leap day comes last. */
function numberOfDay(day: string): number {
  const [year, month, date] = partsOf(day);
  const y = month <= 2 ? year - 1 : year;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + date - 1;
  return y * 365 + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + dayOfYear - 719_468;
}

function dayOfNumber(number: number): string {
  const shifted = number + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const march = Math.floor((5 * dayOfYear + 2) / 153);
  const date = dayOfYear - Math.floor((153 * march + 2) / 5) + 1;
  const month = march < 10 ? march + 3 : march - 9;
  return isoDay(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, date);
}
