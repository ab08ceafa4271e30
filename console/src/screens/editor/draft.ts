// An entry while it is being written: what stands in its fields, and what that was read as.

/** A field: its text as typed or as written back, and what it means. */
export interface Cell {
  /** What the field shows. */
  text: string;
  /** What it was read as, in the form of the API: an id, an amount, a day. Empty where nothing or something wrong stands there. */
  value: string;
  /** What is wrong with it. */
  fault?: string;
  /** Whether the service said so, and not the reading of the text: it may say otherwise next time. */
  isTold?: boolean;
  /** How something doubtful was understood. */
  note?: string;
}

/** A field in which nothing stands. */
export const EMPTY: Cell = { text: "", value: "" };

/** A field of a line: `dim:` and the code for each dimension. */
export type ColumnId = "account" | "party" | "memo" | "debit" | "credit" | "due" | "currency" | `dim:${string}`;

/** What a line of a stored draft has that the grid does not show; it goes when the amount or the currency changes. */
export interface Conversion {
  exchangeRate?: string;
  baseDebit?: string;
  baseCredit?: string;
}

/** A line of the entry. */
export interface Line {
  /** Its name on this page: it stays while lines come and go around it. */
  id: number;
  cells: Readonly<Partial<Record<ColumnId, Cell>>>;
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

let last = 0;

/** A line with a name of its own. */
export function newLine(cells: Line["cells"] = {}, conversion?: Conversion): Line {
  last += 1;
  return { id: last, cells, ...(conversion && { conversion }) };
}

/** The field of a line. */
export const cellOf = (line: Line, column: ColumnId): Cell => line.cells[column] ?? EMPTY;

/** Whether nothing stands in the line. */
export const isEmptyLine = (line: Line): boolean => Object.values(line.cells).every((cell) => !cell || cell.text.trim() === "");

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
