// The call that a finished list becomes.

import type { KeptItem, KeptWarehouse } from "../catalogue/records";
import { inBase, plus } from "../quantity";
import type { Operation } from "../queue/operation";
import { type Job } from "./jobs";
import { type Entry, type Line, lineKey, linesOf, type Papers, totalOf } from "./tally";

/** What is known where the list was made. */
export interface Where {
  warehouse: KeptWarehouse;
  items: ReadonlyMap<string, KeptItem>;
  /** Whether receipts without a cost are posted. */
  receiptsPost: boolean;
  /** The open count, and what this device has recorded in it before. */
  count?: { id: string; recorded: Readonly<Record<string, string>> };
  /** The code of the bin for goods that come in. */
  receiving?: string;
  /** What stands on the papers of a delivery. */
  papers?: Papers;
}

type Body = Record<string, unknown>;
type Made = Pick<Operation, "path" | "body" | "isSubmitted" | "title" | "goods" | "entries">;

const goodsOf = (line: Line, bringsIn: boolean): Body => ({
  itemId: line.item,
  quantity: line.quantity,
  unitCode: line.unit,
  ...(line.lot && (bringsIn ? { lot: line.lot } : { lotNumber: line.lot.number })),
  ...(line.serial !== undefined && (bringsIn ? { serial: { number: line.serial } } : { serialNumber: line.serial })),
});

/** The operations of the list: one, or, for goods that go to several warehouses, one for each. */
export function madeOf(job: Job, entries: readonly Entry[], where: Where, mark: { occurredAt: string; source: string }): Made[] {
  const { warehouse } = where;
  const named = (count: string, rest: string): string => `${job.title} ${count} ${count === "1" ? "piece" : "pieces"}${rest}`;
  const head = { warehouseId: warehouse.id, occurredAt: mark.occurredAt, source: mark.source };
  const made = (of: readonly Entry[], path: string, body: Body, isSubmitted: boolean, rest = ""): Made => ({
    path,
    body,
    isSubmitted,
    title: named(totalOf(of), rest),
    goods: [...new Set(of.map((entry) => entry.item))],
    entries: [...of],
  });
  switch (job.name) {
    case "receive": {
      const lines = linesOf(entries).map((line) => ({ ...goodsOf(line, true), ...(line.bin !== undefined && { locationCode: line.bin }) }));
      const status = where.receiptsPost ? "posted" : "draft";
      return [made(entries, "/inventory/movements", { ...head, kind: "receipt", status, ...papersOf(where.papers), lines }, !where.receiptsPost)];
    }
    case "issue": {
      const lines = linesOf(entries).map((line) => ({ ...goodsOf(line, false), ...(line.bin !== undefined && { locationCode: line.bin }) }));
      return [made(entries, "/inventory/movements", { ...head, kind: "issue", lines }, false)];
    }
    case "put-away":
    case "move":
      return byTarget(entries, warehouse.id).map(([target, of]) => {
        const lines = linesOf(of).map((line) => {
          const from = line.bin ?? (job.name === "put-away" ? where.receiving : undefined);
          return {
            ...goodsOf(line, false),
            ...(from !== undefined && { locationCode: from }),
            ...(line.to?.bin !== undefined && { toLocationCode: line.to.bin }),
          };
        });
        return made(of, "/inventory/movements", { ...head, kind: "transfer", toWarehouseId: target, lines }, false);
      });
    case "count": {
      const lines = recordedLines(entries, where).map(({ line, quantity }) => ({
        itemId: line.item,
        quantity,
        ...(line.bin !== undefined && { locationCode: line.bin }),
        ...(line.lot && { lot: line.lot }),
        ...(line.serial !== undefined && { serial: { number: line.serial } }),
      }));
      return [made(entries, `/inventory/counts/${where.count?.id ?? ""}/lines`, { lines }, false)];
    }
    case "ask":
      return [];
  }
}

/** From whom goods come, as the office sees it: the party where the books know it, else in words. */
function papersOf(papers: Papers | undefined): Body {
  if (!papers) return {};
  const [supplier, note] = [papers.supplier.trim(), papers.note.trim()];
  return {
    ...(note !== "" && { reference: note.slice(0, 200) }),
    ...(papers.supplierId !== undefined ? { partyId: papers.supplierId } : supplier !== "" && { description: `From ${supplier}` }),
  };
}

/** The key of what a count has recorded: in base units, so the unit tells nothing apart. */
const countKey = (line: Line): string => lineKey({ ...line, unit: "" });

/**
 * What is recorded of each line now. A recording replaces what was recorded before, so that what this device has counted already
 * is added to it.
 */
export function recordedLines(entries: readonly Entry[], where: Pick<Where, "items" | "count">): Array<{ line: Line; key: string; quantity: string }> {
  const found = new Map<string, { line: Line; key: string; quantity: string }>();
  for (const line of linesOf(entries)) {
    const key = countKey(line);
    const item = where.items.get(line.item);
    const quantity = (item && inBase(line.quantity, line.unit, item)) ?? line.quantity;
    const known = found.get(key)?.quantity ?? where.count?.recorded[key] ?? "0";
    found.set(key, { line, key, quantity: plus(known, quantity) });
  }
  return [...found.values()];
}

function byTarget(entries: readonly Entry[], here: string): Array<[string, Entry[]]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const target = entry.to?.warehouse ?? here;
    groups.set(target, [...(groups.get(target) ?? []), entry]);
  }
  return [...groups];
}
