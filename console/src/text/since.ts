// How long ago something happened, in words.

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number, below: number][] = [
  ["minute", 60, 60],
  ["hour", 3_600, 24],
  ["day", 86_400, 31],
  ["month", 2_629_746, 12],
  ["year", 31_556_952, Infinity],
];

const words = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** "just now", "2 hours ago", "in 3 days": how an instant ("2010-12-05T10:00:00Z") lies to now. Begun units do not count. */
export function since(instant: string, now: string): string {
  const seconds = (Date.parse(now) - Date.parse(instant)) / 1000;
  const distance = Math.abs(seconds);
  if (distance < 60) return "just now";
  for (const [unit, size, below] of STEPS) {
    const count = Math.floor(distance / size);
    if (count < below) return words.format(seconds > 0 ? -Math.max(count, 1) : Math.max(count, 1), unit);
  }
  return "";
}
