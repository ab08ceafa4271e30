import { beforeAll, expect, test, vi } from "vitest";
import type { Account } from "../../api/accounts";
import type { Journal } from "../../api/journals";
import type { Period } from "../../api/periods";
import { newLine } from "./draft";
import { withDue } from "./due";
import { doubtOf, newParties } from "./newParties";

vi.stubGlobal("document", { querySelector: () => null });
vi.stubGlobal("location", { origin: "https://books.example.com" });
let closedDay: typeof import("./closedDay").closedDay;
let moveTitle: typeof import("./closedDay").moveTitle;
let freeJournals: typeof import("./approval").freeJournals;
beforeAll(async () => {
  ({ closedDay, moveTitle } = await import("./closedDay"));
  ({ freeJournals } = await import("./approval"));
});

const period = (name: string, startDate: string, endDate: string, status: string): Period => ({ name, startDate, endDate, status, kind: "standard" }) as Period;
const periods = [
  period("2026-09", "2026-09-01", "2026-09-30", "closed"),
  period("2026-10", "2026-10-01", "2026-10-31", "softClosed"),
  period("2026-11", "2026-11-01", "2026-11-30", "open"),
];
const receivable = { code: "1100", name: "Trade receivables", controlFor: "receivable" } as Account;
const payable = { code: "2000", name: "Trade payables", controlFor: "payable" } as Account;
const cell = (value: string) => ({ text: value, value });
const terms = { from: "2026-10-20", journalKind: "sales" as Journal["kind"], termsOf: (id: string) => (id === "pty_1" ? 30 : null) };

test("a day in a closed period is told with the first open day after it", () => {
  expect(closedDay(periods, "2026-09-15", false)).toEqual({ words: "September 2026 is closed.", next: "2026-11-01" });
  expect(closedDay(periods, "2026-10-20", false)?.words).toMatch(/^October 2026 is soft-closed/);
  expect(closedDay(periods, "2026-10-20", true)).toBeUndefined();
  expect(closedDay(periods, "2026-11-02", false)).toBeUndefined();
  expect(moveTitle("2026-11-01", "2026-10-20", "")).toBe("Use 1 Nov 2026, keep 20 Oct 2026 as document date");
});

test("an invoice is due by the terms of its party, a payment and an unknown party are not", () => {
  const invoice = newLine({ account: cell("acc_1"), party: cell("pty_1"), debit: cell("250.00") });
  const due = withDue(invoice, receivable, terms);
  expect(due.cells.due).toMatchObject({ text: "19 Nov 2026", value: "2026-11-19", isDerived: true });
  expect(withDue(due, receivable, { ...terms, from: "2026-10-01" }).cells.due?.value).toBe("2026-10-31");
  const payment = { ...due, cells: { ...due.cells, debit: cell(""), credit: cell("250.00") } };
  expect(withDue(payment, receivable, terms).cells.due).toBeUndefined();
  expect(withDue(newLine({ party: cell("pty_2") }), receivable, terms).cells.due).toBeUndefined();
  expect(withDue(invoice, receivable, { ...terms, journalKind: "bank" }).cells.due).toBeUndefined();
});

test("a due date that somebody typed or cleared stays", () => {
  const typed = newLine({ party: cell("pty_1"), due: cell("2026-12-24") });
  expect(withDue(typed, receivable, terms)).toBe(typed);
  const cleared = newLine({ party: cell("pty_1"), due: cell("") });
  expect(withDue(cleared, receivable, terms)).toBe(cleared);
});

test("what looks like an account or a number is not the name of a new customer", () => {
  expect(doubtOf("4000", "customer", { ...payable, code: "4000", name: "Sales" })).toMatch(/^“4000” is account 4000 Sales.*Make “4000” a new customer/);
  expect(doubtOf("17 850", "customer", undefined)).toMatch(/looks like a number/);
  expect(doubtOf("Smith & Sons", "customer", undefined)).toBeUndefined();
});

test("parties that posting makes are named, each once and as what they are", () => {
  const lines = [newLine({ account: cell("r"), party: cell("Smith") }), newLine({ account: cell("r"), party: cell("Smith") }), newLine({ account: cell("p"), party: cell("pty_9") }), newLine({ account: cell("p"), party: cell("Mill") })];
  expect(newParties(lines, (line) => (line.cells.account?.value === "r" ? receivable : payable))).toEqual(["customer “Smith”", "supplier “Mill”"]);
});

test("journals that no policy holds need no approval", () => {
  const journals = [
    { id: "sj", kind: "sales", isActive: true },
    { id: "gj", kind: "general", isActive: true },
    { id: "stk", kind: "stock", isActive: true },
  ] as const;
  const policy = { appliesTo: "journalEntries", isActive: true, journalId: "sj", minAmount: "1000.00" } as const;
  expect(freeJournals([policy], journals, "5000.00").map((one) => one.id)).toEqual(["gj"]);
  expect(freeJournals([policy], journals, "999.99").map((one) => one.id)).toEqual(["sj", "gj"]);
  expect(freeJournals([{ ...policy, journalId: null }], journals, "5000.00")).toEqual([]);
});
