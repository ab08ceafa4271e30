import { expect, test } from "vitest";
import type { WorkRow } from "../../api/work";
import { titleOf, toldOf } from "./words";

const row = (change: Partial<WorkRow>): WorkRow =>
  ({ kind: "receive", subject: "movement", id: "mov_1", number: null, partyName: null, fromWarehouseCode: null, movementKind: "receipt", status: "draft", lineCount: 1, items: [], ...change }) as WorkRow;

test("a job is called by its document and party, else by its goods, else by its kind", () => {
  expect(titleOf(row({ number: "rec-1", partyName: "Potteries of Stoke" }))).toBe("rec-1 · Potteries of Stoke");
  expect(titleOf(row({ items: [{ itemId: "item_1", sku: "22423", name: "Cakestand" }] as WorkRow["items"] }))).toBe("22423 Cakestand");
  expect(titleOf(row({}))).toBe("Receipt");
});

test("each kind of job leads to where it is done", () => {
  expect(toldOf(row({ lineCount: 3 }), "DEPOT")).toEqual({ words: "3 lines", to: "/movements/mov_1", search: {} });
  expect(toldOf(row({ subject: "location", number: "IN-1" }), "DEPOT")).toEqual({ words: "1 kind of goods", to: "/movements/new", search: { kind: "transfer", warehouse: "DEPOT", bin: "IN-1" } });
  expect(toldOf(row({ subject: "count", id: "cnt_1", lineCount: 6 }), "DEPOT").to).toBe("/counts/cnt_1");
  expect(toldOf(row({ kind: "receiveTransfer", movementKind: "transfer", fromWarehouseCode: "SHOP" }), "DEPOT").words).toBe("from SHOP, 1 line");
});
