import type { MovementFilter, MovementRow } from "../../api/movements";
import { queries } from "../../api/queries";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The list of movements from which one was opened. */
    movements?: MovementFilter;
  }
}

/** The movements of a list as far as they have been read. */
export function movementsOf(list: MovementFilter): MovementRow[] {
  const read = queries.getQueryData<{ pages: Array<{ data: MovementRow[] }> }>(["stock", "movements", list]);
  return read?.pages.flatMap((page) => page.data) ?? [];
}

/** The row at which a list was left, by what it lists. It lives as long as the tab. */
const left = new Map<string, string>();

/** Remembers at which row this list is. */
export function leaveMovementAt(list: MovementFilter, id: string): void {
  left.set(JSON.stringify(list), id);
}

/** The row at which this list was left. */
export const movementLeftAt = (list: MovementFilter): string | undefined => left.get(JSON.stringify(list));
