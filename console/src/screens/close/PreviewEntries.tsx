import type { JSX } from "react";
import type { Line } from "../../api/entries";
import type { PreviewEntry } from "../../api/mend";
import { useOrganization } from "../../api/organization";
import { EntryLines } from "../../parts/EntryLines";
import { formatDay } from "../../text/day";

const MOST = 10;

/** The entries that would be posted, with their lines. */
export function PreviewEntries({ entries }: { entries: PreviewEntry[] }): JSX.Element {
  const baseCurrency = useOrganization()?.baseCurrency ?? "";
  const shown = entries.slice(0, MOST);
  return (
    <div className="preview">
      {shown.map((entry, at) => (
        // Nothing else tells them apart: only posting gives them numbers.
        <section key={`${entry.date} ${at}`} aria-label={`Entry of ${formatDay(entry.date)}`}>
          <h3>
            {formatDay(entry.date)} <span className="dim">{entry.description}</span>
          </h3>
          <EntryLines
            lines={entry.lines.map((line, number) => ({ ...line, lineNumber: number + 1 })) as unknown as Line[]}
            baseCurrency={baseCurrency}
            isCompact
          />
        </section>
      ))}
      {entries.length > shown.length && <p className="dim">And {entries.length - shown.length} more.</p>}
    </div>
  );
}
