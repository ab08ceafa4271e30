// What the books knew when: points in time as they stand in the address, what they are called, and where a slider stops.

import { formatDay } from "../../text/calendar";
import { type Codec, instant } from "../../text/filters";
import { instants } from "../../text/language";

/** A point of knowledge: a moment, or an event of the log such as `seq:1200`. */
export const point: Codec<string> = {
  takes: "a moment such as 2010-12-05T10:00:00Z or an event such as seq:1200",
  read: (text) => (/^seq:\d{1,18}$/.test(text) ? { value: text } : instant.read(text)),
  write: (value) => value,
};

/** A point in words: `28 Nov 2026, 14:05:09`, `the end of 28 Nov 2026`, `event 1200`. A zone that is not given is that of the browser. */
export function nameOfPoint(text: string, zone?: string): string {
  if (text.startsWith("seq:")) return `event ${text.slice(4)}`;
  const { day, time } = partsIn(Date.parse(text), zone);
  const isEnd = /\.999(?:0*)Z$/.test(text);
  if (isEnd && time === "23:59:59") return `the end of ${formatDay(day)}`;
  return `${formatDay(day)}, ${time.endsWith(":00") || (isEnd && time.endsWith(":59")) ? time.slice(0, 5) : time}`;
}

/** A moment within a sentence: `28 Nov 2026 at 14:05`. */
export function momentInWords(text: string, zone?: string): string {
  const { day, time } = partsIn(Date.parse(text), zone);
  return `${formatDay(day)} at ${time.slice(0, 5)}`;
}

/** The day of a moment in this zone. */
export function dayOfPoint(text: string, zone?: string): string {
  return partsIn(Date.parse(text), zone).day;
}

/** How a clock of the zone reads at a moment. */
function partsIn(at: number, zone: string | undefined): { day: string; time: string } {
  const format = instants({
    ...(zone && { timeZone: zone }),
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const parts = new Map(format.formatToParts(new Date(at)).map((part) => [part.type, part.value]));
  const of = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? "";
  return { day: `${of("year").padStart(4, "0")}-${of("month")}-${of("day")}`, time: `${of("hour")}:${of("minute")}:${of("second")}` };
}

/** The moment at which a clock of the zone reads this; of an hour that it skips, the one behind. */
function momentIn(clock: string, zone: string | undefined): string {
  const wanted = Date.parse(`${clock}Z`);
  const offset = (at: number): number => {
    const { day, time } = partsIn(at, zone);
    return Date.parse(`${day}T${time}Z`) - Math.floor(at / 1_000) * 1_000;
  };
  const near = wanted - offset(wanted);
  return new Date(wanted - offset(near)).toISOString();
}

/** The last moment of a day in the zone, as the service reads moments. */
export function endOfDay(day: string, zone?: string): string {
  return momentIn(`${day}T23:59:59.999`, zone);
}

const WITH_TIME = /^(.*?)(?:^|,?\s+(?:at\s+)?|T)(\d{1,2}):(\d{2})(?::(\d{2}))?$/;

/**
 * A day, or a day and a time, as people type them: `28 Nov 2026 19:15`, `28.11. 9:05:30`, `19:15` of today. A day means its
 * end in the zone of the books, and a minute means its end.
 */
export function readMoment(
  typed: string,
  { day, zone }: { day: (text: string) => { ok: true; value: string } | { ok: false; message: string }; zone: string | undefined },
): { ok: true; value: string } | { ok: false; message: string } {
  const [, before = "", hour = "", minute = "", second] = WITH_TIME.exec(typed.trim()) ?? [];
  const read = day(hour === "" ? typed : before.trim() || "t");
  if (!read.ok) return read;
  if (hour === "") return { ok: true, value: endOfDay(read.value, zone) };
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return { ok: false, message: `There is no time ${typed.trim().split(/[\sT]/).at(-1)}: hours go to 23, minutes to 59.` };
  return { ok: true, value: momentIn(`${read.value}T${hour.padStart(2, "0")}:${minute}:${second ?? "59"}.${second === undefined ? "999" : "000"}`, zone) };
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
export function stopsBetween(first: string, now: string, zone?: string): { unit: StepUnit; stops: string[] } {
  const [from, to] = [Date.parse(first), Date.parse(now)];
  const size = SIZES.find(({ ms }) => (to - from) / ms >= FEWEST_STEPS) ?? SIZES[3];
  // Days end where the books are; hours and less end alike everywhere but for a few places, where they are near enough.
  const end = size.unit === "day" ? Date.parse(endOfDay(dayOfPoint(first, zone), zone)) : Math.ceil((from + 1) / size.ms) * size.ms - 1;
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
