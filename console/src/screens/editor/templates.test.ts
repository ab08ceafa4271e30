import { expect, test } from "vitest";
import type { Template } from "../../api/entryTemplates";
import { newHead, newLine } from "./draft";
import type { Books } from "./reading";
import { hindrance, linesOf, templateOf } from "./templates";

const books: Books = {
  chart: undefined,
  base: "GBP",
  currency: "EUR",
  decimals: new Map([["GBP", 2], ["EUR", 2]]),
  dimensions: [],
  locale: "en-GB",
  dayOrder: "dmy",
  from: "2010-12-31",
};
const cell = (value: string): { text: string; value: string } => ({ text: value, value });
const head = { ...newHead("2010-12-24", "jnl_1"), description: " Rent ", currency: "EUR", rate: "0.85", dimensions: { site: "LON", team: "A" } };
const lines = [
  newLine({ account: cell("acc_1"), debit: cell("12.00"), due: cell("2011-01-31"), "dim:site": cell("PAR") }, { exchangeRate: "0.86" }),
  newLine({ account: cell("acc_2"), currency: cell("GBP") }),
  newLine(),
];

test("the lines of a template say what the head said, and nothing that belongs to a day", () => {
  expect(templateOf({ head, lines }, "Rent", books)).toEqual({
    name: "Rent",
    description: "Rent",
    journalId: "jnl_1",
    lines: [
      { accountId: "acc_1", debit: "12.00", currency: "EUR", dimensions: { site: "PAR", team: "A" } },
      { accountId: "acc_2", currency: "GBP", dimensions: { site: "LON", team: "A" } },
    ],
  });
});

test("an entry takes over lines with their currency, and amounts that are open stay open", () => {
  const line = { accountId: "acc_1", debit: "12.00", credit: "0.00", currency: "EUR", dimensions: { site: "PAR" }, exchangeRate: null };
  const template = { lines: [line, { ...line, debit: "0.00", currency: "GBP" }] } as unknown as Template;
  const values = linesOf(template, books).map(({ cells }) => [cells.debit?.value, cells.currency?.value, cells["dim:site"]?.value]);
  expect(values).toEqual([
    ["12.00", undefined, "PAR"],
    [undefined, "GBP", "PAR"],
  ]);
});

test("what has no lines, or a line without its account, is no template", () => {
  expect(hindrance([newLine()])).toMatch(/Write a line/);
  expect(hindrance([newLine({ debit: cell("1.00") })])).toMatch(/account/);
  expect(hindrance(lines)).toBeUndefined();
});
