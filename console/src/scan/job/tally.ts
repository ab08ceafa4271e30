// What was scanned for one job and not yet done: a list that only grows at its end, and that UNDO takes back step by step.

import { plus, shown, times } from "../quantity";
import type { LotSaid } from "../understand";

/** One scan of goods. */
export interface Entry {
  item: string;
  sku: string;
  name: string;
  unit: string;
  /** What the label says, once. */
  quantity: string;
  /** How often. */
  times: string;
  lot?: LotSaid;
  serial?: string;
  /** The bin from which, or in which, the goods are; its code. */
  bin?: string;
  /** Where they go: a bin, or another warehouse. */
  to?: { bin?: string; warehouse?: string };
}

/** What UNDO takes back. */
type Step =
  | { kind: "goods" }
  | { kind: "times"; before: string }
  | { kind: "bin"; before: string | undefined }
  /** The last so many entries were given a destination. */
  | { kind: "put"; count: number }
  | { kind: "unknown" };

/** The list of one job. */
export interface Tally {
  entries: readonly Entry[];
  /** The bin at which the person stands. */
  bin?: string;
  /** Texts that nothing is called, of a count. */
  unknown: readonly string[];
  /** Codes that were scanned while something had to be seen or answered first, in their order. */
  waits?: readonly string[];
  /** Of goods that come in: from whom, and the number of their delivery note. */
  papers?: Papers;
  steps: readonly Step[];
}

/** What stands on the papers of a delivery. */
export interface Papers {
  supplier: string;
  /** Where the supplier is one that the books know. */
  supplierId?: string;
  note: string;
}

/** Nothing was scanned. */
export const EMPTY: Tally = { entries: [], unknown: [], steps: [] };

const stepped = (tally: Tally, step: Step): readonly Step[] => [...tally.steps, step];

/** The goods are added. */
export function withGoods(tally: Tally, entry: Omit<Entry, "times" | "bin">): Tally {
  const placed: Entry = { ...entry, times: "1", ...(tally.bin !== undefined && { bin: tally.bin }) };
  return { ...tally, entries: [...tally.entries, placed], steps: stepped(tally, { kind: "goods" }) };
}

/** The last scan counts so often. */
export function withTimes(tally: Tally, by: string): Tally {
  const last = tally.entries.at(-1);
  if (!last) return tally;
  return {
    ...tally,
    entries: [...tally.entries.slice(0, -1), { ...last, times: by }],
    steps: stepped(tally, { kind: "times", before: last.times }),
  };
}

/** Somebody stands at this bin now. */
export function atBin(tally: Tally, bin: string | undefined): Tally {
  const { bin: before, ...rest } = tally;
  return { ...rest, ...(bin !== undefined && { bin }), steps: stepped(tally, { kind: "bin", before }) };
}

/** Entries without a destination: what is in somebody's hand. */
export const inHand = (tally: Tally): readonly Entry[] => tally.entries.filter((entry) => !entry.to);

/** What is in hand goes there. */
export function putTo(tally: Tally, to: { bin?: string; warehouse?: string }): Tally {
  const count = inHand(tally).length;
  const entries = tally.entries.map((entry) => (entry.to ? entry : { ...entry, to }));
  return { ...tally, entries, steps: stepped(tally, { kind: "put", count }) };
}

/** A text that nothing is called is noted. */
export const withUnknown = (tally: Tally, text: string): Tally => ({
  ...tally,
  unknown: [...tally.unknown, text],
  steps: stepped(tally, { kind: "unknown" }),
});

/** The last step never was. */
export function undone(tally: Tally): Tally {
  const last = tally.steps.at(-1);
  const steps = tally.steps.slice(0, -1);
  const { bin, ...rest } = tally;
  const kept = { ...rest, ...(bin !== undefined && { bin }), steps };
  switch (last?.kind) {
    case undefined:
      return tally;
    case "goods":
      return { ...kept, entries: tally.entries.slice(0, -1) };
    case "times": {
      const entry = tally.entries.at(-1);
      return entry ? { ...kept, entries: [...tally.entries.slice(0, -1), { ...entry, times: last.before }] } : kept;
    }
    case "bin":
      return { ...rest, ...(last.before !== undefined && { bin: last.before }), steps };
    case "put": {
      const from = tally.entries.length - last.count;
      return { ...kept, entries: tally.entries.map((entry, at) => (at < from ? entry : withoutDestination(entry))) };
    }
    case "unknown":
      return { ...kept, unknown: tally.unknown.slice(0, -1) };
  }
}

function withoutDestination(entry: Entry): Entry {
  const { to: _, ...rest } = entry;
  return rest;
}

/** Entries of the same goods in the same place, as one line. */
export interface Line extends Omit<Entry, "times" | "quantity"> {
  /** The sum of its scans. */
  quantity: string;
  scans: number;
}

/** What tells lines apart: goods, unit, lot, piece and places. */
export const lineKey = (entry: Omit<Entry, "times" | "quantity">): string =>
  [entry.item, entry.unit, entry.lot?.number ?? "", entry.serial ?? "", entry.bin ?? "", entry.to?.bin ?? "", entry.to?.warehouse ?? ""].join("\n");

/** The lines of the list, in the order in which each was first scanned. */
export function linesOf(entries: readonly Entry[]): Line[] {
  const lines = new Map<string, Line>();
  for (const { times: often, quantity, ...entry } of entries) {
    const key = lineKey(entry);
    const known = lines.get(key);
    const much = times(quantity, often);
    if (known) lines.set(key, { ...known, quantity: plus(known.quantity, much), scans: known.scans + 1 });
    else lines.set(key, { ...entry, quantity: much, scans: 1 });
  }
  return [...lines.values()];
}

/** How much there is in all, of whatever. */
export const totalOf = (entries: readonly Entry[]): string =>
  entries.reduce((sum, entry) => plus(sum, times(entry.quantity, entry.times)), "0");

/** `22423 · 3 of it so far · lot L1`: what is known of the last scan. */
export function detailOf(tally: Tally): string {
  const last = tally.entries.at(-1);
  if (!last) return "";
  const line = linesOf(tally.entries).find(
    (one) => one.item === last.item && one.unit === last.unit && one.lot?.number === last.lot?.number && one.serial === last.serial && one.bin === last.bin && one.to?.bin === last.to?.bin,
  );
  const parts = [last.sku, line && `${shown(line.quantity, line.unit)} so far`, last.lot && `lot ${last.lot.number}`, last.serial && `piece ${last.serial}`, last.bin && `bin ${last.bin}`];
  return parts.filter(Boolean).join(" · ");
}
