// A CSV file as rows with their lines, as the service counts them.

/** A row of a file. */
export interface RawRow {
  /** From 1: where it begins. */
  line: number;
  cells: string[];
}

/** What may separate values, the usual first. */
export const SEPARATORS = [",", ";", "\t", "|"] as const;

/** The text of a file, and in which encoding it was read. */
export interface Decoded {
  text: string;
  encoding: "UTF-8" | "UTF-16" | "Windows-1252";
}

/** Reads bytes as text: UTF-8, UTF-16 by its mark, else what spreadsheets of Western Europe and America write. */
export function decoded(bytes: Uint8Array): Decoded {
  const [one, two] = bytes;
  const [label, encoding] = one === 0xff && two === 0xfe ? (["utf-16le", "UTF-16"] as const) : one === 0xfe && two === 0xff ? (["utf-16be", "UTF-16"] as const) : (["utf-8", "UTF-8"] as const);
  const lines = (text: string): string => text.replaceAll("\r\n", "\n");
  try {
    return { text: lines(new TextDecoder(label, { fatal: true }).decode(bytes)), encoding };
  } catch {
    return { text: lines(new TextDecoder("windows-1252").decode(bytes)), encoding: "Windows-1252" };
  }
}

/** The rows of a text whose values are separated by this sign, at most so many. Empty lines are none. */
export function rowsOf(text: string, separator: string, most = Number.POSITIVE_INFINITY): RawRow[] {
  const rows: RawRow[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length && rows.length < most) {
    if (text[at] === "\n") {
      at += 1;
      line += 1;
      continue;
    }
    const row: RawRow = { line, cells: [] };
    for (;;) {
      let cell = "";
      if (text[at] === '"') {
        const end = endOfQuoted(text, at);
        cell = text.slice(at + 1, end).replaceAll('""', '"');
        for (const sign of text.slice(at, end)) if (sign === "\n") line += 1;
        at = end + 1;
      }
      const end = endOfPlain(text, at, separator);
      row.cells.push((cell + text.slice(at, end)).trim());
      at = end + 1;
      if (text[end] !== separator) break;
    }
    line += 1;
    rows.push(row);
  }
  return rows;
}

function endOfQuoted(text: string, begin: number): number {
  let at = begin + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    if (text[quote + 1] !== '"') return quote;
    at = quote + 2;
  }
}

function endOfPlain(text: string, begin: number, separator: string): number {
  let at = begin;
  while (at < text.length && text[at] !== separator && text[at] !== "\n") at += 1;
  return at;
}

/** A row of a CSV file. */
export function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",");
}
