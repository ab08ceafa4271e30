import type { JSX } from "react";
import type { Year } from "../../api/close";
import { daysBetween, formatDay } from "../../text/calendar";
import { plural } from "../../text/language";

const WEEK = 7;

/** The days of each period of a year that is not made yet. */
export function YearPreview({ year }: { year: Year }): JSX.Element {
  const count = year.periods.filter((period) => period.kind === "standard").length;
  return (
    <section className="year-preview" aria-label="Its periods">
      <p>
        {formatDay(year.startDate)} to {formatDay(year.endDate)}, {plural(count, "one period", `${count} periods`)}:
      </p>
      <ol>
        {year.periods.map((period) => (
          <li key={period.number}>
            <span>
              {formatDay(period.startDate)} {period.startDate !== period.endDate && `to ${formatDay(period.endDate)}`}
            </span>
            <span className="dim">{period.kind === "adjustment" ? "adjustments" : lengthOf(period)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Whole weeks as such, other spans in days. */
function lengthOf({ startDate, endDate }: { startDate: string; endDate: string }): string {
  const days = daysBetween(startDate, endDate) + 1;
  return days % WEEK === 0 ? plural(days / WEEK, "1 week", `${days / WEEK} weeks`) : `${days} days`;
}
