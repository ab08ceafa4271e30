// What the books knew when: points in time as they stand in the address, what they are called, and where a slider stops.

import { formatDay } from "../../text/calendar";
import { type Codec, instant } from "../../text/filters";

/** A point of knowledge: a moment, or an event of the log such as `seq:1200`. */
export const point: Codec<string> = {
  takes: "a moment such as 2010-12-05T10:00:00Z or an event such as seq:1200",
  read: (text) => (/^seq:\d{1,18}$/.test(text) ? { value: text } : instant.read(text)),
  write: (value) => value,
};

/** A point in words: `28 Nov 2026, 14:05:09`, where the user is; `event 1200`. */
export function nameOfPoint(text: string): string {
  if (text.startsWith("seq:")) return `event ${text.slice(4)}`;
  const { day, time } = localParts(Date.parse(text));
  return `${formatDay(day)}, ${time.endsWith(":00") ? time.slice(0, 5) : time}`;
}

/** The day of a moment where the user is. */
export function dayOfPoint(text: string): string {
  return localParts(Date.parse(text)).day;
}

// A moment is an instant of the clock, no day of the books: only here may the browser's zone have a say.
function localParts(at: number): { day: string; time: string } {
  const date = new Date(at);
  const two = (number: number): string => String(number).padStart(2, "0");
  return {
    day: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
    time: `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`,
  };
}

/** The last moment of a day where the user is, as the service reads moments. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59.999`).toISOString();
}

const SIZES = [
  { unit: "day", ms: 86_400_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
  { unit: "second", ms: 1_000 },
] as const;

/** What one step of a slider is. */
export type StepUnit = (typeof SIZES)[number]["unit"];

/** Of the last minutes the service may not know yet that nothing more is written at such a moment. */
const SETTLES_MS = 5 * 60_000;

const FEWEST_STEPS = 4;
const MOST_STEPS = 400;

/**
 * The moments at which a slider stops, from the first posting to now: the ends of days, or of hours, minutes and seconds where
 * there are too few days. Now is not among them: it is the stop behind them.
 */
export function stopsBetween(first: string, now: string): { unit: StepUnit; stops: string[] } {
  const [from, to] = [Date.parse(first), Date.parse(now)];
  const size = SIZES.find(({ ms }) => (to - from) / ms >= FEWEST_STEPS) ?? SIZES[3];
  // Days end where the user is; hours and less end alike everywhere but for a few places, where they are near enough.
  const end = size.unit === "day" ? Date.parse(endOfDay(dayOfPoint(first))) : Math.ceil((from + 1) / size.ms) * size.ms - 1;
  const stride = size.ms * Math.max(1, Math.ceil((to - from) / size.ms / MOST_STEPS));
  const stops: string[] = [];
  for (let at = end; at < to - SETTLES_MS; at += stride) stops.push(new Date(at).toISOString());
  return { unit: size.unit, stops };
}

/** The stop that is nearest to a moment: its index. Behind all of them is now. */
export function stopOf(stops: readonly string[], moment: string): number {
  const at = Date.parse(moment);
  const index = stops.findIndex((stop) => Date.parse(stop) >= at);
  return index < 0 ? stops.length : index;
}
