import { useVirtualizer } from "@tanstack/react-virtual";
import { type JSX, type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useStore } from "../api/store";
import { type Action, useActions } from "../app/actions";
import { keepSpot, spotOf } from "../app/kept";
import { settings } from "../app/settings";
import { ListHead, classOf } from "./ListHead";
import { ListPages, PAGE_ROWS, onPage, pageOf } from "./ListPages";
import { Hidden, useColumns } from "./listColumns";
import type { Column, Margin, Tree } from "./listTypes";
import { focusRow, indexOf, leastOf, rowHeight } from "./rows";
import "./list.css";

export type { Column, Margin, Tree } from "./listTypes";

interface Props<Row> {
  /** What the rows are, for readers: `Journal entries`. */
  label: string;
  /** The name under which the choice of columns is kept, where the label names a record; else the label. */
  keptAs?: string | undefined;
  columns: Column<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  margin?: (row: Row) => Margin;
  /** How many there are in all, where that is known and more than are loaded. */
  count?: number | undefined;
  /** Opens a row: Enter, or a click. */
  onOpen?: ((row: Row) => void) | undefined;
  /** Shows a row beside the list: Space. */
  onPeek?: ((row: Row | undefined) => void) | undefined;
  /** Whether a click shows a row beside on narrow screens, too: there is room for it under the list. */
  peeksNarrow?: boolean | undefined;
  /** Whether a click opens a row also where it could be shown beside. */
  clickOpens?: boolean | undefined;
  /** Loads more: called when the end comes near. */
  onMore?: (() => void) | undefined;
  /** What is shown where there is none. */
  empty: ReactNode;
  /** The sum under the rows. */
  foot?: ReactNode;
  /** The row that is shown beside the list. */
  current?: string | undefined;
  /** The rows that are marked, and what changes that. */
  marked?: ReadonlySet<string> | undefined;
  onMark?: ((marked: ReadonlySet<string>) => void) | undefined;
  /** The row that gets the focus, where the screen says so: after what was done to the row before it. Each telling is a new object. */
  goTo?: { id: string | undefined } | undefined;
  /** The row that people are at: it is shown so, and has the focus when the list is come back to. */
  at?: string | undefined;
  onAt?: ((id: string) => void) | undefined;
  /** Where rows lie below one another. */
  tree?: Tree<Row> | undefined;
  /** Whether it keeps its columns on narrow screens and scrolls sideways, rather than have two lines a row. */
  keepsColumns?: boolean | undefined;
}

/** The width of the column in which columns are chosen. */
const CHOOSE = "1.75rem";
const ROWS_AROUND = 12;
const MORE_FROM = 60;

/**
 * A list of records in a window: only what is seen is drawn, however long it is. `j` and `k` or the arrows move, Enter opens,
 * Space shows beside, `x` marks.
 */
