// Where a file has its headings: reports have the name of the company and the period above them.

import type { RawRow } from "./csv";
import { SEPARATORS, rowsOf } from "./csv";

/** Rows in which the headings are looked for, as the service does. */
const WITHIN = 30;

/** How much a row looks like headings: cells with words, and no figures or days. */
function likeness(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (/\p{L}/u.test(cell) && !/\d{2}[\s./-]|[\s./-]\d{2}/.test(cell) ? 1 : 0), 0);
}

/** The place of the headings among the rows: of several that look like them equally, the first. */
export function placeOfHeadings(rows: readonly RawRow[]): number {
  let found = 0;
  let most = 0;
  rows.slice(0, WITHIN).forEach(({ cells }, at) => {
    const value = likeness(cells);
    if (value > most) [found, most] = [at, value];
  });
  return found;
}

/** The rows of a CSV file by the separator with which it has the most headings. */
export function bestRows(text: string): RawRow[] {
  let best: string = SEPARATORS[0];
  let most = -1;
  for (const separator of SEPARATORS) {
    const rows = rowsOf(text, separator, WITHIN);
    const value = Math.max(0, ...rows.map(({ cells }) => (cells.length > 1 ? likeness(cells) : 0)));
    if (value > most) [best, most] = [separator, value];
  }
  return rowsOf(text, best);
}
