import { describe, expect, it } from "vitest";
import {
  addDays, addMonths, dayName, daysBetween, daysIn, formatDay, isDay, isMonth, monthEnd, monthOf, monthStart, type DayStyle,
} from "./calendar"; // prettier-ignore

it.each<[string, DayStyle | undefined, string]>([
  ["2010-12-05", undefined, "5 Dec 2010"],
  ["2010-12-05", "short", "5 Dec"],
  ["2010-12-05", "long", "Sunday 5 December 2010"],
  ["2010-12-05", "month", "December 2010"],
  ["2010-12", "month", "December 2010"],
  ["2010-05-31", "medium", "31 May 2010"],
  ["2010-09-01", "medium", "1 Sep 2010"],
])("%s in the style %s is %j", (day, style, shown) => expect(formatDay(day, style)).toBe(shown));

it.each<[string, number, string]>([
  ["2010-12-05", 0, "2010-12-05"],
  ["2010-12-31", 1, "2011-01-01"],
  ["2011-01-01", -1, "2010-12-31"],
  ["2012-02-28", 1, "2012-02-29"],
  ["2011-02-28", 1, "2011-03-01"],
  ["1900-02-28", 1, "1900-03-01"],
  ["2000-02-28", 1, "2000-02-29"],
  ["2000-03-01", -1, "2000-02-29"],
  ["2010-12-05", 3650, "2020-12-02"],
  ["1970-01-01", -1, "1969-12-31"],
  ["2010-03-28", 1, "2010-03-29"],
])("%s and %i days is %s", (day, days, result) => {
  expect(addDays(day, days)).toBe(result);
  expect(daysBetween(day, result)).toBe(days);
});

it("every day of four centuries follows the day before, with the weekday that follows", () => {
  let day = "1899-12-31";
  for (let year = 1900; year < 2300; year += 1) {
    for (let month = 1; month <= 12; month += 1) {
      for (let date = 1; date <= daysIn(year, month); date += 1) {
        day = addDays(day, 1);
        if (day !== `${year}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`) throw new Error(day);
      }
    }
  }
  expect(day).toBe("2299-12-31");
});

it.each([
  ["2010-12-05", "Sunday"],
  ["2024-02-29", "Thursday"],
  ["1970-01-01", "Thursday"],
  ["1969-12-31", "Wednesday"],
  ["1900-01-01", "Monday"],
  ["2000-01-01", "Saturday"],
])("%s is a %s", (day, name) => expect(dayName(day)).toBe(name));

describe("months", () => {
  it.each([
    ["2010-12-05", "2010-12", "2010-12-01", "2010-12-31"],
    ["2012-02-29", "2012-02", "2012-02-01", "2012-02-29"],
    ["2011-02", "2011-02", "2011-02-01", "2011-02-28"],
    ["2010-04-30", "2010-04", "2010-04-01", "2010-04-30"],
  ])("%s is in %s, from %s to %s", (day, month, start, end) => {
    expect([monthOf(day), monthStart(day), monthEnd(day)]).toEqual([month, start, end]);
  });
  it.each<[string, number, string]>([
    ["2010-12", 1, "2011-01"],
    ["2010-01-31", -1, "2009-12"],
    ["2010-12", -12, "2009-12"],
    ["2010-12", -24, "2008-12"],
    ["2010-06", 0, "2010-06"],
  ])("%s and %i months is %s", (month, months, result) => expect(addMonths(month, months)).toBe(result));
});

it.each<[string, boolean]>([
  ["2010-12-05", true],
  ["2012-02-29", true],
  ["2011-02-29", false],
  ["2010-13-01", false],
  ["2010-00-01", false],
  ["2010-12-00", false],
  ["2010-12-32", false],
  ["0000-01-01", false],
  ["2010-1-5", false],
  ["5 Dec 2010", false],
  ["", false],
])("%j is a day: %s", (text, expected) => expect(isDay(text)).toBe(expected));

it.each<[string, boolean]>([
  ["2010-12", true],
  ["2010-13", false],
  ["2010-12-05", false],
  ["2010", false],
])("%j is a month: %s", (text, expected) => expect(isMonth(text)).toBe(expected));
