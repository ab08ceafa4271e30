import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type JSX, type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from "react";
import type { CountLine } from "../../api/counts";
import { useStore } from "../../api/store";
import { settings } from "../../app/settings";
import { useAmounts } from "../../parts/Amount";
import { Quantity } from "../../parts/Quantity";
import { leastOf, rowHeight } from "../../parts/rows";
import { readAmount } from "../../text/amount";
import { Exact } from "../../text/exact";
import "../../parts/grid/grid.css";

/** What a screen does with the lines of a sheet. */
export interface SheetGridHandle {
  /** Puts the focus into the next line without a quantity behind this one; into the first one of all where none is said. */
  focusNext: (after: number | undefined) => void;
  /** Brings a line into view. */
  show: (lineNumber: number) => void;
}

const AROUND = 10;

/** The lines of a sheet, each with a field for what is there. Enter records and goes to the next one that is not counted. */
export function SheetGrid({
  ref,
  rows,
  byNumber,
  quantityOf,
  pending,
  showsBooks,
  onFound,
  onEnd,
}: {
  ref: Ref<SheetGridHandle>;
  rows: readonly number[];
  byNumber: ReadonlyMap<number, CountLine>;
  quantityOf: (line: CountLine) => string | null;
  pending: ReadonlyMap<number, string>;
  showsBooks: boolean;
  onFound: (lineNumber: number, quantity: string) => void;
  /** Every line has a quantity. */
  onEnd: () => void;
}): JSX.Element {
  const { density, locale, plainTables } = useStore(settings);
  const write = useAmounts();
  const scroller = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const [faults, setFaults] = useState<ReadonlyMap<number, string>>(new Map());
  const height = rowHeight(density, true);
  const windowed = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index] ?? index,
    overscan: AROUND,
    enabled: !plainTables,
    scrollPaddingStart: height,
  });
  const hasBins = [...byNumber.values()].some((line) => line.locationId !== null);
  const hasLots = [...byNumber.values()].some((line) => line.lotId !== null || line.serialId !== null);

  function focus(index: number): void {
    const lineNumber = rows[index];
    if (lineNumber === undefined) return;
    if (!plainTables) windowed.scrollToIndex(index, { align: "auto" });
    const find = (): boolean => {
      const field = scroller.current?.querySelector<HTMLInputElement>(`[data-line="${lineNumber}"] input`);
      field?.focus({ preventScroll: plainTables ? false : true });
      return Boolean(field);
    };
    if (!find()) requestAnimationFrame(() => find() || requestAnimationFrame(find));
  }

  function focusNext(after: number | undefined): void {
    const from = after === undefined ? 0 : rows.indexOf(after) + 1;
    const isOpen = (lineNumber: number): boolean => {
      const line = byNumber.get(lineNumber);
      return line !== undefined && lineNumber !== after && quantityOf(line) === null;
    };
    const next = rows.findIndex((lineNumber, index) => index >= from && isOpen(lineNumber));
    if (next >= 0) focus(next);
    else if (after === undefined && rows.length > 0) focus(0);
    else onEnd();
  }

  useImperativeHandle(ref, () => ({
    focusNext,
    show: (lineNumber) => {
      const index = rows.indexOf(lineNumber);
      if (index >= 0 && !plainTables) windowed.scrollToIndex(index, { align: "auto" });
    },
  }));

  /** Reads what is typed in a line; false where it cannot be read. */
  function take(line: CountLine): boolean {
    const text = typed.get(line.lineNumber);
    const drop = <Value,>(map: ReadonlyMap<number, Value>): Map<number, Value> => {
      const next = new Map(map);
      next.delete(line.lineNumber);
      return next;
    };
    if (text === undefined) return true;
    if (text.trim() === "") {
      setTyped(drop(typed));
      setFaults(drop(faults));
      return true;
    }
    const reading = readAmount(text, { decimals: 15, locale, largestMinor: "9".repeat(30) });
    const fault = !reading.ok ? reading.message : reading.value.startsWith("-") ? "No less than nothing can be there." : undefined;
    if (fault !== undefined || !reading.ok) {
      setFaults(new Map(faults).set(line.lineNumber, fault ?? ""));
      return false;
    }
    setFaults(drop(faults));
    setTyped(drop(typed));
    const value = new Exact(reading.value).toFixed();
    if (value !== quantityOf(line)) onFound(line.lineNumber, value);
    return true;
  }

  function onKeyDown(event: KeyboardEvent, line: CountLine, index: number): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (take(line)) focusNext(line.lineNumber);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (take(line)) focus(index + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Escape" && typed.has(line.lineNumber)) {
      event.preventDefault();
      event.stopPropagation();
      const next = new Map(typed);
      next.delete(line.lineNumber);
      setTyped(next);
    }
  }

  if (rows.length === 0) return <p className="dim">No line fits. Clear the words above, or show all lines.</p>;
  const columns = [hasBins && "minmax(4rem, 8rem)", "minmax(10rem, 1fr)", hasLots && "minmax(4rem, 10rem)", showsBooks && "6.5rem", "minmax(6rem, 9rem)", "5.5rem"].filter((one) => one !== false);
  const least = `calc(${columns.map(leastOf).join(" + ")})`;
  const drawn = plainTables ? rows.map((_, index) => ({ index, start: undefined })) : windowed.getVirtualItems();
  return (
    <div className="count-lines" ref={scroller}>
      <table role="grid" aria-label="Lines of the sheet" aria-rowcount={rows.length + 1} style={{ "--columns": columns.join(" "), "--least": least } as CSSProperties}>
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            {hasBins && <th role="columnheader">Bin</th>}
            <th role="columnheader">Item</th>
            {hasLots && <th role="columnheader">Lot or serial number</th>}
            {showsBooks && (
              <th role="columnheader" className="number">
                Books
              </th>
            )}
            <th role="columnheader" className="number">
              Counted
            </th>
            <th role="columnheader">
              <span className="spoken">State</span>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup" style={plainTables ? undefined : { height: windowed.getTotalSize(), position: "relative" }}>
          {drawn.map(({ index, start }) => {
            const line = byNumber.get(rows[index] ?? -1);
            if (!line) return null;
            const quantity = quantityOf(line);
            const text = typed.get(line.lineNumber) ?? (quantity === null ? "" : write(quantity));
            const fault = faults.get(line.lineNumber);
            return (
              <tr
                key={line.lineNumber}
                role="row"
                data-line={line.lineNumber}
                aria-rowindex={index + 2}
                data-counted={quantity !== null || undefined}
                style={start === undefined ? undefined : { position: "absolute", top: start, height }}
              >
                {hasBins && <td role="gridcell">{line.locationCode}</td>}
                <td role="gridcell" title={line.name}>
                  <span className="strong">{line.sku}</span> {line.name}
                </td>
                {hasLots && <td role="gridcell">{line.lotNumber ?? line.serialNumber}</td>}
                {showsBooks && (
                  <td role="gridcell" className="number">
                    <Quantity value={line.expected} />
                  </td>
                )}
                <td role="gridcell" className="count-cell">
                  <input
                    aria-label={`Counted of ${line.sku}${line.locationCode ? ` in ${line.locationCode}` : ""}${line.lotNumber ? `, lot ${line.lotNumber}` : ""}`}
                    aria-invalid={fault !== undefined}
                    inputMode="decimal"
                    autoComplete="off"
                    value={text}
                    onChange={(event) => setTyped(new Map(typed).set(line.lineNumber, event.currentTarget.value))}
                    onFocus={(event) => event.currentTarget.select()}
                    onBlur={() => take(line)}
                    onKeyDown={(event) => onKeyDown(event, line, index)}
                  />
                </td>
                <td role="gridcell" className={fault ? "negative" : "dim"}>
                  {fault ?? (pending.has(line.lineNumber) ? "sending…" : quantity !== null ? "✓ recorded" : "")}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
