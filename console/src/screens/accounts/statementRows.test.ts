import { expect, test } from "vitest";
import type { StatementLine } from "../../api/statements";
import { behind, largestRows } from "./statementRows";

const line = (lineNumber: number, baseDebit: string, baseCredit: string): StatementLine =>
  ({ entryId: "je_1", lineNumber, baseDebit, baseCredit, balance: "0.00", description: "" }) as unknown as StatementLine;

test("the largest lines come first, whichever side they are on", () => {
  const rows = largestRows([line(1, "5.00", "0.00"), line(2, "0.00", "70.10"), line(3, "70.09", "0.00")]);
  expect(rows.map((row) => row.line?.lineNumber)).toEqual([2, 3, 1]);
});

test("a line says its party and its reference, unless its text does", () => {
  expect(behind({ description: "Goods issued", partyName: "Smith", reference: "out-1308" })).toEqual(["Smith", "out-1308"]);
  expect(behind({ description: "Invoice 536365", partyName: "17850", reference: "536365" })).toEqual(["17850"]);
  expect(behind({ description: "Rent", partyName: null, reference: null })).toEqual([]);
});
