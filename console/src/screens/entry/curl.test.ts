import { expect, it } from "vitest";
import type { Entry } from "../../api/entries";
import { bodyOf, callsOf } from "./curl";

const line = { lineNumber: 1, accountId: "acc_1", accountCode: "1010", debit: "12.00", credit: "0.00", currency: "GBP", dimensions: {} };
const entry = {
  id: "je_1",
  version: 3,
  status: "posted",
  date: "2010-12-05",
  journalCode: "GJ",
  description: "Stall at Bob's",
  reference: null,
  currency: "GBP",
  baseCurrency: "GBP",
  dimensions: {},
  lines: [line],
} as unknown as Entry;
const rights = { write: true, void: true, trail: true };

it("makes an entry like it from what was given, without what the books added", () => {
  expect(bodyOf(entry)).toEqual({
    date: "2010-12-05",
    journalCode: "GJ",
    description: "Stall at Bob's",
    lines: [{ accountCode: "1010", debit: "12.00" }],
  });
});

it("quotes for the shell and never has a token", () => {
  const calls = callsOf(entry, "https://books.example/api/v1", rights);
  expect(calls.map((call) => call.title)).toEqual(["Read it", "Make a draft like it", "Void it, if it is still as shown here", "Read its history"]);
  expect(calls[1]?.text).toContain(`Bob'\\''s`);
  for (const call of calls) expect(call.text).toContain(`"Authorization: Bearer $TOKEN"`);
  expect(calls[2]?.text).toContain(`-H 'If-Match: "3"'`);
});

it("shows what the caller may do alone", () => {
  const calls = callsOf(entry, "https://books.example/api/v1", { write: false, void: false, trail: false });
  expect(calls.map((call) => call.title)).toEqual(["Read it"]);
});
