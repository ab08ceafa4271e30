// The file that is being brought in, and what was read of it: in a worker, so that the page never waits for it.

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Kind } from "../kinds";
import { type RawRow, csvLine, decoded } from "./csv";
import { bestRows, placeOfHeadings } from "./heading";
import { isSheet, sheetRows } from "./sheet";
import { type Answer, type Row, type Summary, summaryOf } from "./summary";

/** What is known of a file before it is read. */
export interface Opened {
  isSheet: boolean;
  encoding: string;
  headings: string[];
  /** The first cells below each heading. */
  samples: string[][];
}

/** A request of many, as it is sent. */
export interface Chunk {
  path: string;
  body: string;
  key: string;
  /** The lines that each of its items was read from. */
  lines: number[][];
}

/** How many cells are shown below a heading, and looked at. */
const SAMPLES = 50;
const ENTRIES = "/accounting/journal-entries";

/** One file. */
export class FileDesk {
  private bytes = new Uint8Array();
  private text: string | undefined;
  private raw: RawRow[] = [];
  private headings: string[] = [];
  private places = new Map<number, number>();
  private answer: Answer | undefined;
  private rows: Row[] = [];

  /** Opens a file. */
  async open(given: ArrayBuffer): Promise<Opened> {
    this.bytes = new Uint8Array(given);
    this.answer = undefined;
    this.rows = [];
    let encoding = "";
    if (isSheet(this.bytes)) {
      this.text = undefined;
      // Whether it can be read is for the service to say.
      this.raw = await sheetRows(this.bytes).catch(() => []);
    } else {
      const read = decoded(this.bytes);
      this.text = read.text;
      encoding = read.encoding;
      this.raw = bestRows(read.text);
    }
    const place = placeOfHeadings(this.raw);
    this.headings = this.raw[place]?.cells ?? [];
    this.places = new Map(this.raw.map(({ line }, at) => [line, at]));
    const below = this.raw.slice(place + 1, place + 1 + SAMPLES);
    return {
      isSheet: this.text === undefined,
      encoding,
      headings: this.headings,
      samples: this.headings.map((_, at) => below.map(({ cells }) => cells[at] ?? "").filter((cell) => cell !== "")),
    };
  }

  /** The request that has it read. */
  body(members: Record<string, unknown>): ArrayBuffer {
    const file = this.text === undefined ? { base64: base64(this.bytes) } : { text: this.text };
    return new TextEncoder().encode(JSON.stringify({ ...members, ...file })).buffer as ArrayBuffer;
  }

  /** Takes what the service read. */
  take(given: ArrayBuffer, kind: Kind, base: string): Summary {
    this.answer = JSON.parse(new TextDecoder().decode(given)) as Answer;
    const { summary, rows } = summaryOf(kind, this.answer, base, (line, heading) => this.cell(line, heading));
    this.rows = rows;
    return summary;
  }

  /** Rows of the preview. */
  preview(from: number, to: number): Row[] {
    return this.rows.slice(from, to);
  }

  /**
   * Requests from here to there as one, or one for each where the API takes no more. Its key follows from the run and from what it
   * says: what was sent before is not done again.
   */
  chunks(run: string, from: number, to: number, journal: string): Chunk[] {
    const requests = this.answer?.requests.slice(from, to) ?? [];
    const bodies = requests.map(({ body }) => this.inJournal(body, journal));
    const lines = requests.map((one) => one.lines);
    if (requests[0]?.path !== ENTRIES) return requests.map(({ path }, at) => chunk(run, path, JSON.stringify(bodies[at]), [lines[at] ?? []]));
    return [chunk(run, `${ENTRIES}/batch`, JSON.stringify({ atomic: false, items: bodies }), lines)];
  }

  /** Some entries of a chunk as drafts: those that another person must approve. */
  drafts(run: string, places: readonly number[], journal: string): Chunk {
    const requests = places.flatMap((at) => this.answer?.requests[at] ?? []);
    const items = requests.map(({ body }) => ({ ...this.inJournal(body, journal), status: "draft" }));
    return chunk(run, `${ENTRIES}/batch`, JSON.stringify({ atomic: false, items }), requests.map((one) => one.lines));
  }

  /** Lines of the file as they stand in it, each with why it did not come in. */
  faulty(told: readonly { lines: readonly number[]; message: string }[]): string {
    const head = csvLine([...this.headings, "Line", "Why not"]);
    const rows = told.flatMap(({ lines, message }) =>
      lines.map((line) => {
        const cells = this.raw[this.places.get(line) ?? -1]?.cells ?? [];
        return csvLine([...this.headings.map((_, at) => cells[at] ?? ""), String(line), message]);
      }),
    );
    return `\ufeff${[head, ...rows].join("\r\n")}\r\n`;
  }

  private inJournal(body: Record<string, unknown>, journal: string): Record<string, unknown> {
    return journal === "" || "journalCode" in body || !("lines" in body) ? body : { ...body, journalCode: journal };
  }

  private cell(line: number, heading: string): string {
    const at = this.headings.indexOf(heading);
    return this.raw[this.places.get(line) ?? -1]?.cells[at] ?? "";
  }
}

/** The browser's own digests are there in secure contexts alone, and this page may be served in a local network without TLS. */
const digest = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

const chunk = (run: string, path: string, body: string, lines: number[][]): Chunk => ({ path, body, key: digest(`${run}\n${path}\n${body}`).slice(0, 32), lines });

/** In pieces: all bytes at once are too many arguments. */
function base64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  const SIZE = 0x6000;
  for (let at = 0; at < bytes.length; at += SIZE) pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + SIZE))));
  return pieces.join("");
}
