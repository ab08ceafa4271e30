import type { JSX } from "react";
import type { Catalogue } from "../catalogue/catalogue";
import { shown } from "../quantity";
import { lineKey, linesOf, type Tally } from "./tally";

/** What was scanned, the last at the top. */
export function Lines({ tally, catalogue }: { tally: Tally; catalogue: Catalogue }): JSX.Element {
  const lines = linesOf(tally.entries).toReversed();
  return (
    <section className="lines" aria-label="What was scanned">
      <ul>
        {lines.map((line) => {
          const to = line.to?.bin ?? (line.to?.warehouse && catalogue.warehouses.get(line.to.warehouse)?.code);
          const places = [line.bin && (to ? `from ${line.bin}` : `bin ${line.bin}`), to && `to ${to}`].filter(Boolean).join(" ");
          const marks = [line.sku, line.lot && `lot ${line.lot.number}`, line.serial && `piece ${line.serial}`, places].filter(Boolean).join(" · ");
          return (
            <li key={lineKey(line)}>
              <span>
                <b>{line.name}</b>
                <span className="dim">{marks}</span>
              </span>
              <span className="much">{shown(line.quantity, line.unit)}</span>
            </li>
          );
        })}
      </ul>
      {tally.unknown.length > 0 && (
        <>
          <h2>Unknown codes</h2>
          <ul>
            {tally.unknown.map((code, index) => (
              // The same code may be there twice, and the list only grows and shrinks at its end.
              <li key={`${index} ${code}`}>{code}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
