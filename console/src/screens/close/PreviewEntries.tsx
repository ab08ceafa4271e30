import type { JSX } from "react";
import type { Line } from "../../api/entries";
import type { PreviewEntry } from "../../api/mend";
import { useOrganization } from "../../api/organization";
import { EntryLines } from "../../parts/EntryLines";
import "../../parts/list.css";
import { formatDay } from "../../text/day";
import { isZero } from "../../text/number";

const MOST = 10;

/** The entries that would be posted, with their lines. */
export function PreviewEntries({ entries }: { entries: PreviewEntry[] }): JSX.Element {
  const baseCurrency = useOrganization()?.baseCurrency ?? "";
  const shown = entries.slice(0, MOST);
  return (
    <div className="close-preview">
      {shown.map((entry, at) => (
        // Nothing else tells them apart: only posting gives them numbers.
        <section key={`${entry.date} ${at}`} aria-label={`Entry of ${formatDay(entry.date)}`}>
          <h3>
            {formatDay(entry.date)} <span className="dim">{entry.description}</span>
          </h3>
          <EntryLines
            lines={entry.lines.map((line, number) => shownLine(line, number + 1, baseCurrency))}
            baseCurrency={baseCurrency}
            isCompact
          />
        </section>
      ))}
      {entries.length > shown.length && <p className="dim">And {entries.length - shown.length} more.</p>}
    </div>
  );
}

/** The line as a table of an entry has it. A line that changes only the value in the books' own currency shows that. */
function shownLine(line: PreviewEntry["lines"][number], lineNumber: number, baseCurrency: string): Line {
  const isBaseOnly = isZero(line.debit) && isZero(line.credit);
  const shown = isBaseOnly ? { ...line, debit: line.baseDebit, credit: line.baseCredit, currency: baseCurrency } : line;
  return { ...shown, lineNumber } as unknown as Line;
}
