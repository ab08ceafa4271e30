// The first sheet of a workbook as rows of text. What it says counts by the service's own reading; this is for headings, and for
// the lines that people get back.

import { readSheet } from "read-excel-file/universal";
import type { RawRow } from "./csv";

/** Whether these bytes are a workbook: a ZIP file. */
export const isSheet = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

/** A cell as people would type it. A day has no time, and the library gives it as midnight in UTC. */
function typed(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00.000Z$/, "");
  return String(cell).trim();
}

/** The rows of the first sheet. It fails where they cannot be read here. */
export async function sheetRows(bytes: Uint8Array<ArrayBuffer>): Promise<RawRow[]> {
  // Figures stay the digits that the file has: they are no numbers of JavaScript.
  const rows = await readSheet(new Blob([bytes]), { parseNumber: (digits: string) => digits, trim: false });
  return rows
    .map((cells, at) => ({ line: at + 1, cells: cells.map(typed) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
}
