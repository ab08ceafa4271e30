// Items as they are found while movements and counts are written: by SKU, by words, and by the GTIN on a label.

import type { Choice } from "../parts/Lookup";
import { answer, api } from "./client";
import { type Item, readItem } from "./items";
import { may } from "./session";

const known = new Map<string, Item>();
const asked = new Map<string, Promise<Choice[]>>();
const MOST_KEPT = 300;

/** What is known of an item that was found or read before. */
export const knownItem = (id: string): Item | undefined => known.get(id);

/** Remembers an item, so that its units and its tracking are at hand. */
export function rememberItem(item: Item): void {
  known.set(item.id, item);
}

/** An item by its id, from what is known where it is. */
export async function itemOf(id: string): Promise<Item> {
  const before = known.get(id);
  if (before) return before;
  const item = await readItem(id);
  rememberItem(item);
  return item;
}

/** The item as a choice of a look-up. */
export const goodsChoice = (item: Item): Choice => ({
  id: item.id,
  code: item.sku,
  name: item.name,
  hint: item.tracking === "lot" ? "by lot" : item.tracking === "serial" ? "by serial number" : undefined,
});

/** The items that fit what is typed, the very SKU or GTIN first; lately found ones of nothing typed. */
export function findGoods(typed: string): Choice[] | Promise<Choice[]> {
  if (!may("items:read")) return [];
  if (typed === "") return [...known.values()].slice(-8).toReversed().map(goodsChoice);
  const before = asked.get(typed);
  if (before) return before;
  const list = (query: { sku?: string; gtin?: string; q?: string }, limit: number): Promise<Item[]> =>
    answer(api.GET("/api/v1/inventory/items", { params: { query: { ...query, isActive: true, limit } } })).then((page) => page.data);
  const isGtin = /^\d{8}$|^\d{12,14}$/.test(typed);
  const found = Promise.all([
    list({ sku: typed }, 1).catch(() => []),
    isGtin ? list({ gtin: typed.padStart(14, "0") }, 1).catch(() => []) : [],
    list({ q: typed }, 8),
  ]).then((lists) => {
    const all = new Map(lists.flat().map((item) => [item.id, item]));
    for (const item of all.values()) rememberItem(item);
    return [...all.values()].slice(0, 8).map(goodsChoice);
  });
  if (asked.size > MOST_KEPT) asked.clear();
  asked.set(typed, found);
  found.catch(() => asked.delete(typed));
  return found;
}
