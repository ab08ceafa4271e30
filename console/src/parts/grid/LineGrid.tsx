import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type JSX, type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useStore } from "../../api/store";
import { settings } from "../../app/settings";
import type { GridLine } from "./cells";
import type { Finder } from "./FindCell";
import type { GridDesk } from "./GridDesk";
import { LineRow } from "./LineRow";
import "./grid.css";

/** How the columns of a kind of document look. */
export interface GridLook {
  /** What the lines are, for readers: `Lines of the entry`. */
  label: string;
  /** Columns of figures, which stand to the right. */
  figures: ReadonlySet<string>;
  /** The column that stays in view. */
  frozen: string;
  /** The column of free text. */
  text: string;
  /** The least width of a column in rem, and its share of what is left. */
  width: (column: string) => readonly [least: number, share: number];
  /** Grey text in an empty field. */
  hint?: (line: GridLine<string>, column: string) => string | undefined;
}

interface Props {
  desk: GridDesk<any, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- of any columns
  look: GridLook;
  columns: readonly string[];
  /** The names of the columns, in their order. */
  names: readonly string[];
  finders: Readonly<Record<string, Finder>>;
}

const NUMBER = 3;

/** The widths of these columns, for a grid of CSS, that of the line's number first; and the least that they take together. */
export function template(columns: readonly string[], width: GridLook["width"]): { columns: string; least: string } {
  const widths = columns.map(width);
  return {
    columns: [`${NUMBER}rem`, ...widths.map(([least, share]) => (share ? `minmax(${least}rem, ${share}fr)` : `${least}rem`))].join(" "),
    least: `${widths.reduce((sum, [least]) => sum + least, NUMBER)}rem`,
  };
}

const LINES_AROUND = 8;
/** As many lines are drawn without a window. */
const UNWINDOWED = 40;

/**
 * The lines of a document as a table of real inputs, of which only those in view are drawn. Enter goes to the next field that
 * the line needs, Tab to every field, the arrows up and down along a column.
 */
export const LineGrid = memo(function LineGrid({ desk, look, columns, names, finders }: Props): JSX.Element {
  const { sheet } = desk;
  const { plainTables, density } = useStore(settings);
  const ids = useSyncExternalStore(sheet.followOrder, sheet.orderNow);
  const marked = useSyncExternalStore(sheet.followOrder, sheet.marked);
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(-1);
  const height = rowHeight(density);
  const isWhole = plainTables || ids.length <= UNWINDOWED;
  const windowed = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => ids[index] ?? index,
    overscan: LINES_AROUND,
    enabled: !isWhole,
    scrollPaddingStart: height,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan);
      const last = Math.min(count - 1, endIndex + overscan);
      const range = Array.from({ length: last - first + 1 }, (_, at) => first + at);
      // The line with the focus stays, however far one scrolls.
      const now = active < count ? active : -1;
      if (now < 0 || (now >= first && now <= last)) return range;
      return now < first ? [now, ...range] : [...range, now];
    },
  });
  const widths = useMemo(() => template(columns, look.width), [columns, look]);
  useEffect(() => {
    desk.root = scroller.current;
    desk.bring = (index) => {
      if (!isWhole && index >= 0) windowed.scrollToIndex(index, { align: "auto" });
    };
  });
  const lastMarked = useRef<number>(undefined);
  const onMark = useCallback(
    (id: number, isRange: boolean) => {
      const order = sheet.orderNow();
      const next = new Set(sheet.marked());
      const [from, to] = [order.indexOf(lastMarked.current ?? id), order.indexOf(id)].sort((a, b) => a - b);
      if (isRange && from !== undefined && from >= 0) for (const one of order.slice(from, (to ?? from) + 1)) next.add(one);
      else if (!next.delete(id)) next.add(id);
      lastMarked.current = id;
      sheet.mark(next);
    },
    [sheet],
  );

  function onKeyDown(event: KeyboardEvent): void {
    const at = desk.active();
    if (!at || event.defaultPrevented || event.nativeEvent.isComposing || event.altKey) return;
    const { id, column } = at;
    const hasControl = event.ctrlKey || event.metaKey;
    if (event.key === "Enter" && !hasControl) {
      if (!finders[column]) desk.leave(id, column);
      desk.advance(id, column);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !hasControl) {
      const by = event.key === "ArrowDown" ? 1 : -1;
      if (event.shiftKey) {
        onMark(id, true);
        const next = sheet.orderNow()[sheet.orderNow().indexOf(id) + by];
        if (next !== undefined) onMark(next, true);
      }
      desk.move(id, column, by);
    } else if (event.key === "Tab" && !event.shiftKey && column === columns.at(-1) && sheet.orderNow().at(-1) === id) {
      if (!finders[column]) desk.leave(id, column);
      if (!sheet.isFilled(id)) return;
      desk.nextLine(id);
    } else if (!desk.key(event.key, id, column)) {
      return;
    }
    event.preventDefault();
  }

  const drawn = isWhole ? ids.map((_, index) => ({ index, start: undefined })) : windowed.getVirtualItems();
  return (
    <div
      className="entry-lines"
      ref={scroller}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        const row = (event.target as HTMLElement).closest<HTMLElement>("[data-index]");
        if (row) setActive(Number(row.dataset["index"]));
      }}
    >
      <table
        role="grid"
        aria-label={look.label}
        aria-rowcount={ids.length + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        style={{ "--columns": widths.columns, "--least": widths.least } as CSSProperties}
      >
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1} className="line-head">
            <th role="columnheader" className="line-number">
              <span className="spoken">Line</span>
            </th>
            {columns.map((column, at) => (
              <th
                key={column}
                role="columnheader"
                scope="col"
                aria-colindex={at + 2}
                className={look.figures.has(column) ? "line-amount" : undefined}
                data-frozen={column === look.frozen || undefined}
              >
                {names[at]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" style={isWhole ? undefined : { height: windowed.getTotalSize(), position: "relative" }}>
          {drawn.map(({ index, start }) => {
            const id = ids[index] ?? -1;
            return (
              <LineRow
                key={id}
                desk={desk}
                id={id}
                index={index}
                top={start}
                columns={columns}
                names={names}
                look={look}
                finders={finders}
                isMarked={marked.has(id)}
                onMark={onMark}
                measure={isWhole ? undefined : windowed.measureElement}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
});

function rowHeight(density: string): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const isCoarse = matchMedia("(pointer: coarse)").matches;
  return rem * (isCoarse ? 2.75 : density === "calm" ? 2.5 : 2);
}
