import type { JSX, ReactNode } from "react";
import { MONTHS } from "../text/calendar";
import { monthEnd } from "../text/day";
import { plural } from "../text/language";
import "./rail.css";

/** How many rows of a list a month has. */
interface Month {
  month: string;
  count: number;
}

interface Props {
  /** Those that have rows, oldest first. */
  months: Month[];
  /** The day of the list's first row. */
  at: string | undefined;
  /** What is counted: `entry`, `entries`. */
  one: string;
  many: string;
  /** Goes to the rows up to this day. */
  onJump: (day: string) => void;
}

/** A list with its months on the right. */
export function Railed({ children, ...rail }: Props & { children: ReactNode }): JSX.Element {
  return (
    <div className="railed">
      {children}
      <MonthRail {...rail} />
    </div>
  );
}

/** The months that have rows, newest first: each leads to where it begins in the list. */
function MonthRail({ months, at, one, many, onJump }: Props): JSX.Element | null {
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
              aria-label={`${name} ${year}, ${count} ${plural(count, one, many)}`}
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