export function List<Row>(props: Props<Row>): JSX.Element {
  const { columns, rows, rowId, onOpen, onPeek, onMore } = props;
  const { plainTables, density } = useStore(settings);
  const { hidden, choose } = useColumns(
    props.keptAs ?? props.label,
    columns.map((column) => column.id),
  );
  const scroller = useRef<HTMLDivElement>(null);
  const [spot] = useState(() => spotOf(props.label));
  const [focus, setFocus] = useState(() => {
    const id = props.at ?? spot.at;
    return { id, index: Math.max(0, rows.findIndex((row) => rowId(row) === id)) };
  });
  const covered = useRef(0);
  const height = rowHeight(density, props.keepsColumns ?? false);
  const windowed = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: ROWS_AROUND,
    initialOffset: spot.top ?? (focus.index > 20 ? focus.index * height : 0),
    scrollPaddingEnd: covered.current,
  });
  const shown = windowed.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? 0;
  useEffect(() => windowed.measure(), [windowed, height]);
  useEffect(() => {
    // Head and foot stay in sight, and lie over rows.
    const parts = scroller.current?.querySelectorAll<HTMLElement>("thead, tfoot") ?? [];
    covered.current = [...parts].reduce((sum, part) => sum + part.offsetHeight, 0);
  });
  const present = indexOf(rows, rowId, focus);
  const page = pageOf(present);
  // Plain tables have the next page ready, windows a screenful and more.
  const wanted = plainTables ? (page + 2) * PAGE_ROWS : lastShown + MORE_FROM;
  useEffect(() => {
    if (onMore && rows.length > 0 && wanted >= rows.length) onMore();
  }, [onMore, wanted, rows.length]);
  useEffect(() => {
    // Sums whose cells stand for columns, one by one.
    for (const row of scroller.current?.querySelectorAll("tfoot tr:not(.sum-row)") ?? []) {
      if (row.children.length !== columns.length + 1) continue;
      columns.forEach((column, at) => row.children[at + 1]?.toggleAttribute("data-hidden", hidden.has(column.id)));
    }
  });

  const go = useCallback(
    (to: number): void => {
      const next = Math.max(0, Math.min(to, rows.length - 1));
      setFocus({ id: rows[next] && rowId(rows[next]), index: next });
      if (!plainTables) windowed.scrollToIndex(next, { align: "auto" });
      const row = rows[next];
      if (row) props.onAt?.(rowId(row));
      focusRow(scroller.current, row && rowId(row), plainTables);
    },
    [rows, rowId, windowed, props.onAt, plainTables],
  );
  useEffect(() => {
    // Back leads to the row that was left.
    const left = rows[focus.index];
    if (spot.at !== undefined && left && rowId(left) === spot.at) focusRow(scroller.current, spot.at);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it is first shown
  }, []);
  useEffect(() => {
    const id = props.goTo?.id;
    const index = id === undefined ? -1 : rows.findIndex((row) => rowId(row) === id);
    if (index >= 0) go(index);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when the screen says another row
  }, [props.goTo]);
  const given = useRef<string>(undefined);
  useEffect(() => {
    if (props.at === undefined || props.at === given.current) return;
    const index = rows.findIndex((row) => rowId(row) === props.at);
    if (index < 0) return;
    given.current = props.at;
    // Not while somebody types, or does something else on the page.
    const free = document.activeElement === document.body || document.activeElement?.id === "screen" || isInside(scroller);
    if (free) go(index);
    else setFocus({ id: props.at, index });
  }, [props.at, rows, rowId, go]);
  const mark = (): void => {
    const row = rows[present];
    if (!row || !props.onMark) return;
    const next = new Set(props.marked);
    if (!next.delete(rowId(row))) next.add(rowId(row));
    props.onMark(next);
  };
  const list: Action[] = [
    { id: "list-next", title: "Next row", keys: "j", quiet: true, run: () => go(isInside(scroller) ? present + 1 : present) },
    { id: "list-before", title: "Row before", keys: "k", quiet: true, run: () => go(isInside(scroller) ? present - 1 : present) },
    ...(props.onMark ? [{ id: "list-mark", title: "Mark the row", keys: "x", quiet: true, run: mark }] : []),
  ];
  useActions(list);

  function onKeyDown(event: KeyboardEvent): void {
    const row = rows[present];
    if (!(event.target instanceof HTMLElement) || !event.target.hasAttribute("data-row") || !row) return;
    const tree = props.tree;
    if (tree && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
      event.preventDefault();
      const opened = tree.opened(row);
      if (event.key === "ArrowRight") {
        if (opened === false) tree.fold(row, true);
        else if (opened) go(present + 1);
      } else if (opened) tree.fold(row, false);
      else go(rows.findLastIndex((other, index) => index < present && tree.level(other) < tree.level(row)));
      return;
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? height) / height) - 2);
    const moves: Record<string, number> = {
      ArrowDown: present + 1,
      ArrowUp: present - 1,
      PageDown: present + page,
      PageUp: present - page,
      Home: 0,
      End: rows.length - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) go(to);
    else if (event.key === "Enter" && onOpen) onOpen(row);
    else if (event.key === " " && onPeek) onPeek(row);
    else return;
    event.preventDefault();
  }

  if (rows.length === 0) return <div className="list-empty">{props.empty}</div>;
  const widths = columns.filter((column) => !hidden.has(column.id)).map((column) => column.width);
  const template = ["4px", ...widths, CHOOSE].join(" ");
  const least = `calc(4px + ${[...widths.map(leastOf), CHOOSE].join(" + ")})`;
  const before = plainTables ? 0 : (shown[0]?.start ?? 0);
  const after = plainTables ? 0 : windowed.getTotalSize() - (shown.at(-1)?.end ?? 0);
  const drawn = plainTables ? onPage(page, rows.length) : shown.map((item) => item.index);
  return (
    <div
      className="list"
      data-keeps-columns={props.keepsColumns}
      data-plain={plainTables || undefined}
      ref={scroller}
      onKeyDown={onKeyDown}
      onScroll={(event) => keepSpot(props.label, { top: event.currentTarget.scrollTop })}
    >
      <table
        role={props.tree ? "treegrid" : undefined}
        aria-label={props.label}
        aria-rowcount={(props.count ?? rows.length) + 1}
        style={{ "--columns": template, "--least": least } as React.CSSProperties}
      >
        <ListHead columns={columns} hidden={hidden} onChoose={choose} />
        <tbody>
          {before > 0 && <tr aria-hidden="true" className="list-space" style={{ height: before }} />}
          {drawn.map((index) => {
            const row = rows[index] as Row;
            const id = rowId(row);
            return (
              <tr
                key={id}
                data-row={index}
                data-id={id}
                data-margin={props.margin?.(row)}
                data-current={id === props.current || undefined}
                aria-rowindex={index + 2}
                aria-level={props.tree?.level(row)}
                aria-expanded={props.tree?.opened(row)}
                aria-selected={props.marked ? props.marked.has(id) : undefined}
                tabIndex={index === present ? 0 : -1}
                onFocus={() => {
                  if (index !== present || id !== focus.id) setFocus({ id, index });
                  keepSpot(props.label, { at: id });
                }}
                onClick={(event) => {
                  if (event.defaultPrevented || (event.target as HTMLElement).closest("a, button, input")) return;
                  if (String(getSelection()) !== "") return;
                  setFocus({ id, index });
                  props.onAt?.(id);
                  if (onPeek && !props.clickOpens && (props.peeksNarrow || wide())) onPeek(row);
                  else onOpen?.(row);
                }}
                onDoubleClick={() => onOpen?.(row)}
              >
                <td className="list-margin" />
                {columns.map((column) =>
                  // Rows of two lines, on narrow screens, have what stands in their corners.
                  hidden.has(column.id) && (props.keepsColumns || !column.corner) ? null : (
                    <td key={column.id} className={classOf(column)} data-corner={column.corner ?? "none"} data-hidden={hidden.has(column.id) || undefined}>
                      {column.cell(row)}
                    </td>
                  ),
                )}
              </tr>
            );
          })}
          {after > 0 && <tr aria-hidden="true" className="list-space" style={{ height: after }} />}
        </tbody>
        {props.foot && (
          <tfoot>
            <Hidden value={hidden}>{props.foot}</Hidden>
          </tfoot>
        )}
      </table>
      {plainTables && (
        <ListPages
          label={props.label}
          page={page}
          loaded={rows.length}
          count={props.count}
          isWhole={!onMore && rows.length >= (props.count ?? 0)}
          onPage={(to) => {
            const index = to * PAGE_ROWS;
            setFocus({ id: rows[index] && rowId(rows[index]), index });
            scroller.current?.scrollTo({ top: 0 });
          }}
        />
      )}
    </div>
  );
}

/** Whether a record has room beside the list. */
export const wide = (): boolean => matchMedia("(min-width: 1200px)").matches;

function isInside(scroller: React.RefObject<HTMLDivElement | null>): boolean {
  return document.activeElement instanceof HTMLElement && Boolean(scroller.current?.contains(document.activeElement));
}
