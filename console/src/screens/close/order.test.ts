import { expect, test } from "vitest";
import type { Year } from "../../api/close";
import type { Period } from "../../api/periods";
import { foldTitle, inOrder, nextToClose, rowsOf, shortName, subjectOf, toCloseFirst, toReopenFirst, yearAddress } from "./order";

function year(name: string, closed: string[] = []): Year {
  const months = Array.from({ length: 12 }, (_, at) => `${name}-${String(at + 1).padStart(2, "0")}`);
  const periods = [...months, `${name} adjustments`].map((called, at) => ({
    id: `per_${called}`,
    fiscalYearId: `fy_${name}`,
    number: at + 1,
    name: called,
    kind: at === 12 ? "adjustment" : "standard",
    startDate: at === 12 ? `${name}-12-31` : `${called}-01`,
    status: closed.includes(called) ? "closed" : "open",
  }));
  return { id: `fy_${name}`, name, startDate: `${name}-01-01`, status: "open", periods } as unknown as Year;
}

const months = (name: string): string[] => Array.from({ length: 12 }, (_, at) => `${name}-${String(at + 1).padStart(2, "0")}`);
const names = (periods: Period[]): string[] => periods.map((period) => period.name);

test("periods close by year, and adjustments behind the months of their year", () => {
  const order = names(inOrder([year("2011"), year("2010")]));
  expect(order.slice(11, 14)).toEqual(["2010-12", "2010 adjustments", "2011-01"]);
});

test("the next to close is the first open month, though adjustments of an earlier year are open", () => {
  expect(nextToClose([year("2010", months("2010")), year("2011")])?.name).toBe("2011-01");
  expect(nextToClose([year("2010", months("2010"))])?.name).toBe("2010 adjustments");
  expect(nextToClose([year("2010", [...months("2010"), "2010 adjustments"])])).toBeUndefined();
});

test("adjustments of an earlier year need not be closed first, those of the same year must follow its months", () => {
  const years = [year("2010", months("2010")), year("2011")];
  const at = (name: string): Period => inOrder(years).find((period) => period.name === name) as Period;
  expect(names(toCloseFirst(years, at("2011-02")))).toEqual(["2011-01"]);
  expect(names(toCloseFirst(years, at("2011 adjustments"))).length).toBe(12);
});

test("later closed periods are reopened first, the last one before the others", () => {
  const years = [year("2010", ["2010-01", "2010-02", "2010-03"])];
  const period = inOrder(years)[0] as Period;
  expect(names(toReopenFirst(years, period))).toEqual(["2010-03", "2010-02"]);
  expect(toReopenFirst(years, { ...period, status: "softClosed" })).toEqual([]);
});

test("an address names periods and years by name or id", () => {
  const years = [year("2010")];
  expect(subjectOf(years, "2010-12")).toMatchObject({ kind: "period", period: { id: "per_2010-12" } });
  expect(subjectOf(years, "2010")).toMatchObject({ kind: "year", year: { id: "fy_2010" } });
  expect(subjectOf(years, "fy_2010")?.kind).toBe("year");
  expect(subjectOf(years, "2012-01")).toBeUndefined();
  expect(yearAddress(years, year("2010-12"))).toBe("fy_2010-12");
});

test("years out of view fold together on either side of those in view", () => {
  const years = ["2010", "2011", "2012", "2013", "2014"].map((name) => year(name));
  const rows = rowsOf(years, (one) => one.name === "2012");
  expect(rows.map((row) => (row.kind === "year" ? row.year.name : foldTitle(row.years)))).toEqual([
    "2013 to 2014: nothing closed yet",
    "2012",
    "2010 to 2011: nothing closed yet",
  ]);
  expect(foldTitle([year("2010", ["2010-01"])])).toBe("2010: 1 of 13 periods closed");
});

test("periods are called shortly in the row of their year", () => {
  expect(shortName({ name: "2010-12" }, { name: "2010" })).toBe("Dec");
  expect(shortName({ name: "2010 adjustments" }, { name: "2010" })).toBe("Adjust.");
  expect(shortName({ name: "Q1" }, { name: "2010" })).toBe("Q1");
});
