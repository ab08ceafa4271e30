// Goods on their way, beside those that are there.

import type { StockRow, TransitRow } from "../../api/stock";
import { addAmounts, subtract } from "../../text/number";

/** A row of stock with what is on its way to its place. */
export interface PlacedRow extends StockRow {
  inTransit: string;
}

const keyOf = (itemId: string, warehouseId: string | null): string => `${itemId} ${warehouseId ?? ""}`;

/**
 * The rows of stock with what is on its way to each. Goods of which nothing is there yet have a row of their own, as soon as
 * the rows around them are read.
 */
export function withTransit(rows: readonly StockRow[], transit: readonly TransitRow[], by: "item" | "warehouse", isWhole: boolean): PlacedRow[] {
  const coming = new Map<string, TransitRow[]>();
  for (const line of transit) {
    const key = keyOf(line.itemId, by === "item" ? null : line.toWarehouseId);
    coming.set(key, [...(coming.get(key) ?? []), line]);
  }
  const sumOf = (lines: readonly TransitRow[] | undefined, like: string): string => (lines ? addAmounts(lines.map((line) => line.inTransit)) : subtract(like, like));
  const there = new Set<string>();
  const placed = rows.map((row): PlacedRow => {
    const key = keyOf(row.itemId, by === "item" ? null : row.warehouseId);
    there.add(key);
    return { ...row, inTransit: sumOf(coming.get(key), row.quantity) };
  });
  const last = rows.at(-1)?.sku;
  const alone = [...coming].flatMap(([key, lines]) => {
    const line = lines[0];
    if (!line || there.has(key) || (!isWhole && (last === undefined || line.sku >= last))) return [];
    return [rowOf(line, by, sumOf(lines, "0"))];
  });
  if (alone.length === 0) return placed;
  return [...placed, ...alone].toSorted((one, other) => order(one).localeCompare(order(other), "en"));
}

const order = (row: StockRow): string => `${row.sku}\u0000${row.warehouseCode ?? ""}`;

/** A row for goods of which nothing is there. */
function rowOf(line: TransitRow, by: "item" | "warehouse", inTransit: string): PlacedRow {
  const place = by === "item" ? { warehouseId: null, warehouseCode: null } : { warehouseId: line.toWarehouseId, warehouseCode: line.toWarehouseCode };
  // With the decimals that its quantities have.
  const none = subtract(inTransit, inTransit);
  return {
    ...place,
    itemId: line.itemId,
    sku: line.sku,
    name: line.name,
    unitCode: line.unitCode,
    quantity: none,
    onHand: none,
    held: none,
    reserved: none,
    available: none,
    value: null,
    inTransit,
    locationId: null,
    locationCode: null,
    lotId: null,
    lotNumber: null,
    lotStatus: null,
    expiresOn: null,
    serialId: null,
    serialNumber: null,
    serialStatus: null,
  };
}
