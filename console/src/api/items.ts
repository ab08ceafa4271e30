import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Choice } from "../parts/Lookup";
import { answer, api } from "./client";
import { problemIn, readWhole } from "./paged";
import { type Problem, problemOf } from "./problem";
import type { components } from "./schema";
import { may } from "./session";

/** An item as the API has it. */
export type Item = components["schemas"]["ItemView"];
/** A category of items. */
export type Category = components["schemas"]["ItemCategoryView"];
/** A lot of an item. */
export type Lot = components["schemas"]["LotView"];
/** A piece of an item with its number. */
export type Serial = components["schemas"]["SerialView"];
/** Whether goods of a lot or a piece can be used. */
export type StockStatus = components["schemas"]["StockStatus"];

/** An item by its id or its SKU. */
export async function readItem(name: string, signal?: AbortSignal): Promise<Item> {
  const init = signal ? { signal } : {};
  if (name.startsWith("item_")) return answer(api.GET("/api/v1/inventory/items/{id}", { params: { path: { id: name } }, ...init }));
  const page = await answer(api.GET("/api/v1/inventory/items", { params: { query: { sku: name, limit: 1 } }, ...init }));
  const found = page.data[0];
  if (!found) throw problemOf(404, { code: "not_found", title: "There is no such item", detail: `no item has the SKU ${name} here` });
  return found;
}

/** The item, read again when something touches stock. */
export function useItem(name: string | undefined): { item: Item | undefined; problem: Problem | undefined } {
  const { data, error } = useQuery({
    queryKey: ["stock", "item", name],
    enabled: name !== undefined && may("items:read"),
    queryFn: ({ signal }) => readItem(name ?? "", signal),
  });
  return { item: data, problem: problemIn(error) };
}

/** The item as a choice of a look-up. */
export const itemChoice = (item: Item): Choice => ({ id: item.id, code: item.sku, name: item.name, hint: item.isActive ? undefined : "inactive" });

/** The items that fit what is typed, the very SKU first; nothing of nothing typed. */
export async function findItems(typed: string): Promise<Choice[]> {
  if (typed === "" || !may("items:read")) return [];
  const [exact, found] = await Promise.all([
    answer(api.GET("/api/v1/inventory/items", { params: { query: { sku: typed, limit: 1 } } })).catch(() => ({ data: [] })),
    answer(api.GET("/api/v1/inventory/items", { params: { query: { q: typed, limit: 8 } } })),
  ]);
  const all = new Map([...exact.data, ...found.data].map((item) => [item.id, item]));
  return [...all.values()].slice(0, 8).map(itemChoice);
}

/** All categories of items, and the names of what one is below. */
export interface Categories {
  all: Category[];
  byId: ReadonlyMap<string, Category>;
  byCode: ReadonlyMap<string, Category>;
  /** `Kitchen › Cake stands`. */
  path: (category: Category) => string;
}

/** Reads the categories once, and again when they changed. */
export function useCategories(): Categories | undefined {
  const { data } = useQuery({
    queryKey: ["stock", "categories"],
    enabled: may("items:read"),
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => readWhole<Category>("/inventory/item-categories", {}, signal),
  });
  return useMemo(() => {
    if (!data) return undefined;
    const byId = new Map(data.map((one) => [one.id, one]));
    const path = (category: Category): string => {
      const names = [category.name];
      for (let parent = category.parentId; parent && names.length < 20; parent = byId.get(parent)?.parentId ?? null) {
        names.unshift(byId.get(parent)?.name ?? "");
      }
      return names.join(" › ");
    };
    return { all: data, byId, byCode: new Map(data.map((one) => [one.code, one])), path };
  }, [data]);
}

/** The category as a choice of a look-up. */
export const categoryChoice = (known: Categories, one: Category): Choice => ({
  id: one.id,
  code: one.code,
  name: one.name,
  hint: one.parentId ? known.path(one) : undefined,
});

/** The names of the units of trade, by their codes. */
export function useUnits(): ReadonlyMap<string, string> | undefined {
  const { data } = useQuery({
    queryKey: ["units"],
    enabled: may("items:read"),
    staleTime: 60 * 60_000,
    queryFn: ({ signal }) => answer(api.GET("/api/v1/inventory/units", { signal })),
  });
  return useMemo(() => data && new Map(data.data.map((one) => [one.code, one.name])), [data]);
}

/** The unit of a piece, which is not written behind its numbers. */
export const PIECE = "C62";

/** A unit as people say it; nothing for single pieces. */
export function unitWord(units: ReadonlyMap<string, string> | undefined, code: string): string {
  return code === PIECE ? "" : (units?.get(code) ?? code);
}
