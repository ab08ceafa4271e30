// The catalogue in memory: what a scan is answered from, at once and without a network.

import type { KeptBin, KeptItem, KeptStock, KeptWarehouse } from "./records";

/** What the device knows of one organization, and of the stock of one warehouse. */
export interface Catalogue {
  items: ReadonlyMap<string, KeptItem>;
  warehouses: ReadonlyMap<string, KeptWarehouse>;
  bins: ReadonlyMap<string, KeptBin>;
  stock: readonly KeptStock[];
  byGtin: ReadonlyMap<string, { item: KeptItem; unit: string }>;
  bySku: ReadonlyMap<string, KeptItem>;
  /** By code, in all warehouses that are kept. */
  binsByCode: ReadonlyMap<string, readonly KeptBin[]>;
  warehousesByCode: ReadonlyMap<string, KeptWarehouse>;
  /** Lots that are there, by number: the same number may be on several items. */
  lotsByNumber: ReadonlyMap<string, readonly KeptStock[]>;
  serialsByNumber: ReadonlyMap<string, readonly KeptStock[]>;
}

/** SKUs ignore case, and keyboards and scanners send composed and decomposed letters. */
export const skuKey = (sku: string): string => sku.normalize("NFC").toLowerCase();
/** Codes of places are kept in capitals. */
export const codeKey = (code: string): string => code.normalize("NFC").toUpperCase();

function grouped<Row>(rows: Iterable<Row>, keyOf: (row: Row) => string | null): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

/** The catalogue of these records. */
export function catalogueOf(
  items: readonly KeptItem[],
  warehouses: readonly KeptWarehouse[],
  bins: readonly KeptBin[],
  stock: readonly KeptStock[],
): Catalogue {
  const byGtin = new Map<string, { item: KeptItem; unit: string }>();
  for (const item of items) for (const { gtin, unit } of item.gtins) byGtin.set(gtin, { item, unit });
  return {
    items: new Map(items.map((item) => [item.id, item])),
    warehouses: new Map(warehouses.map((one) => [one.id, one])),
    bins: new Map(bins.map((one) => [one.id, one])),
    stock,
    byGtin,
    bySku: new Map(items.map((item) => [skuKey(item.sku), item])),
    binsByCode: grouped(bins, (bin) => codeKey(bin.code)),
    warehousesByCode: new Map(warehouses.map((one) => [codeKey(one.code), one])),
    lotsByNumber: grouped(stock, (row) => row.lot),
    serialsByNumber: grouped(stock, (row) => row.serial),
  };
}
