// An entry while it is being written: what stands in its fields, and what that was read as.

import type { Entry } from "../../api/entries";
import { type Cell, EMPTY, type GridLine, cellOf, isEmptyLine, newLineId } from "../../parts/grid/cells";

export { type Cell, EMPTY, cellOf, isEmptyLine };

/** A field of a line: `dim:` and the code for each dimension. */
export type ColumnId = "account" | "party" | "memo" | "debit" | "credit" | "due" | "currency" | `dim:${string}`;

/** What a line of a stored draft has that the grid does not show; it goes when the amount or the currency changes. */
export interface Conversion {
  exchangeRate?: string;
  baseDebit?: string;
  baseCredit?: string;
}

/** A line of the entry. */
export interface Line extends GridLine<ColumnId> {
  conversion?: Conversion | undefined;
}

/** What stands above the lines, in the form of the API; empty where nothing is given. */
export interface Head {
  date: string;
  description: string;
  reference: string;
  /** The id of the journal. */
  journal: string;
  documentDate: string;
  /** The day of the automatic reversal. */
  reverseOn: string;
  /** The currency of lines that name none; empty for that of the books. */
  currency: string;
  rate: string;
  /** Values by the code of their dimension, for lines that give none. */
  dimensions: Readonly<Record<string, string>>;
}

/** An entry as it is written. */
export interface Draft {
  head: Head;
  lines: readonly Line[];
}

/** A head in which only the date and the journal are given. */
export function newHead(date: string, journal: string): Head {
  return { date, journal, description: "", reference: "", documentDate: "", reverseOn: "", currency: "", rate: "", dimensions: {} };
}

/** A line with a name of its own. */
export function newLine(cells: Line["cells"] = {}, conversion?: Conversion): Line {
  return { id: newLineId(), cells, ...(conversion && { conversion }) };
}

/** Whether the line has what a line needs: an account and an amount. */
export const isFilledLine = (line: Line): boolean =>
  cellOf(line, "account").text !== "" && (cellOf(line, "debit").text !== "" || cellOf(line, "credit").text !== "");

/** The code of the dimension that a column is for. */
export const dimensionOf = (column: ColumnId): string | undefined => (column.startsWith("dim:") ? column.slice(4) : undefined);

/** The lines that are sent, in their order: their places are those in pointers of the answer. */
export const sentLines = (lines: readonly Line[]): Line[] => lines.filter((line) => !isEmptyLine(line));

/** What distinguishes an entry from another: what stands in its fields. */
export function fingerprint({ head, lines }: Draft): string {
  const texts = sentLines(lines).map((line) =>
    Object.entries(line.cells).flatMap(([column, cell]) => (cell?.text ? [[column, cell.text]] : [])).toSorted(),
  );
  return JSON.stringify([head, texts]);
}

/** The lines of a kept entry, with names that this page has not given yet. */
export const revived = (lines: readonly Line[]): Line[] => lines.map((line) => newLine(line.cells, line.conversion));

/** An entry that was not sent, as it is kept on the device. */
export interface UnsentEntry {
  head: Head;
  lines: readonly Line[];
  /** The draft that it changes, as it was when the editor read it. */
  stored?: Entry | undefined;
  /** The keys of requests of which it is not known what became of them. */
  keys: Record<string, string>;
}
