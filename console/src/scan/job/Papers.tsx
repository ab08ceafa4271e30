import { type JSX, useEffect, useState } from "react";
import { read } from "../net";
import type { Papers, Tally } from "./tally";

interface Found {
  id: string;
  title: string;
}

const NONE: Papers = { supplier: "", note: "" };
const PAUSE_MS = 250;

/** From whom the goods come and with which delivery note: both may be left out, and the office sees them. */
export function PapersForm({ tally, onChange }: { tally: Tally; onChange: (papers: Papers) => void }): JSX.Element {
  const papers = tally.papers ?? NONE;
  const known = useSuppliers(papers.supplierId === undefined ? papers.supplier : "");
  const supplier = (text: string): void => {
    const { supplierId: _, ...rest } = papers;
    const same = known.find((one) => one.title.toLowerCase() === text.trim().toLowerCase());
    onChange({ ...rest, supplier: text, ...(same && { supplierId: same.id }) });
  };
  return (
    <section className="papers" aria-label="Papers of the delivery">
      <label>
        Supplier
        <input value={papers.supplier} list="suppliers" autoComplete="off" placeholder="may be left out" data-takes-codes onChange={(event) => supplier(event.currentTarget.value)} />
      </label>
      <datalist id="suppliers">
        {known.map((one) => (
          <option key={one.id} value={one.title} />
        ))}
      </datalist>
      <label>
        Delivery note
        <input
          value={papers.note}
          autoComplete="off"
          autoCapitalize="characters"
          placeholder="may be left out"
          data-takes-codes
          onChange={(event) => onChange({ ...papers, note: event.currentTarget.value })}
        />
      </label>
    </section>
  );
}

/** Suppliers whose name begins like this, where there is a network and the caller may see them. */
function useSuppliers(text: string): Found[] {
  const [found, setFound] = useState<Found[]>([]);
  const wanted = text.trim();
  useEffect(() => {
    if (wanted.length < 2) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      read<{ data: Found[] }>(`/search?kinds=party&limit=8&q=${encodeURIComponent(wanted)}`, { signal: stop.signal }).then(
        ({ data }) => !stop.signal.aborted && setFound(data),
        () => undefined, // A name that nobody knows is written down as it is.
      );
    }, PAUSE_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [wanted]);
  return found;
}
