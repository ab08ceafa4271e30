// Rows of a list on the page: how high they are, and giving one the focus.

/** At once where it is drawn, so that the next key finds it, else when it is. By its name: rows before it may go until then. */
export function focusRow(scroller: HTMLElement | null, id: string | undefined, scrolls = false): void {
  const focus = (): boolean => {
    const rows = [...(scroller?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    const row = rows.find((one) => one.dataset["id"] === id);
    row?.focus({ preventScroll: !scrolls });
    // The list is scrolled by itself; in a low or enlarged window, the list may lie outside of what is seen.
    const box = row?.getBoundingClientRect();
    if (box && (box.top < 0 || box.bottom > innerHeight)) row?.scrollIntoView({ block: "nearest" });
    return row !== undefined;
  };
  if (!focus()) requestAnimationFrame(focus);
}

/** How high a row is drawn: by the density that was chosen, for fingers, and for two lines where the screen is narrow. */
export function rowHeight(density: string, keepsColumns: boolean): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  if (!keepsColumns && matchMedia("(max-width: 767px)").matches) return rem * 3.5;
  const coarse = matchMedia("(pointer: coarse)").matches;
  return rem * (coarse ? 2.75 : density === "calm" ? 2.5 : 2);
}

/** Where a row was when it had the focus. */
export interface Place {
  index: number;
  id: string | undefined;
}

/** Where the row is now; where it has gone, the one that took its place. */
export function indexOf<Row>(rows: Row[], rowId: (row: Row) => string, place: Place): number {
  const row = rows[place.index];
  if (place.id !== undefined && (!row || rowId(row) !== place.id)) {
    const moved = rows.findIndex((one) => rowId(one) === place.id);
    if (moved >= 0) return moved;
  }
  return Math.min(place.index, rows.length - 1);
}

/** The least that a column may be narrowed to: `8rem` of `minmax(8rem, 1fr)`. */
export function leastOf(width: string): string {
  return /^minmax\(([^,]+),/.exec(width)?.[1] ?? width;
}
