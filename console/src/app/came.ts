import type { EntryFilter } from "../api/entries";
import { queries } from "../api/queries";
import type { EntryRow } from "../api/entries";

// Where somebody came from, kept with the step of the browser's history: it is not part of what an address says.
declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The list of entries from which an entry was opened. */
    list?: EntryFilter;
  }
}

/** The entries of a list as far as they have been read. */
export function rowsOf(list: EntryFilter): EntryRow[] {
  const read = queries.getQueryData<{ pages: Array<{ data: EntryRow[] }> }>(["entries", "list", list]);
  return read?.pages.flatMap((page) => page.data) ?? [];
}

/** The row at which a list was left, by what it lists. It lives as long as the tab. */
const left = new Map<string, string>();

/** Remembers at which row this list is. */
export function leaveAt(list: EntryFilter, id: string): void {
  left.set(JSON.stringify(list), id);
}

/** The row at which this list was left. */
export const leftAt = (list: EntryFilter): string | undefined => left.get(JSON.stringify(list));
