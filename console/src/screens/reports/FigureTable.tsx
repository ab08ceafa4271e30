import { useRouter } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type JSX, type KeyboardEvent, type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useStore } from "../../api/store";
import { useActions } from "../../app/actions";
import { keepSpot, spotOf } from "../../app/kept";
import { settings } from "../../app/settings";
import { FigureTitle } from "./FigureTitle";
import { type Figure, type Target, hrefOf } from "./links";
import "./statement.css";

/** A row of a statement or a trial balance. */
export interface FigureRow {
  id: string;
  /** From 0. */
  depth: number;
  kind: "heading" | "line" | "sum" | "total";
  title: string;
  code?: string | undefined;
  within?: string | undefined;
  opened?: boolean | undefined;
  rule?: "single" | "double" | undefined;
  /** Where its name leads, if not only its figures do. */
  about?: Target | undefined;
}

/** What stands where a row and a column meet. */
export interface Cell {
  node: ReactNode;
  /** Where the figure leads. */
  target?: Target | undefined;
  /** What it is made of, to be shown beside. */
  figure?: Figure | undefined;
  /** What following it does instead of leaving: it shows beside what makes the figure. */
  opens?: (() => void) | undefined;
}

/** A column of figures. */
export interface FigureColumn {
  id: string;
  head: ReactNode;
  /** Whether a hairline parts it from the one before. */
  isRuled?: boolean | undefined;
  /** A part of the figure before it: narrower and dimmed. */
  isAside?: boolean | undefined;
  cell: (row: FigureRow) => Cell | undefined;
}

interface Props {
  /** What the table is, for readers. */
  label: string;
  columns: FigureColumn[];
  rows: readonly FigureRow[];
  /** Heads above groups of columns. */
  groups?: { id: string; title: ReactNode; span: number }[] | undefined;
  onFold?: ((id: string, opened: boolean) => void) | undefined;
  /** Shows what a figure is made of beside the table. */
  onPeek: (cell: { figure: Figure; row: FigureRow } | undefined) => void;
}

/** A longer table draws only the rows that are seen. */
const MOST_DRAWN = 120;
/** More columns than these scroll sideways in a region of their own; fewer are on the page, which scrolls. */
const MOST_ON_PAGE = 5;
const ROWS_AROUND = 15;
const ROW_PX = 32;
/** So long what stands around a table may take to come. */
const SETTLES_MS = 1_500;

/**
 * Figures in rows and columns, each a link to what it is made of. `j`, `k` and the arrows move, ← and → fold or go from figure
 * to figure, Enter opens the figure, Space shows its lines beside.
 */
