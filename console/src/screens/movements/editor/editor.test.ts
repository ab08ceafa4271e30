import { expect, test, vi } from "vitest";
import { rememberItem } from "../../../api/goodsLookup";
import type { Item } from "../../../api/items";
import { bodyOf, placeOf } from "./body";
import { cell, newHead, newLine } from "./draft";
import { linesOf, readPasted } from "./pasting";
import { type House, left, withUnit } from "./reading";
import { lineOfScan, raised, sameGoods, type Scanned } from "./scanning";

// What asks the service looks at the page for its address when it is loaded.
vi.hoisted(() => {
  Object.assign(globalThis, { document: { querySelector: () => null }, location: { origin: "http://console.test" } });
});

rememberItem({ id: "item_1", sku: "22423", name: "Cakestand", unitCode: "C62", units: [], gtins: [], tracking: "none", quantityDecimals: 0 } as unknown as Item);
rememberItem({ id: "item_2", sku: "FUDGE", name: "Fudge", unitCode: "C62", units: [{ unitCode: "BX", numerator: 12, denominator: 1 }], gtins: [], tracking: "lot", quantityDecimals: 0 } as unknown as Item);

const head = newHead("receipt", "2010-12-06", "wh_1");
const house: House = { locale: "en-GB", dayOrder: "dmy", decimals: 2, bins: undefined, toBins: undefined, units: new Map([["BX", "box"]]), head };
const item = cell("22423 Cakestand", "item_1");
const label = (change: object): Scanned =>
  ({ item: { id: "item_2", sku: "FUDGE", name: "Fudge", tracking: "lot", unitCode: "C62" }, quantity: null, lot: null, lotNumber: "L-1", serial: null, serialNumber: null, expiresOn: "2011-03-31", ...change }) as unknown as Scanned;

test("@ is the cost of one, and comes to an exact sum or says so", () => {
  const line = newLine({ item, quantity: cell("3") });
  expect(left("cost", "@1.25", line, house)).toMatchObject({ value: "3.75" });
  expect(left("cost", "@0.333", line, house).fault).toMatch(/comes to 0.999/);
  expect(left("cost", "@1", newLine({ item }), house).fault).toMatch(/quantity first/);
});

test("a quantity has the decimals of its item, and a sign only in adjustments", () => {
  const line = newLine({ item });
  expect(left("quantity", "2+3", line, house)).toMatchObject({ value: "5" });
  expect(left("quantity", "1.5", line, house).fault).toBeDefined();
  expect(left("quantity", "-2", line, house).fault).toMatch(/above 0/);
  expect(left("quantity", "-2", line, { ...house, head: { ...head, kind: "adjustment" } })).toMatchObject({ value: "-2" });
});

test("a unit is one of the item's, by its code or its name", () => {
  const line = newLine({ item: cell("FUDGE Fudge", "item_2") });
  expect(left("unit", "box", line, house)).toEqual({ text: "box", value: "BX" });
  expect(left("unit", "kg", line, house).fault).toBe("FUDGE has the units C62, box.");
});

test("a quantity with a unit is both, and an unknown unit is told with those that there are", () => {
  const line = newLine({ item: cell("FUDGE Fudge", "item_2") });
  expect(withUnit("6 box", line, house)).toEqual({ number: "6", unit: { text: "box", value: "BX" } });
  expect(withUnit("6 boxes", line, house)).toMatchObject({ unit: { value: "BX" } });
  expect(withUnit("6 C62", line, house)?.unit.value).toBe("");
  expect(withUnit("6 kg", line, house)).toBeUndefined();
  expect(left("quantity", "6 kg", line, house).fault).toBe("FUDGE is counted by C62, box: a number, and one of these where it is not the first.");
  expect(left("quantity", "6 box", newLine({ item }), house).fault).toMatch(/^22423 is counted by C62/);
});

test("a bin is one that is typed whole, never the one that is nearest", () => {
  const bins = [{ id: "loc_1", code: "A-01", kind: "bin", name: null, isActive: true }] as unknown as House["bins"];
  const line = newLine({ item, quantity: cell("1") });
  expect(left("bin", "a", line, { ...house, bins }).fault).toMatch(/No bin/);
  expect(left("bin", "a-01", line, { ...house, bins })).toEqual({ text: "A-01", value: "loc_1" });
});

test("a scanned label brings a new lot in with goods that come, and names an existing one of goods that leave", () => {
  const come = lineOfScan(label({}), head, undefined);
  expect(come?.cells.lot).toEqual({ text: "L-1", value: "new:L-1" });
  expect(come?.cells.until?.value).toBe("2011-03-31");
  const leave = lineOfScan(label({}), { ...head, kind: "issue" }, undefined);
  expect(leave?.cells.lot).toEqual({ text: "L-1", value: "L-1" });
  expect(leave?.cells.until).toBeUndefined();
});

test("the same goods raise their line, and other lots do not", () => {
  const first = lineOfScan(label({}), head, undefined);
  const second = lineOfScan(label({ quantity: { quantity: "6", unitCode: "C62" } }), head, undefined);
  const other = lineOfScan(label({ lotNumber: "L-2" }), head, undefined);
  if (!first || !second || !other) throw new Error("no lines");
  expect(sameGoods([first], second)).toBe(first);
  expect(raised(first, second).cells.quantity?.value).toBe("7");
  expect(sameGoods([first], other)).toBeUndefined();
});

test("a body names what the kind has and nothing else, and a fault finds its field", () => {
  const lines = [newLine({ item, quantity: cell("2"), cost: cell("9.00"), amount: cell("1.00") }), newLine(), newLine({ item, quantity: cell("1") })];
  const body = bodyOf({ head: { ...head, toWarehouse: "wh_2", amount: "5.00", party: "Potter & Co" }, lines }, "draft");
  expect(body).toEqual({
    kind: "receipt",
    status: "draft",
    occurredAt: "2010-12-06",
    partyName: "Potter & Co",
    warehouseId: "wh_1",
    lines: [
      { itemId: "item_1", quantity: "2", totalCost: "9.00" },
      { itemId: "item_1", quantity: "1" },
    ],
  });
  expect(placeOf({ pointer: "/lines/1/totalCost" }, [lines[0]!, lines[2]!])).toEqual({ line: lines[2]!.id, column: "cost" }); // eslint-disable-line @typescript-eslint/no-non-null-assertion
  expect(placeOf({ pointer: "/partyId" }, [])).toEqual({ head: "party" });
});

test("a pasted table is read by its headings, else the first column is the item", () => {
  expect(readPasted("SKU\tQty\tLot\n22423\t3\tL").held).toEqual(["item", "quantity", "lot"]);
  expect(readPasted("22423\t3\t12,50\nFUDGE\t1\t4").held).toEqual(["item", "quantity", "cost"]);
  const [line, unknown] = linesOf(readPasted("22423\t3\nnobody\t1"), new Map([["22423", item]]), house);
  expect(line?.cells).toMatchObject({ item, quantity: { value: "3" } });
  expect(unknown?.cells.item?.fault).toMatch(/“nobody”/);
});
