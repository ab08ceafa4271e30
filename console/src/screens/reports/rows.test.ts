import { expect, test } from "vitest";
import type { LayoutRow } from "../../api/reports";
import { accountsIn, headingsOf, statementRows } from "./rows";

function row(depth: number, section: string, title: string, amount: string, account?: { code: string; isGroup?: boolean }): LayoutRow {
  return {
    kind: account ? "account" : "section",
    section,
    code: account?.code ?? null,
    title,
    accountId: account ? (`acc_${account.code}` as never) : null,
    isGroup: account?.isGroup ?? false,
    depth,
    amounts: [amount],
  } as LayoutRow;
}

const PROFIT = [
  row(0, "revenue", "Revenue", "90.00"),
  row(1, "revenue", "Revenue", "90.00", { code: "4", isGroup: true }),
  row(2, "revenue", "Sales", "100.00", { code: "4000" }),
  row(2, "revenue", "Returns", "-10.00", { code: "4100" }),
  row(0, "expenses", "Expenses", "7.00"),
  row(1, "expenses", "Costs", "7.00", { code: "5", isGroup: true }),
  row(2, "expenses", "Rent", "7.00", { code: "5100" }),
];

const written = (folded: string[] = []): string[] =>
  statementRows(PROFIT, { folded: new Set(folded) }).map(
    (one) => `${" ".repeat(one.depth)}${one.title} ${one.amounts?.[0] ?? ""}${one.rule ? ` ${one.rule}` : ""}`,
  );

test("lines stand below their heading, and their sum under a single rule", () => {
  expect(written()).toEqual([
    "Revenue ",
    " Sales 100.00",
    " Returns -10.00",
    "Total revenue 90.00 single",
    "Expenses ",
    " Rent 7.00",
    "Total expenses 7.00 single",
  ]);
});

test("a folded heading has the sum itself", () => {
  expect(written(["revenue"])).toEqual(["Revenue 90.00", "Expenses ", " Rent 7.00", "Total expenses 7.00 single"]);
  expect(headingsOf(PROFIT)).toEqual(["revenue", "expenses"]);
});

test("groups that only repeat a sum have no row, and are named on what is in them", () => {
  const rows = statementRows(PROFIT, { folded: new Set() });
  expect(rows.find((one) => one.code === "5100")?.within).toBe("5 Costs");
});

test("a sum is of exactly the accounts above it", () => {
  const rows = statementRows(PROFIT, { folded: new Set() });
  expect(rows.find((one) => one.title === "Total revenue")?.books).toEqual({ of: "accounts", codes: ["4000", "4100"] });
  expect(accountsIn(PROFIT)).toEqual(["4000", "4100", "5100"]);
});

test("groups beside others keep their row, their sum and their place", () => {
  const sheet = [
    row(0, "assets", "Assets", "30.00"),
    row(1, "assets", "Current", "20.00", { code: "1", isGroup: true }),
    row(2, "assets", "Bank", "15.00", { code: "10" }),
    row(2, "assets", "Cash", "5.00", { code: "11" }),
    row(1, "assets", "Machines", "10.00", { code: "2" }),
  ];
  const rows = statementRows(sheet, { folded: new Set(), finalSections: ["assets"] });
  expect(rows.map((one) => [one.title, one.depth, one.amounts?.[0], one.rule])).toEqual([
    ["Assets", 0, undefined, undefined],
    ["Current", 1, undefined, undefined],
    ["Bank", 2, "15.00", undefined],
    ["Cash", 2, "5.00", undefined],
    ["Total current", 1, "20.00", "single"],
    ["Machines", 1, "10.00", undefined],
    ["Total assets", 0, "30.00", "double"],
  ]);
  expect(rows.find((one) => one.title === "Total current")?.books).toEqual({ of: "accounts", codes: ["10", "11"], group: "1" });
});

test("no two headings of a statement are called the same", () => {
  const profit = [
    row(0, "costOfSales", "Cost of sales", "50.00"),
    row(1, "costOfSales", "Cost of sales", "50.00", { code: "5", isGroup: true }),
    row(2, "costOfSales", "Goods sold", "40.00", { code: "5000" }),
    row(2, "costOfSales", "Freight", "10.00", { code: "5010" }),
    row(0, "expenses", "Expenses", "12.00"),
    row(1, "expenses", "Cost of sales", "7.00", { code: "5", isGroup: true }),
    row(2, "expenses", "Adjustments", "4.00", { code: "5100" }),
    row(2, "expenses", "Scrap", "3.00", { code: "5110" }),
    row(1, "expenses", "Expenses", "5.00", { code: "6", isGroup: true }),
    row(2, "expenses", "Rent", "3.00", { code: "6000" }),
    row(2, "expenses", "Power", "2.00", { code: "6010" }),
  ];
  const rows = statementRows(profit, { folded: new Set() });
  expect(rows.map((one) => `${" ".repeat(one.depth)}${one.title}`)).toEqual([
    "Cost of sales",
    " Goods sold",
    " Freight",
    "Total cost of sales",
    "Expenses",
    " Other in cost of sales",
    "  Adjustments",
    "  Scrap",
    " Total other in cost of sales",
    " Rent",
    " Power",
    "Total expenses",
  ]);
});