export function FigureTable({ label, columns, rows, groups, onFold, onPeek }: Props): JSX.Element {
  const router = useRouter();
  const hasFolds = onFold !== undefined && rows.some((row) => row.opened !== undefined);
  const region = useRef<HTMLDivElement>(null);
  const [spot] = useState(() => spotOf(label));
  const [focus, setFocus] = useState(spot.at);
  const { plainTables } = useStore(settings);
  const isWindowed = rows.length > MOST_DRAWN && !plainTables;
  const windowed = useVirtualizer({
    count: rows.length,
    enabled: isWindowed,
    getScrollElement: () => region.current,
    estimateSize: () => ROW_PX,
    overscan: ROWS_AROUND,
    initialOffset: spot.top ?? 0,
    scrollPaddingStart: ROW_PX,
  });
  const seen = windowed.getVirtualItems();
  const drawn = isWindowed ? seen.map((item) => item.index) : rows.map((_, index) => index);
  const before = isWindowed ? (seen[0]?.start ?? 0) : 0;
  const after = isWindowed ? windowed.getTotalSize() - (seen.at(-1)?.end ?? 0) : 0;
  const present = Math.max(0, rows.findIndex((row) => row.id === focus));
  useEffect(() => {
    const scroller = scrollerOf(region.current);
    const keep = (): void => keepSpot(label, { top: scroller?.scrollTop });
    if (spot.top !== undefined) scroller?.scrollTo({ top: spot.top });
    scroller?.addEventListener("scroll", keep, { passive: true });
    // Back leads to the row that was left.
    const left = spot.at === undefined ? -1 : rows.findIndex((row) => row.id === spot.at);
    const until = performance.now() + SETTLES_MS;
    // What stands around the table may come after it: until then there is less to scroll.
    const settle = (): void => {
      if (spot.top === undefined || !scroller || scroller.scrollTop >= spot.top || performance.now() > until) return;
      scroller.scrollTo({ top: spot.top });
      frame = requestAnimationFrame(settle);
    };
    let frame = requestAnimationFrame(() => {
      if (left >= 0) rowAt(region.current, left)?.focus({ preventScroll: true });
      settle();
    });
    return () => {
      cancelAnimationFrame(frame);
      scroller?.removeEventListener("scroll", keep);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it is first shown
  }, []);

  const go = useCallback(
    (index: number): void => {
      const to = Math.max(0, Math.min(index, rows.length - 1));
      const column = figuresOf(document.activeElement?.closest("tr")).indexOf(document.activeElement as HTMLElement);
      const take = (): void => {
        const row = rowAt(region.current, to);
        const next = column >= 0 ? (figuresOf(row)[column] ?? row) : row;
        next?.focus();
        next?.scrollIntoView({ block: "nearest" });
      };
      if (isWindowed && !rowAt(region.current, to)) {
        windowed.scrollToIndex(to, { align: "auto" });
        requestAnimationFrame(() => requestAnimationFrame(take));
      } else take();
    },
    [rows.length, isWindowed, windowed],
  );
  const isInside = (): boolean => Boolean(region.current?.contains(document.activeElement));
  useActions([
    { id: "row-next", title: "Next row", keys: "j", quiet: true, run: () => go(isInside() ? present + 1 : present) },
    { id: "row-before", title: "Row before", keys: "k", quiet: true, run: () => go(isInside() ? present - 1 : present) },
  ]);

  const cellOf = (link: HTMLElement | undefined): { cell: Cell; row: FigureRow } | undefined => {
    const row = rows[Number(link?.closest("tr")?.dataset["row"])];
    const cell = row && columns[Number(link?.dataset["column"])]?.cell(row);
    return row && cell ? { cell, row } : undefined;
  };
  const open = (target: Target): void => void router.navigate({ to: target.to as "/", params: target.params as never, search: target.search });

  function onClick(event: MouseEvent): void {
    const link = (event.target as HTMLElement).closest<HTMLElement>("a[data-column]");
    const cell = link && cellOf(link)?.cell;
    const target = cell?.target;
    if (!link || !target || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (cell?.opens) return cell.opens();
    // Where the eye is: Back leads to this figure's row.
    keepSpot(label, { at: rows[Number(link.closest("tr")?.dataset["row"])]?.id });
    open(target);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const on = event.target as HTMLElement;
    const tr = on.closest<HTMLElement>("tr[data-row]");
    const row = tr ? rows[Number(tr.dataset["row"])] : undefined;
    if (!tr || !row || on.tagName === "BUTTON" || event.ctrlKey || event.metaKey || event.altKey) return;
    const figures = figuresOf(tr);
    const column = figures.indexOf(on);
    const chosen = column >= 0 ? on : figures[0];
    switch (event.key) {
      case "ArrowDown":
        go(present + 1);
        break;
      case "ArrowUp":
        go(present - 1);
        break;
      case "Home":
        go(0);
        break;
      case "End":
        go(rows.length - 1);
        break;
      case "ArrowRight":
        if (column < 0 && row.opened === false) onFold?.(row.id, true);
        else figures[column + 1]?.focus();
        break;
      case "ArrowLeft":
        if (column >= 0) (figures[column - 1] ?? tr).focus();
        else if (row.opened) onFold?.(row.id, false);
        else go(rows.findLastIndex((other, index) => index < present && other.depth < row.depth && other.kind === "heading"));
        break;
      case "Enter": {
        const { target, opens } = cellOf(chosen)?.cell ?? {};
        if (opens) opens();
        else if (target) {
          keepSpot(label, { at: row.id });
          open(target);
        } else if (row.opened !== undefined) onFold?.(row.id, !row.opened);
        break;
      }
      case " ": {
        const found = cellOf(chosen);
        if (found?.cell.opens) found.cell.opens();
        else onPeek(found?.cell.figure && { figure: found.cell.figure, row: found.row });
        break;
      }
      default:
        return;
    }
    event.preventDefault();
  }

  return (
    <div className="statement" data-wide={columns.length > 3} data-many={columns.length > MOST_ON_PAGE} data-windowed={isWindowed} ref={region}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its rows and figures have the focus */}
      <table role="treegrid" aria-label={label} aria-rowcount={isWindowed ? rows.length + 1 : undefined} onClick={onClick} onKeyDown={onKeyDown}>
        <thead>
          {groups && (
            <tr>
              <td />
              {groups.map((group) => (
                <th key={group.id} scope="colgroup" colSpan={group.span} className="statement-group">
                  {group.title}
                </th>
              ))}
            </tr>
          )}
          <tr>
            <th scope="col">
              <span className="spoken">Account</span>
            </th>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={classOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <tr aria-hidden="true" style={{ height: before }} />}
          {drawn.flatMap((index) => {
            const row = rows[index];
            if (!row) return [];
            return (
              <tr
                key={row.id}
                ref={isWindowed ? windowed.measureElement : undefined}
                data-index={index}
                data-row={index}
                aria-rowindex={isWindowed ? index + 2 : undefined}
                data-kind={row.kind}
                data-rule={row.rule}
                aria-level={row.depth + 1}
                aria-expanded={row.opened}
                tabIndex={index === present ? 0 : -1}
                onFocus={() => {
                  setFocus(row.id);
                  keepSpot(label, { at: row.id });
                }}
              >
                <th scope="row" title={row.within}>
                  <FigureTitle row={row} onFold={onFold} hasFolds={hasFolds} />
                </th>
                {columns.map((column, at) => {
                  const cell = column.cell(row);
                  return (
                    <td key={column.id} className={classOf(column)}>
                      {cell && (
                        <span className="statement-figure">
                          {cell.target ? (
                            <a className="quiet" tabIndex={-1} data-column={at} href={hrefOf(cell.target)}>
                              {cell.node}
                            </a>
                          ) : (
                            cell.node
                          )}
                        </span>
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          })}
          {after > 0 && <tr aria-hidden="true" style={{ height: after }} />}
        </tbody>
      </table>
    </div>
  );
}

/** What scrolls the table: its own region where it has one, else the page. */
function scrollerOf(region: HTMLElement | null): Element | null {
  if (!region || getComputedStyle(region).overflowY !== "visible") return region;
  return region.closest("#screen");
}

const classOf = (column: FigureColumn): string =>
  ["number", column.isRuled ? "ruled" : "", column.isAside ? "aside" : ""].filter(Boolean).join(" ");

const rowAt = (region: HTMLElement | null, index: number): HTMLElement | null => region?.querySelector<HTMLElement>(`tr[data-row="${index}"]`) ?? null;

const figuresOf = (row: Element | null | undefined): HTMLElement[] => [...(row?.querySelectorAll<HTMLElement>("a[data-column]") ?? [])];
