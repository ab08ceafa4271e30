import { expect, test } from "vitest";
import type { PreviewEntry } from "../../api/mend";
import { gathered } from "./gathered";

const line = (accountId: string, debit: string, credit: string) => ({ accountId, currency: "GBP", debit, credit, baseDebit: debit, baseCredit: credit });

test("the lines of all items become one for each account and side, with the same sums", () => {
  const entry = { lines: [line("a", "9.46", "0"), line("b", "0", "9.46"), line("a", "0.99", "0"), line("b", "0", "0.99"), line("a", "0", "1.00")] } as unknown as PreviewEntry;
  expect(gathered(entry).lines.map((one) => `${one.accountId} ${one.baseDebit} ${one.baseCredit}`)).toEqual(["a 10.45 0", "b 0 10.45", "a 0 1.00"]);
});
