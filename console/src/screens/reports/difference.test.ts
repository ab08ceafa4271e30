import { expect, test } from "vitest";
import type { LayoutRow } from "../../api/reports";
import { byGroup, partsOf } from "./difference";

function row(depth: number, title: string, amounts: string[], code: string | null = null): LayoutRow {
  return { kind: code ? "account" : "section", section: title, code, title, accountId: null, isGroup: false, depth, amounts } as LayoutRow;
}

const PROFIT = [
  row(0, "Revenue", ["90.00", "70.00"]),
  row(1, "Sales", ["90.00", "70.00"], "4000"),
  row(0, "Expenses", ["50.00", "20.00"]),
  row(1, "Rent", ["10.00", "10.00"], "6000"),
  row(1, "Power", ["40.00", "10.00"], "6010"),
];

test("the parts of a sum are what its accounts changed, the largest first", () => {
  const { parts, isWhole } = partsOf(PROFIT, ["6000", "6010"], false, 1, ["50.00", "20.00"]);
  expect(parts.map((one) => [one.code, one.by])).toEqual([["6010", "30.00"]]);
  expect(isWhole).toBe(true);
});

test("in a result, more expense makes less of it", () => {
  const { parts, isWhole } = partsOf(PROFIT, ["4000", "6000", "6010"], false, 1, ["40.00", "50.00"]);
  expect(parts.map((one) => [one.code, one.by])).toEqual([
    ["6010", "-30.00"],
    ["4000", "20.00"],
  ]);
  expect(isWhole).toBe(true);
});

test("lines of one party are one row of both spans", () => {
  const rows = byGroup([
    { group: "Smith", amount: "5.00", isBefore: true },
    { group: "Smith", amount: "7.00", isBefore: false },
    { group: "Jones", amount: "9.00", isBefore: false },
    { group: "Smith", amount: "1.00", isBefore: false },
  ]);
  expect(rows).toEqual([
    { title: "Jones", now: "9.00", before: "0.00", by: "9.00", count: 1 },
    { title: "Smith", now: "8.00", before: "5.00", by: "3.00", count: 3 },
  ]);
});
