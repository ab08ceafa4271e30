import { expect, test } from "vitest";
import { cellOf, newLine } from "./draft";
import { type Books, left, settled, typed } from "./reading";

const books: Books = {
  chart: undefined,
  base: "GBP",
  currency: "GBP",
  decimals: new Map([["GBP", 2], ["JPY", 0]]),
  dimensions: [{ id: "dim_1", code: "site", name: "Site", values: [{ code: "LON", name: "London" } as never] }],
  locale: "en-GB",
  dayOrder: "dmy",
  from: "2010-12-31",
};
const line = newLine();

test("while somebody types, the text stays as it is and is understood as far as it can be", () => {
  expect(typed("debit", "1200*0.2", line, books)).toEqual({ text: "1200*0.2", value: "240.00" });
  expect(typed("debit", "1200*", line, books)).toEqual({ text: "1200*", value: "" });
});

test.each([
  ["debit", "1200*0.2", { text: "240.00", value: "240.00" }],
  ["debit", "1234,5", { text: "1,234.50", value: "1234.50" }],
  ["debit", "0", { text: "", value: "" }],
  ["due", "28.2", { text: "28 Feb 2010", value: "2010-02-28" }],
  ["currency", "jpy", { text: "JPY", value: "JPY" }],
  ["dim:site", "london", { text: "LON", value: "LON" }],
  ["memo", " Winter ", { text: "Winter", value: "Winter" }],
] as const)("a field %s that is left with “%s” is written back", (column, text, cell) => {
  expect(left(column, text, line, books)).toEqual(cell);
});

test.each([
  ["debit", "1.005"],
  ["credit", "abc"],
  ["due", "32"],
  ["currency", "xyz"],
  ["dim:site", "Paris"],
  ["account", "nowhere"],
] as const)("a field %s that is left with “%s” keeps its text and says what is wrong", (column, text) => {
  const cell = left(column, text, line, books);
  expect(cell).toMatchObject({ text, value: "" });
  expect(cell.fault).toMatch(/\.$/);
});

test("an amount takes the place of that on the other side, and one below zero goes over there", () => {
  const debit = settled(line, "debit", left("debit", "5", line, books), books);
  const credit = settled(debit, "credit", left("credit", "7", debit, books), books);
  expect([cellOf(credit, "debit").value, cellOf(credit, "credit").value]).toEqual(["", "7.00"]);
  const below = settled(line, "debit", left("debit", "-5", line, books), books);
  expect([cellOf(below, "debit").value, cellOf(below, "credit").value]).toEqual(["", "5.00"]);
  expect(cellOf(below, "credit").note).toBe("Minus in debit was written as credit.");
});

test("another currency reads the amount with its own decimals, and the rate of the stored line goes", () => {
  const stored = { ...newLine({ debit: { text: "5.50", value: "5.50" } }), conversion: { exchangeRate: "0.9" } };
  const yen = settled(stored, "currency", left("currency", "JPY", stored, books), books);
  expect(cellOf(yen, "debit")).toMatchObject({ text: "5.50", value: "" });
  expect(cellOf(yen, "debit").fault).toBeDefined();
  expect(yen.conversion).toBeUndefined();
});
