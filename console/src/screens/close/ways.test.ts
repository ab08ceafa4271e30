import { expect, test } from "vitest";
import type { Period } from "../../api/periods";
import { firstOpen, inWords, placeOf } from "./ways";

const api = "http://127.0.0.1:8080/books/api/v1";

test("drafts in the way lead to the journal with their filters", () => {
  const href = `${api}/accounting/journal-entries?status=draft&dateFrom=2010-12-01&dateTo=2010-12-31`;
  const search = { status: "draft", from: "2010-12-01", to: "2010-12-31" };
  expect(placeOf({ name: "drafts", method: "GET", href })).toEqual({ kind: "screen", to: "/journal", search });
});

test("an earlier period leads to itself, whether a checklist or a refusal names it", () => {
  const href = `${api}/accounting/periods/per_1/close`;
  expect(placeOf({ name: "earlierPeriods", method: "POST", href })).toEqual({ kind: "subject", id: "per_1" });
  expect(placeOf({ name: "reopen-later", method: "POST", href: `${api}/accounting/fiscal-years/fy_1/reopen` })).toEqual({
    kind: "subject",
    id: "fy_1",
  });
});

test("revaluations and scheduled reversals are run where they are missed", () => {
  expect(placeOf({ name: "revaluation", method: "POST", href: `${api}/accounting/revaluations` })).toEqual({
    kind: "dialog",
    dialog: "revalue",
  });
  const href = `${api}/accounting/journal-entries?autoReverseUntil=2010-12-31`;
  expect(placeOf({ name: "autoReversals", method: "GET", href })).toEqual({ kind: "dialog", dialog: "reversals" });
});

test("a call that no screen knows leads nowhere", () => {
  expect(placeOf({ name: "new", method: "POST", href: `${api}/accounting/new` })).toBeUndefined();
  expect(placeOf({ name: "periodOver", method: null, href: null })).toBeUndefined();
});

test("a year's open periods lead to the first of them", () => {
  const period = (id: string, status: string): Period => ({ id, status, fiscalYearId: "fy_1", kind: "standard" }) as unknown as Period;
  const href = `${api}/accounting/periods?fiscalYearId=fy_1&status=open`;
  expect(firstOpen({ code: "openPeriods", href }, [period("1", "closed"), period("2", "open")])?.id).toBe("2");
});

test("what is to be done is a sentence for people", () => {
  expect(inWords("2 entries must be reversed by its last day: run them with POST /accounting/auto-reversals/run")).toBe(
    "2 entries must be reversed by its last day: run them.",
  );
  expect(inWords("exchange rates are missing on 2010-12-31: close 2010-01 first")).toBe(
    "Exchange rates are missing on 31 Dec 2010: close January 2010 first.",
  );
});

test("what is to be done has the words of the buttons", () => {
  expect(inWords("1 entry is waiting for approval: approve or withdraw them")).toBe("1 entry is waiting for approval: approve or reject them.");
});
