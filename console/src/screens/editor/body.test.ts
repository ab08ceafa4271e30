import { expect, test } from "vitest";
import type { Entry } from "../../api/entries";
import { bodyOf, draftOf, patchOf, placeOf } from "./body";
import { type Draft, newHead, newLine, sentLines } from "./draft";
import type { Books } from "./reading";

const books: Books = {
  chart: undefined,
  base: "GBP",
  currency: "GBP",
  decimals: new Map([["GBP", 2], ["EUR", 2], ["JPY", 0]]),
  dimensions: [],
  locale: "en-GB",
  dayOrder: "dmy",
  from: "2010-12-31",
};
const cell = (value: string, text = value): { text: string; value: string } => ({ text, value });
const draft: Draft = {
  head: { ...newHead("2010-12-24", "jrn_1"), description: " Rent " },
  lines: [
    newLine({ account: cell("acc_1", "6100 Rent"), debit: cell("1240.00", "1,240.00"), memo: cell("Winter"), "dim:site": cell("LON") }),
    newLine(),
    newLine({ account: cell("acc_2", "1010 Bank"), credit: cell("1240.00", "1,240.00"), party: cell("Ada Lovelace"), due: cell("2011-01-31") }),
    newLine(),
  ],
};

test("lines are sent as they were read, without the empty ones", () => {
  expect(bodyOf(draft, "posted")).toEqual({
    date: "2010-12-24",
    status: "posted",
    description: "Rent",
    journalId: "jrn_1",
    lines: [
      { accountId: "acc_1", description: "Winter", debit: "1240.00", dimensions: { site: "LON" } },
      { accountId: "acc_2", partyName: "Ada Lovelace", credit: "1240.00", dueDate: "2011-01-31" },
    ],
  });
});

test("a fault of the answer leads to the field of the line as it was sent", () => {
  const sent = sentLines(draft.lines);
  const third = draft.lines[2]?.id;
  expect(placeOf({ pointer: "/lines/1/credit" }, sent)).toEqual({ line: third, column: "credit" });
  expect(placeOf({ pointer: "/lines/1/accountId" }, sent)).toEqual({ line: third, column: "account" });
  expect(placeOf({ pointer: "/lines/1" }, sent)).toEqual({ line: third, column: "account" });
  expect(placeOf({ pointer: "/lines/0/dimensions/site" }, sent)).toEqual({ line: draft.lines[0]?.id, column: "dim:site" });
  expect(placeOf({ pointer: "/date" }, sent)).toEqual({ head: "date" });
  expect(placeOf({ pointer: "/autoReverseOn" }, sent)).toEqual({ head: "reverseOn" });
  expect(placeOf({ pointer: "/lines" }, sent)).toBeUndefined();
  expect(placeOf({ pointer: "/lines/9/debit" }, sent)).toBeUndefined();
});

const stored = {
  id: "je_1",
  date: "2010-12-05",
  description: "Invoice",
  reference: "R-1",
  journalId: "jrn_1",
  documentDate: "2010-12-01",
  autoReverseOn: null,
  baseCurrency: "GBP",
  currency: "GBP",
  exchangeRate: null,
  dimensions: { site: "LON" },
  lines: [
    {
      accountId: "acc_1", accountCode: "6100", accountName: "Rent", partyId: null, partyCode: null, partyName: null, description: null,
      debit: "10.00", credit: "0.00", baseDebit: "8.58", baseCredit: "0.00", currency: "EUR", exchangeRate: "0.858", dueDate: null,
      dimensions: {},
    },
    {
      accountId: "acc_2", accountCode: "1010", accountName: "Bank", partyId: "pty_1", partyCode: null, partyName: "Ada", description: "Paid",
      debit: "0.00", credit: "8.58", baseDebit: "0.00", baseCredit: "8.58", currency: "GBP", exchangeRate: null, dueDate: "2010-12-31",
      dimensions: {},
    },
  ],
} as unknown as Entry; // prettier-ignore

test("a stored draft is sent back as it was, and what was emptied is cleared", () => {
  const read = draftOf(stored, books, false);
  const patch = patchOf({ ...read, head: { ...read.head, reference: "", dimensions: {} } }, stored);
  expect(patch).toEqual({
    date: "2010-12-05",
    description: "Invoice",
    reference: null,
    journalId: "jrn_1",
    documentDate: "2010-12-01",
    autoReverseOn: null,
    currency: "GBP",
    exchangeRate: null,
    dimensions: { site: null },
    lines: [
      { accountId: "acc_1", debit: "10.00", currency: "EUR", exchangeRate: "0.858" },
      { accountId: "acc_2", partyId: "pty_1", description: "Paid", credit: "8.58", dueDate: "2010-12-31" },
    ],
  });
});

test("a copy takes the text and the lines, and neither the reference nor days and rates", () => {
  const body = bodyOf(draftOf(stored, books, true), "draft");
  expect(body.reference).toBeUndefined();
  expect(body.documentDate).toBeUndefined();
  expect(body.lines?.[0]).toEqual({ accountId: "acc_1", debit: "10.00", currency: "EUR" });
  expect(body.lines?.[1]).not.toHaveProperty("dueDate");
});
