// A pasted text as a table of cells: from a spreadsheet (tabs) or a file (semicolons, commas).

import Papa from "papaparse";

const DELIMITERS = ["\t", ";", ","];

/** Rows of equally many trimmed cells, without empty rows and without empty columns at the end. */
export function readTable(text: string): string[][] {
  // Files that spreadsheets write may begin with a mark of their coding and a line that names the separator.
  const [, named, body = ""] = /^\ufeff?(?:sep=(.)\r?\n)?([^]*)$/.exec(text) ?? [];
  const tables = (named ? [named] : DELIMITERS).map((delimiter) => split(body, delimiter));
  const best = tables.reduce((found, table) => (evenness(table) > evenness(found) ? table : found));

  const rows = best.map((row) => row.map(trimmed)).filter((row) => row.some((cell) => cell !== ""));
  const width = Math.max(0, ...rows.map((row) => row.findLastIndex((cell) => cell !== "") + 1));
  return rows.map((row) => Array.from({ length: width }, (_, index) => row[index] ?? ""));
}

function split(text: string, delimiter: string): string[][] {
  const options = { delimiter, skipEmptyLines: "greedy" as const };
  const parsed = Papa.parse<string[]>(text, options);
  // Spreadsheets copy `"Blue" vase` with bare quotes, which then enclose nothing.
  const isBare = parsed.errors.some((error) => error.type === "Quotes");
  return isBare ? Papa.parse<string[]>(text, { ...options, fastMode: true }).data : parsed.data;
}

/** The share of rows that have as many cells as most rows have; 0 if that is one cell. */
function evenness(table: readonly string[][]): number {
  const counts = new Map<number, number>();
  for (const row of table) counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
  const [width, rows] = [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0]);
  return width > 1 ? rows / table.length : 0;
}

/** Line breaks inside a cell are blanks in a line of an entry. */
function trimmed(cell: string): string {
  return cell.replace(/[\s\u00a0]*[\r\n]+[\s\u00a0]*/g, " ").replace(/^[\s\u00a0]+|[\s\u00a0]+$/g, "");
}
