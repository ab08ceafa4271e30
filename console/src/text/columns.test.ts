import { describe, expect, it } from "vitest";
import { finder, guessColumns, hasHeadings, isDash, markOf, withoutTime, type Known } from "./columns";

const known: Known = { today: "2010-12-05", order: "dmy" };

it.each<[string, string[][], boolean]>([
  ["a word that heads columns", [["Account", "x"], ["4000", "1"]], true],
  ["a word over figures", [["Wieviel"], ["1.50"], ["2.50"]], true],
  ["a word over dates", [["Wann"], ["5.12.2010"]], true],
  ["a figure in the first row", [["Account", "1.50"], ["4000", "1"]], false],
  ["a date in the first row", [["Text", "5.12.2010"], ["x", "6.12.2010"]], false],
  ["words over words", [["Bank", "Rent"], ["Cash", "Sales"]], false],
  ["nothing", [], false],
])("%s: the first row names the columns is %s", (_, table, expected) => expect(hasHeadings(table, undefined)).toBe(expected));

it.each<[string[], string | undefined]>([
  [["12.50"], "."],
  [["12,50", "1.234"], ","],
  [["1.234", "2.345"], undefined],
  [["12,50", "12.50"], undefined],
  [["12,50", "13,50", "12.50"], ","],
  [["-12,50 €", "(1.234,50)", "EUR 3"], ","],
  [["1'234.50"], "."],
  [[], undefined],
])("cells %j have the decimal mark %s", (cells, mark) => expect(markOf(cells)).toBe(mark));

it("dashes of spreadsheets are zero", () => {
  expect(["-", " - ", "–", "—", "\u2212", "€ -", "-5", "", "x"].map(isDash)).toEqual([true, true, true, true, true, true, false, false, false]);
});

it.each([
  ["2010-12-05 00:00:00", "2010-12-05"],
  ["2010-12-05T00:00:00.000", "2010-12-05"],
  ["12/5/2010 12:00 AM", "12/5/2010"],
  ["5 Dec 2010", "5 Dec 2010"],
])("%s is the day %s", (cell, day) => expect(withoutTime(cell)).toBe(day));

describe("accounts are found", () => {
  const find = finder([
    { code: "4000", name: "Sales of goods" },
    { code: "4100", name: "4000" },
    { code: "A-1", name: "Café" },
  ]);
  it.each([
    ["4000", "4000"],
    ["sales  OF goods", "4000"],
    ["4000 Sales of goods", "4000"],
    ["4000 - Sales of goods", "4000"],
    ["4000: Sales of goods", "4000"],
    ["4100", "4100"],
    ["a-1", "A-1"],
    ["cafe", "A-1"],
    ["4000 Rent", undefined],
    ["40", undefined],
    ["", undefined],
  ])("by %j: %s", (cell, code) => expect(find(cell)?.code).toBe(code));
});

it("a column holds what four of five cells are", () => {
  const meaning = (...cells: string[]) => guessColumns(cells.map((cell) => [cell]), [], known)[0]?.meaning;
  expect(meaning("1.50", "2.50", "3.50", "4.50", "void")).toBe("amount");
  expect(meaning("1.50", "2.50", "3.50", "see below", "void")).not.toBe("amount");
  expect(meaning("Rent", "12", "Sale", "Fee", "Tax")).toBe("text");
  expect(meaning("5.12.2010", "6.12.2010", "7.12.2010", "8.12.2010", "soon")).toBe("due");
});

it("the order of dates is the user's unless another one reads all of them", () => {
  const order = (...days: string[]) => guessColumns(days.map((day) => [day]), [], known)[0]?.order;
  expect(order("1/2/2010", "3/4/2010")).toBe("dmy");
  expect(order("1/2/2010", "3/14/2010")).toBe("mdy");
  expect(order("10-12-05", "10-12-31")).toBe("dmy");
  expect(order("30-12-05", "10-13-31")).toBe("dmy");
  expect(order("99-12-05", "98-11-30")).toBe("ymd");
});

it("the second column of the same meaning is left out, but dimensions may be several", () => {
  const columns = guessColumns([["4000", "Sales", "N", "1"]], ["Account", "Account name", "Project", "Cost centre"], known);
  expect(columns.map((column) => column.meaning)).toEqual(["account", "ignore", "dimension", "dimension"]);
});
