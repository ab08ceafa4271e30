// The first sheet of a workbook as rows of text. What it says counts by the service's own reading; this is for headings, and for
// the lines that people get back.

import type { RawRow } from "./csv";

/** Whether these bytes are a workbook: a ZIP file. */
export const isSheet = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

const END_OF_DIRECTORY = 0x06054b50;
const ENTRY = 0x02014b50;

interface Packed {
  method: number;
  size: number;
  at: number;
}

/** The files in a ZIP file, by its directory. */
function directory(view: DataView): Map<string, Packed> {
  let end = view.byteLength - 22;
  while (end >= 0 && view.getUint32(end, true) !== END_OF_DIRECTORY) end -= 1;
  const files = new Map<string, Packed>();
  if (end < 0) return files;
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0 && at + 46 <= view.byteLength && view.getUint32(at, true) === ENTRY; left -= 1) {
    const [name, extra, comment] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true)];
    const called = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, name));
    files.set(called, { method: view.getUint16(at + 10, true), size: view.getUint32(at + 20, true), at: view.getUint32(at + 42, true) });
    at += 46 + name + extra + comment;
  }
  return files;
}

async function unpacked(view: DataView, file: Packed): Promise<string> {
  const begin = file.at + 30 + view.getUint16(file.at + 26, true) + view.getUint16(file.at + 28, true);
  const bytes = new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset + begin, file.size);
  if (file.method === 0) return new TextDecoder().decode(bytes);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

const NAMED: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const plain = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex: string, number: string, name: string) =>
    hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : number ? String.fromCodePoint(Number(number)) : (NAMED[name] ?? whole),
  );

/** The text in `<t>` elements, without what tells how a word is read. */
const textIn = (xml: string): string => plain([...xml.replace(/<rPh\b[^]*?<\/rPh>/g, "").matchAll(/<(?:\w+:)?t\b[^>]*?>([^]*?)<\/(?:\w+:)?t>/g)].map(([, text = ""]) => text).join(""));

/** `C` of `C12` is 2: the place of the column. */
function placeOf(reference: string): number {
  let place = 0;
  for (const letter of reference) {
    const value = letter.charCodeAt(0) - 64;
    if (value < 1 || value > 26) break;
    place = place * 26 + value;
  }
  return place - 1;
}

/** The rows of the first sheet; none where it cannot be read here. */
export async function sheetRows(bytes: Uint8Array): Promise<RawRow[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const files = directory(view);
  const [, first] = [...files].filter(([name]) => /^xl\/worksheets\/[^/]+\.xml$/.test(name)).toSorted(([one], [other]) => one.localeCompare(other, "en", { numeric: true }))[0] ?? [];
  if (!first) return [];
  const shared = files.get("xl/sharedStrings.xml");
  const strings = shared ? [...(await unpacked(view, shared)).matchAll(/<(?:\w+:)?si\b[^>]*?(?:\/>|>([^]*?)<\/(?:\w+:)?si>)/g)].map(([, inside = ""]) => textIn(inside)) : [];
  const rows: RawRow[] = [];
  for (const [, given = "", inside = ""] of (await unpacked(view, first)).matchAll(/<(?:\w+:)?row\b([^>]*?)(?:\/>|>([^]*?)<\/(?:\w+:)?row>)/g)) {
    const line = Number(/\br="(\d+)"/.exec(given)?.[1] ?? (rows.at(-1)?.line ?? 0) + 1);
    const cells: string[] = [];
    for (const [, attributes = "", content = ""] of inside.matchAll(/<(?:\w+:)?c\b([^>]*?)(?:\/>|>([^]*?)<\/(?:\w+:)?c>)/g)) {
      const reference = /\br="([A-Z]+)/.exec(attributes)?.[1];
      const place = reference === undefined ? cells.length : placeOf(reference);
      while (cells.length < place) cells.push("");
      const value = plain(/<(?:\w+:)?v\b[^>]*>([^]*?)<\/(?:\w+:)?v>/.exec(content)?.[1] ?? "");
      const type = /\bt="(\w+)"/.exec(attributes)?.[1];
      cells[place] = (type === "s" ? (strings[Number(value)] ?? "") : type === "inlineStr" ? textIn(content) : value).trim();
    }
    if (cells.some((cell) => cell !== "")) rows.push({ line, cells });
  }
  return rows;
}
