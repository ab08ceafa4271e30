// Lines while they are being written: what stands in their fields, and what that was read as.

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
  /** Whether nobody typed it, and it follows from other fields until somebody does. */
  isDerived?: boolean;
}

/** A field in which nothing stands. */
export const EMPTY: Cell = { text: "", value: "" };

/** A line with fields of these columns. */
export interface GridLine<Column extends string> {
  /** Its name on this page: it stays while lines come and go around it. */
  id: number;
  cells: Readonly<Partial<Record<Column, Cell>>>;
}

let last = 0;

/** A name for a line that no other on this page has. */
export function newLineId(): number {
  last += 1;
  return last;
}

/** The field of a line. */
export const cellOf = <Column extends string>(line: GridLine<Column>, column: Column): Cell => line.cells[column] ?? EMPTY;

/** Whether nothing stands in the line. */
export const isEmptyLine = (line: GridLine<string>): boolean =>
  Object.values(line.cells).every((cell) => !cell || cell.text.trim() === "");
