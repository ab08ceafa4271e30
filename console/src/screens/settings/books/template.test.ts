import { expect, test } from "vitest";
import type { Entry } from "../../../api/entries";
import { recurring } from "./template";

const entry = (date: string): Entry =>
  ({
    date,
    number: "GJ-2010-000007",
    description: "Rent of the shop",
    journalId: "jrn_1",
    currency: "GBP",
    reference: null,
    lines: [
      { accountId: "acc_1", debit: "400.00", credit: "0.00", currency: "GBP", description: "", partyId: null, dimensions: {} },
      { accountId: "acc_2", debit: "0.00", credit: "400.00", currency: "GBP", description: "", partyId: null, dimensions: {} },
    ],
  }) as unknown as Entry;

test("an entry recurs monthly on its day, the last of a month on the last, and never on days that have passed", () => {
  expect(recurring(entry("2010-12-05"), "2010-12-20")).toMatchObject({ rule: "FREQ=MONTHLY;BYMONTHDAY=5;COUNT=12", startDate: "2010-12-20", name: "Rent of the shop" });
  expect(recurring(entry("2010-11-30"), "2010-11-02")).toMatchObject({ rule: "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=12", startDate: "2010-11-30" });
});

test("its lines are taken with their sides", () => {
  expect(recurring(entry("2010-12-05"), "2010-12-20").entry?.body["lines"]).toEqual([
    { accountId: "acc_1", debit: "400.00", currency: "GBP" },
    { accountId: "acc_2", credit: "400.00", currency: "GBP" },
  ]);
});
