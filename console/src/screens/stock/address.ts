// What the address of the stock says, and what the service is asked with it.

import { useMemo } from "react";
import { useItem } from "../../api/items";
import type { Asked } from "../../api/paged";
import { may } from "../../api/session";
import { type Location, type Warehouse, useLocations, useWarehouses } from "../../api/warehouses";
import { useFilters } from "../../app/filters";
import { type FilterFault, type Values, day, flag, instant, one, text } from "../../text/filters";

/** The views of stock, in the order of their tabs; those with costs only for who may read them. */
export const VIEWS = [
  ["onHand", "On hand"],
  ["ageing", "Age"],
  ["turns", "Turns"],
  ["expiry", "Expiry"],
  ["reorder", "Reorder"],
  ["transit", "In transit"],
  ["valuation", "Value"],
] as const;

/** A view of stock. */
export type View = (typeof VIEWS)[number][0];

const WITH_COSTS: readonly View[] = ["ageing", "turns", "valuation"];

/** The views that the user may see. */
export const viewsOfUser = (): readonly (readonly [View, string])[] => VIEWS.filter(([view]) => !WITH_COSTS.includes(view) || may("costs:read"));

/** What stock is broken down by, in words. */
export const BREAKDOWNS = {
  item: "item",
  warehouse: "item and warehouse",
  location: "bin",
  lot: "lot",
  serial: "piece",
} as const;

/** What the value of goods is summed by, in words. */
export const VALUED_BY = { item: "item", warehouse: "warehouse", account: "account", category: "category" } as const;

/** Whether goods of a lot can be used, in words. */
export const STATUSES = {
  available: "available",
  hold: "on hold",
  quarantine: "in quarantine",
  recalled: "recalled",
  expired: "expired",
} as const;

const keysOf = <const T extends object>(of: T): (keyof T & string)[] => Object.keys(of) as (keyof T & string)[];

const SCHEMA = {
  view: one(VIEWS.map(([view]) => view)),
  by: one(keysOf(BREAKDOWNS)),
  sum: one(keysOf(VALUED_BY)),
  item: text,
  warehouse: text,
  location: text,
  lot: text,
  serial: text,
  category: text,
  status: one(keysOf(STATUSES)),
  expires: day,
  asOf: day,
  from: day,
  to: day,
  basis: one(["posting", "physical"]),
  within: text,
  expired: flag,
  zero: flag,
  knownAt: instant,
};

/** The filters in the address of the stock. */
export type StockValues = Values<typeof SCHEMA>;

/** The filters of the stock, and the records that they name. */
export interface StockFilters {
  values: StockValues;
  faults: FilterFault[];
  change: (change: StockValues) => void;
  /** Takes all filters away; the view stays. */
  clear: () => void;
  view: View;
  warehouse: Warehouse | undefined;
  location: Location | undefined;
  /** The id of the item that the address names; absent until it is known. */
  itemId: string | undefined;
  /** Whether the records that the address names are known, so that the service can be asked. */
  isReady: boolean;
  /** Those that every view understands, as the service takes them. */
  common: Asked;
}

/** Reads the address of the stock, and finds what it names. */
export function useStockFilters(): StockFilters {
  const { values, faults, change } = useFilters(SCHEMA);
  const warehouses = useWarehouses();
  const named = values.warehouse;
  const warehouse = named === undefined ? undefined : (warehouses?.byCode.get(named) ?? warehouses?.byId.get(named));
  const locations = useLocations(values.location === undefined ? undefined : warehouse?.id);
  const location = locations?.find((one) => one.code === values.location || one.id === values.location);
  const { item, problem } = useItem(values.item);
  const missing: FilterFault[] = [];
  if (named !== undefined && warehouses && !warehouse) missing.push({ name: "warehouse", text: named, message: "There is no such warehouse." });
  if (values.location !== undefined && ((locations && !location) || named === undefined)) {
    missing.push({ name: "location", text: values.location, message: "There is no such bin." });
  }
  if (values.item !== undefined && problem) missing.push({ name: "item", text: values.item, message: "There is no such item." });
  const isReady =
    (named === undefined || warehouses !== undefined) &&
    (values.location === undefined || named === undefined || locations !== undefined) &&
    (values.item === undefined || item !== undefined || problem !== undefined || !may("items:read"));
  // A SKU that nobody has is asked for as it stands: the list is empty then, and not all goods.
  const sku = item?.sku ?? values.item;
  const common = useMemo(() => ({ sku, warehouseId: warehouse?.id, knownAt: values.knownAt }), [sku, warehouse?.id, values.knownAt]);
  const wanted = values.view ?? "onHand";
  const view = viewsOfUser().some(([one]) => one === wanted) ? wanted : "onHand";
  const clear = (): void => {
    const set = [...Object.keys(values), ...faults.map((fault) => fault.name)].filter((name) => !["view", "by", "sum"].includes(name));
    change(Object.fromEntries(set.map((name) => [name, undefined])));
  };
  return { values, faults: [...faults, ...missing], change, clear, view, warehouse, location, itemId: item?.id, isReady, common };
}
