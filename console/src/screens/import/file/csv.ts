// A CSV file as rows with their lines, as the service counts them.

import Papa from "papaparse";

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
  let line = 1;
  let begin = 0;
  Papa.parse<string[]>(text, {
    delimiter: separator,
    newline: "\n",
    step({ data, meta }, parser) {
      const cells = data.map((cell) => cell.trim());
      if (cells.length > 1 || cells[0] !== "") rows.push({ line, cells });
      // A row may have several lines: those in quotes.
      for (; begin < meta.cursor; begin += 1) if (text[begin] === "\n") line += 1;
      if (rows.length >= most) parser.abort();
    },
  });
  return rows;
}

/** A row of a CSV file. */
export const csvLine = (cells: readonly string[]): string => Papa.unparse([[...cells]], { newline: "\r\n" });
