import { expect, test } from "vitest";
import type { StockRow, TransitRow } from "../../api/stock";
import { withTransit } from "./transit";

const there = (sku: string, warehouse: string | null, quantity: string): StockRow =>
  ({ itemId: `item_${sku}`, sku, warehouseId: warehouse && `wh_${warehouse}`, warehouseCode: warehouse, quantity }) as StockRow;
const coming = (sku: string, to: string, inTransit: string): TransitRow =>
  ({ itemId: `item_${sku}`, sku, toWarehouseId: `wh_${to}`, toWarehouseCode: to, inTransit }) as TransitRow;

const written = (...of: Parameters<typeof withTransit>): string[] =>
  withTransit(...of).map((row) => `${row.sku} ${row.warehouseCode ?? "all"} ${row.quantity} +${row.inTransit}`);

test("each row has what is on its way to its place, and all of it where warehouses are summed", () => {
  const lines = [coming("A", "WEB", "2"), coming("A", "WEB", "3.5"), coming("A", "DEPOT", "1")];
  expect(written([there("A", "DEPOT", "9"), there("A", "WEB", "4")], lines, "warehouse", true)).toEqual(["A DEPOT 9 +1", "A WEB 4 +5.5"]);
  expect(written([there("A", null, "13")], lines, "item", true)).toEqual(["A all 13 +6.5"]);
});

test("goods of which nothing is there yet have a row of their own, in its place", () => {
  const rows = [there("A", "DEPOT", "9"), there("C", "DEPOT", "1")];
  expect(written(rows, [coming("B", "WEB", "2")], "warehouse", true)).toEqual(["A DEPOT 9 +0", "B WEB 0 +2", "C DEPOT 1 +0"]);
});

test("a row of what is not there waits until the rows around it are read", () => {
  expect(written([there("A", "DEPOT", "9")], [coming("B", "WEB", "2")], "warehouse", false)).toEqual(["A DEPOT 9 +0"]);
});
