import { expect, test } from "vitest";
import type { OpenItem } from "../../api/openItems";
import { inputOf, isTolerated, planOf } from "./plan";
import { proposals, reasonOf } from "./proposals";

function item(number: string, side: "debit" | "credit", openAmount: string, more: Partial<OpenItem> = {}): OpenItem {
  return {
    entryId: `je_${number}`,
    lineNumber: 1,
    number,
    entryType: "standard",
    accountId: "acc_1100",
    accountCode: "1100",
    accountName: "Trade receivables",
    partyId: "pty_1",
    partyCode: null,
    partyName: "Glow & Co",
    date: "2010-12-05",
    dueDate: "2010-12-05",
    description: "",
    reference: null,
    side,
    currency: "GBP",
    amount: openAmount,
    openAmount,
    baseAmount: openAmount,
    openBaseAmount: openAmount,
    ...more,
  };
}

const invoice = item("SJ-1", "debit", "139.12", { reference: "536365" });

test("the same amount comes first, then the same reference, then the nearest date", () => {
  const found = proposals(invoice, [
    item("B-far", "credit", "50.00", { date: "2010-12-20" }),
    item("B-near", "credit", "60.00", { date: "2010-12-06" }),
    item("B-reference", "credit", "70.00", { description: "Payment of 536365", date: "2010-12-31" }),
    item("B-amount", "credit", "139.12", { date: "2010-12-31" }),
    item("B-both", "credit", "139.12", { reference: "SJ-1", date: "2010-12-31" }),
  ]);
  expect(found.map((one) => one.item.number)).toEqual(["B-both", "B-amount", "B-reference", "B-near", "B-far"]);
  expect(found.map((one) => reasonOf(one, invoice))).toEqual([
    "same amount, same reference, 26 days later",
    "same amount, 26 days later",
    "same reference, 26 days later",
    "1 day later",
    "15 days later",
  ]);
});

test("an amount that differs by what may be written off comes right behind the same amount", () => {
  const others = [item("B-near", "credit", "60.00"), item("B-slip", "credit", "139.00", { date: "2010-12-31" })];
  const [first] = proposals(invoice, others, "0.50");
  expect(first && reasonOf(first, invoice)).toBe("differs by 0.12, 26 days later");
  expect(proposals(invoice, others, "0.00")[0]?.item.number).toBe("B-near");
});

test("only the other side of the same account, party and currency is proposed", () => {
  const others = [
    item("same side", "debit", "139.12"),
    item("another account", "credit", "139.12", { accountId: "acc_1110" }),
    item("another party", "credit", "139.12", { partyId: null }),
    item("another currency", "credit", "139.12", { currency: "EUR" }),
  ];
  expect(proposals(invoice, others)).toEqual([]);
});

test("a reference is a word of the other's text, and not a part of one", () => {
  const [found] = proposals(invoice, [item("B-1", "credit", "5.00", { description: "Payment of 5363655" })]);
  expect(found?.isSameReference).toBe(false);
});

test("what is left stands on the side that offers more", () => {
  const payment = item("B-1", "credit", "100.00");
  expect(planOf({ item: invoice }, [{ item: payment }])).toEqual({
    matched: "100.00",
    difference: "39.12",
    restOfItem: "39.12",
    restOfOthers: "0.00",
  });
  expect(planOf({ item: invoice }, [{ item: payment }, { item: item("B-2", "credit", "50.00") }])).toMatchObject({
    matched: "139.12",
    difference: "-10.88",
    restOfItem: "0.00",
    restOfOthers: "10.88",
  });
  expect(planOf({ item: invoice, amount: "40.00" }, [{ item: payment }])).toMatchObject({ restOfItem: "99.12", restOfOthers: "60.00" });
});

test("a difference within the tolerance can be written off", () => {
  const plan = planOf({ item: invoice }, [{ item: item("B-1", "credit", "139.00") }]);
  expect(isTolerated(plan, invoice, "0.12", "GBP")).toBe(true);
  expect(isTolerated(plan, invoice, "0.11", "GBP")).toBe(false);
  expect(isTolerated(plan, invoice, "0.00", "GBP")).toBe(false);
  expect(isTolerated(planOf({ item: invoice }, []), invoice, "0.12", "GBP")).toBe(false);
});

test("a foreign difference is worth what the item's own rate says", () => {
  const foreign = { currency: "JPY", openAmount: "10000", openBaseAmount: "80.00" };
  const paid = item("B-1", "credit", "9900", { ...foreign, openAmount: "9900" });
  const plan = planOf({ item: { ...invoice, ...foreign } }, [{ item: paid }]);
  expect(isTolerated(plan, { ...invoice, ...foreign }, "0.80", "GBP")).toBe(true);
  expect(isTolerated(plan, { ...invoice, ...foreign }, "0.79", "GBP")).toBe(false);
});

test("the request says amounts only where somebody typed them", () => {
  const payment = item("B-1", "credit", "100.00");
  expect(inputOf({ item: invoice, amount: "40.00" }, [{ item: payment }], "acc_5900")).toEqual({
    lines: [
      { entryId: "je_SJ-1", lineNumber: 1, amount: "40.00" },
      { entryId: "je_B-1", lineNumber: 1 },
    ],
    writeOff: { accountId: "acc_5900" },
  });
});
