import { expect, test } from "vitest";
import type { CountLine } from "../../api/counts";
import { afterTimes, foundNow, linesShown, meantBy, timesOf } from "./sheet";

const line = (change: Partial<CountLine>): CountLine =>
  ({ lineNumber: 1, itemId: "item_1", sku: "22423", name: "Cakestand", locationId: null, locationCode: null, lotNumber: null, serialNumber: null, counted: null, countedAt: null, ...change }) as CountLine;
const label = (change: object): Parameters<typeof meantBy>[1] =>
  ({ item: { id: "item_1" }, lot: null, lotNumber: null, serial: null, serialNumber: null, ...change }) as Parameters<typeof meantBy>[1];

test("what was counted before it was sent back does not count in the recount", () => {
  const before = line({ counted: "5", countedAt: "2010-12-05T10:00:00Z" });
  expect(foundNow(before, { sentBackAt: null })).toBe("5");
  expect(foundNow(before, { sentBackAt: "2010-12-05T11:00:00Z" })).toBeNull();
  expect(foundNow(before, { sentBackAt: "2010-12-05T09:00:00Z" })).toBe("5");
});

test("lines are found by state and by words", () => {
  const lines = [line({ lineNumber: 1, counted: "1" }), line({ lineNumber: 2, locationCode: "A-1" })];
  const shown = (state: "all" | "uncounted" | "counted", words = ""): number[] => linesShown(lines, { sentBackAt: null }, state, words).map((one) => one.lineNumber);
  expect(shown("all")).toEqual([1, 2]);
  expect(shown("uncounted")).toEqual([2]);
  expect(shown("counted")).toEqual([1]);
  expect(shown("all", "a-1")).toEqual([2]);
});

test("a label means one line, several, or goods that were not expected", () => {
  const lines = [line({ lineNumber: 1, locationId: "loc_1" }), line({ lineNumber: 2, locationId: "loc_2" }), line({ lineNumber: 3, itemId: "item_2" } as Partial<CountLine>)];
  expect(meantBy(lines, label({}), undefined)).toHaveProperty("several");
  expect(meantBy(lines, label({}), "loc_2")).toMatchObject({ line: { lineNumber: 2 } });
  expect(meantBy(lines, label({ item: { id: "item_9" } }), undefined)).toEqual({ isNew: true });
});

test("× says how many times the last label counts", () => {
  expect([timesOf("×12"), timesOf("x 3"), timesOf("*2,5"), timesOf("12"), timesOf("x12a")]).toEqual(["12", "3", "2.5", undefined, undefined]);
  expect(afterTimes("8", "1", "12")).toBe("19");
  expect(afterTimes("6", "6", "2")).toBe("12");
});
