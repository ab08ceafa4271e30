import { expect, test } from "vitest";
import { besideDay, besideSpan, daysOfSpan, monthsToDraw, nameOfSpan, period, periodOfSpan, spanOfPeriod } from "./span";

test("a month, a quarter and a year are days, and the days lead back to them", () => {
  for (const [text, from, to] of [
    ["2010-12", "2010-12-01", "2010-12-31"],
    ["2012-02", "2012-02-01", "2012-02-29"],
    ["2010-Q1", "2010-01-01", "2010-03-31"],
    ["2010-Q4", "2010-10-01", "2010-12-31"],
    ["2010", "2010-01-01", "2010-12-31"],
  ] as const) {
    expect(period.read(text)).toEqual({ value: text });
    expect(spanOfPeriod(text)).toEqual({ from, to });
    expect(periodOfSpan({ from, to })).toBe(text);
  }
});

test("what is no period is told and not passed over", () => {
  for (const text of ["2010-13", "2010-Q5", "0000", "December", "10"]) expect(period.read(text)).toEqual({ wrong: [text] });
});

test("days have the name that people give them", () => {
  expect(nameOfSpan({ from: "2010-12-01", to: "2010-12-31" })).toBe("December 2010");
  expect(nameOfSpan({ from: "2010-10-01", to: "2010-12-31" })).toBe("4th quarter of 2010");
  expect(nameOfSpan({ from: "2010-01-01", to: "2010-12-31" })).toBe("2010");
  expect(nameOfSpan({ from: "2010-12-01", to: "2010-12-15" })).toBe("1 to 15 Dec 2010");
  expect(daysOfSpan({ from: "2010-12-05", to: "2010-12-05" })).toBe("5 Dec 2010");
  expect(daysOfSpan({ from: "2010-11-28", to: "2010-12-03" })).toBe("28 Nov to 3 Dec 2010");
  expect(daysOfSpan({ from: "2009-12-28", to: "2010-01-03" })).toBe("28 Dec 2009 to 3 Jan 2010");
});

test("before and after whole months are whole months, and as many days elsewhere", () => {
  expect(besideSpan({ from: "2010-12-01", to: "2010-12-31" }, -1)).toEqual({ from: "2010-11-01", to: "2010-11-30" });
  expect(besideSpan({ from: "2010-01-01", to: "2010-12-31" }, 1)).toEqual({ from: "2011-01-01", to: "2011-12-31" });
  expect(besideSpan({ from: "2010-12-05", to: "2010-12-09" }, -1)).toEqual({ from: "2010-11-30", to: "2010-12-04" });
  expect(besideDay("2010-12-31", 1)).toBe("2011-01-31");
  expect(besideDay("2010-03-31", -1)).toBe("2010-02-28");
  expect(besideDay("2010-12-05", -1)).toBe("2010-12-04");
});

test("a chart has the months of the report, or the twelve up to it", () => {
  expect(monthsToDraw(spanOfPeriod("2010"))).toHaveLength(12);
  expect(monthsToDraw(spanOfPeriod("2010-Q4"))).toEqual(["2010-10", "2010-11", "2010-12"]);
  expect(monthsToDraw(spanOfPeriod("2010-12")).at(0)).toBe("2010-01");
  expect(monthsToDraw({ from: "2010-11-20", to: "2010-12-15" }).at(-1)).toBe("2010-12");
});
