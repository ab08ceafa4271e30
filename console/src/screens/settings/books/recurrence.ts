// Days of recurring entries: a few usual rules in words, and any other rule of RFC 5545 as it is.

import { formatDay, isDay } from "../../../text/calendar";

/** A rule as the form builds it. */
export interface Recurrence {
  every: "monthEnd" | "monthDay" | "quarterEnd" | "year" | "week" | "own";
  /** The day of the month, or of the week (`MO`). */
  day: string;
  times: string;
  /** Another rule, as it is. */
  own: string;
}

/** The days of a week, as rules name them. */
export const WEEKDAYS = [
  ["MO", "Monday"],
  ["TU", "Tuesday"],
  ["WE", "Wednesday"],
  ["TH", "Thursday"],
  ["FR", "Friday"],
  ["SA", "Saturday"],
  ["SU", "Sunday"],
] as const;

/** The rule that the form says. */
export function ruleOf({ every, day, times, own }: Recurrence): string {
  const count = `;COUNT=${times || "0"}`;
  switch (every) {
    case "monthEnd":
      return `FREQ=MONTHLY;BYMONTHDAY=-1${count}`;
    case "monthDay":
      return `FREQ=MONTHLY;${ofMonth(day || "1")}${count}`;
    case "quarterEnd":
      return `FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1${count}`;
    case "year":
      return `FREQ=YEARLY${count}`;
    case "week":
      return `FREQ=WEEKLY;BYDAY=${day || "MO"}${count}`;
    default:
      return own.trim();
  }
}

/** A day of each month. A day that short months lack is the last of those that they have, so that no month is left out. */
function ofMonth(day: string): string {
  const upTo = ["28", "29", "30"].filter((one) => one <= day);
  return day === "31" ? "BYMONTHDAY=-1" : day === "29" || day === "30" ? `BYMONTHDAY=${upTo.join(",")};BYSETPOS=-1` : `BYMONTHDAY=${day}`;
}

/** The form of a rule; one that it cannot build is its own. */
export function recurrenceOf(rule: string): Recurrence {
  const parts = new Map(rule.split(";").map((part) => part.split("=") as [string, string]));
  const times = parts.get("COUNT") ?? "12";
  const days = (parts.get("BYMONTHDAY") ?? parts.get("BYDAY") ?? "1").split(",");
  const day = days[days.length - 1] ?? "1";
  const tried: Recurrence["every"][] = ["monthEnd", "quarterEnd", "year", "week", "monthDay"];
  const every = tried.find((one) => ruleOf({ every: one, day, times, own: "" }) === rule);
  return { every: every ?? "own", day, times, own: rule };
}

/** A rule in words: `on the last day of each month, 12 times`. */
export function ruleInWords(rule: string): string {
  const { every, day, times } = recurrenceOf(rule);
  const often = `${times} times`;
  switch (every) {
    case "monthEnd":
      return `on the last day of each month, ${often}`;
    case "monthDay":
      return `on day ${day} of each month${Number(day) > 28 ? ", or its last," : ","} ${often}`;
    case "quarterEnd":
      return `on the last day of every third month, ${often}`;
    case "year":
      return `each year, ${often}`;
    case "week":
      return `each ${WEEKDAYS.find(([code]) => code === day)?.[1] ?? day}, ${often}`;
    default:
      return ownInWords(rule);
  }
}

function ownInWords(rule: string): string {
  const until = /UNTIL=(\d{4})(\d{2})(\d{2})/.exec(rule);
  const last = until ? `${until[1]}-${until[2]}-${until[3]}` : "";
  return isDay(last) ? `by the rule ${rule.replace(/;?UNTIL=[^;]+/, "")}, until ${formatDay(last)}` : `by the rule ${rule}`;
}
