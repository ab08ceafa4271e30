import type { JSX } from "react";
import type { EntryTotals } from "../../api/entries";
import { MONTHS } from "../../text/calendar";
import { monthEnd } from "../../text/day";
import "./rail.css";

/** The months that have entries, newest first: each leads to where it begins in the list. */
export function MonthRail({
  months,
  at,
  onJump,
}: {
  months: EntryTotals["byMonth"];
  /** The day of the list's first row. */
  at: string | undefined;
  /** Goes to the entries up to this day. */
  onJump: (day: string) => void;
}): JSX.Element | null {
  if (months.length < 2) return null;
  const newest = months.toReversed();
  return (
    <nav className="rail" aria-label="Months">
      {newest.map(({ month, count }, index) => {
        const [year, number] = month.split("-");
        const isFirstOfYear = newest[index - 1]?.month.slice(0, 4) !== year;
        const name = (MONTHS[Number(number) - 1] ?? month).slice(0, 3);
        return (
          <div key={month}>
            {isFirstOfYear && <p>{year}</p>}
            <button
              type="button"
              aria-current={at?.startsWith(month) ? "true" : undefined}
              aria-label={`${name} ${year}, ${count} ${count === 1 ? "entry" : "entries"}`}
              onClick={() => onJump(monthEnd(month))}
            >
              {name}
            </button>
          </div>
        );
      })}
    </nav>
  );
}
