import { expect, test } from "vitest";
import { balance, inWords, rest, totalsOf } from "./difference";
import { type Line, newLine } from "./draft";

const line = (side: "debit" | "credit", value: string, currency = ""): Line =>
  newLine({ [side]: { text: value, value }, ...(currency && { currency: { text: currency, value: currency } }) });
const own = (one: Line): string => one.cells.currency?.value || "GBP";
const write = (amount: string): string => amount;

test("debits and credits are added up by currency, exactly", () => {
  const totals = totalsOf([line("debit", "0.10"), line("debit", "0.20"), line("credit", "0.30"), line("debit", "5", "JPY")], own);
  expect(totals).toEqual([
    { currency: "GBP", debit: "0.30", credit: "0.30", difference: "0.00" },
    { currency: "JPY", debit: "5", credit: "0", difference: "5" },
  ]);
});

test.each([
  [[], "empty"],
  [[line("debit", "1.00"), line("credit", "1.00")], "balanced"],
  [[line("debit", "1.00")], "off"],
  [[line("debit", "1.00"), line("credit", "1.20", "EUR")], "unknown"],
  [[line("debit", "1.00"), line("credit", "1.00"), line("debit", "2", "EUR"), line("credit", "2", "EUR")], "balanced"],
] as const)("lines %# are %s", (lines, state) => {
  expect(balance(totalsOf(lines, own))).toBe(state);
});

test("the difference is told in words, with the currency where there are several", () => {
  const [only] = totalsOf([line("debit", "3.00"), line("credit", "2.00")], own);
  expect(only && inWords(only, write, true)).toBe("Debits are 1.00 higher");
  const [credit] = totalsOf([line("credit", "2.00")], own);
  expect(credit && inWords(credit, write, true)).toBe("Credits are 2.00 higher");
  expect(credit && inWords(credit, write, false)).toBe("GBP: credits are 2.00 higher");
  const [even] = totalsOf([line("credit", "2.00"), line("debit", "2.00")], own);
  expect(even && inWords(even, write, true)).toBe("Balanced");
});

test("what is missing stands on the side where it is missing, in its own currency", () => {
  const totals = totalsOf([line("debit", "3.00"), line("credit", "2.00"), line("credit", "7.00", "EUR")], own);
  expect(rest(totals, "GBP")).toEqual({ side: "credit", amount: "1.00" });
  expect(rest(totals, "EUR")).toEqual({ side: "debit", amount: "7.00" });
  expect(rest(totals, "USD")).toBeUndefined();
});
