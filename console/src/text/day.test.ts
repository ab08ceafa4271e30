import { describe, expect, it, test } from "vitest";
import { isTwofold, readDay, type DayField, type DayOrder } from "./day";

const read = (text: string, order: DayOrder = "dmy", more: Partial<DayField> = {}) => readDay(text, { today: "2010-12-05", order, ...more });

function reads(cases: [text: string, order: DayOrder, day: string][]) {
  it.each(cases)("%j in the order %s is %s", (text, order, value) => expect(read(text, order)).toEqual({ ok: true, value }));
}

describe("keys count from today", () => {
  reads([
    ["t", "dmy", "2010-12-05"],
    ["T", "dmy", "2010-12-05"],
    ["today", "dmy", "2010-12-05"],
    ["y", "dmy", "2010-12-04"],
    ["yesterday", "dmy", "2010-12-04"],
    ["+5", "dmy", "2010-12-10"],
    ["-3", "dmy", "2010-12-02"],
    ["\u22123", "dmy", "2010-12-02"],
    ["+ 5", "dmy", "2010-12-10"],
    ["+30", "mdy", "2011-01-04"],
    ["-365", "ymd", "2009-12-05"],
    ["m", "dmy", "2010-12-01"],
    ["h", "dmy", "2010-12-31"],
    ["+0", "dmy", "2010-12-05"],
  ]);
});

describe("a day alone is of this month", () => {
  reads([
    ["28", "dmy", "2010-12-28"],
    ["28", "mdy", "2010-12-28"],
    ["28", "ymd", "2010-12-28"],
    ["1", "dmy", "2010-12-01"],
    ["01", "dmy", "2010-12-01"],
    ["28.", "dmy", "2010-12-28"],
    [" 28 ", "dmy", "2010-12-28"],
  ]);
});

describe("day and month come in the order of the user", () => {
  reads([
    ["28.2", "dmy", "2010-02-28"],
    ["28/2", "dmy", "2010-02-28"],
    ["28-2", "dmy", "2010-02-28"],
    ["28 2", "dmy", "2010-02-28"],
    ["28.02.", "dmy", "2010-02-28"],
    ["5/2", "dmy", "2010-02-05"],
    ["5/2", "mdy", "2010-05-02"],
    ["2/28", "mdy", "2010-02-28"],
    ["2.28", "mdy", "2010-02-28"],
    ["2-28", "ymd", "2010-02-28"],
    ["02/28", "ymd", "2010-02-28"],
    ["2802", "dmy", "2010-02-28"],
    ["0228", "mdy", "2010-02-28"],
    ["0228", "ymd", "2010-02-28"],
  ]);
});

describe("a year of two digits is the nearest one", () => {
  reads([
    ["28.2.10", "dmy", "2010-02-28"],
    ["28/2/10", "dmy", "2010-02-28"],
    ["2/28/10", "mdy", "2010-02-28"],
    ["10-2-28", "ymd", "2010-02-28"],
    ["10-2-8", "ymd", "2010-02-08"],
    ["28.2.30", "dmy", "2030-02-28"],
    ["28.2.31", "dmy", "1931-02-28"],
    ["28.2.99", "dmy", "1999-02-28"],
    ["280210", "dmy", "2010-02-28"],
    ["022810", "mdy", "2010-02-28"],
    ["100228", "ymd", "2010-02-28"],
  ]);
});

describe("a year of four digits leaves nothing open", () => {
  reads([
    ["2010-12-05", "dmy", "2010-12-05"],
    ["2010-12-05", "mdy", "2010-12-05"],
    ["2010-2-8", "ymd", "2010-02-08"],
    ["2010/12/05", "mdy", "2010-12-05"],
    ["2010.12.05", "dmy", "2010-12-05"],
    ["28.2.2010", "dmy", "2010-02-28"],
    ["28. 2. 2010", "dmy", "2010-02-28"],
    ["2/28/2010", "mdy", "2010-02-28"],
    ["28.2.2010", "ymd", "2010-02-28"],
    ["28022010", "dmy", "2010-02-28"],
    ["02282010", "mdy", "2010-02-28"],
    ["20100228", "ymd", "2010-02-28"],
    ["20100228", "dmy", "2010-02-28"],
    ["20122010", "dmy", "2010-12-20"],
    ["29.2.2012", "dmy", "2012-02-29"],
  ]);
});

describe("a month in letters can stand anywhere", () => {
  reads([
    ["5 Dec 2010", "dmy", "2010-12-05"],
    ["5 dec", "dmy", "2010-12-05"],
    ["5dec", "dmy", "2010-12-05"],
    ["5 DECEMBER 2010", "mdy", "2010-12-05"],
    ["Dec 5", "dmy", "2010-12-05"],
    ["Dec 5, 2010", "dmy", "2010-12-05"],
    ["December 5th, 2010", "mdy", "2010-12-05"],
    ["5th of December 2010", "dmy", "2010-12-05"],
    ["2010 Dec 5", "ymd", "2010-12-05"],
    ["05-Dec-10", "dmy", "2010-12-05"],
    ["5. Dezember 2010", "dmy", "2010-12-05"],
    ["3. März 2010", "dmy", "2010-03-03"],
    ["3. Mär. 2010", "dmy", "2010-03-03"],
    ["3 mrz", "dmy", "2010-03-03"],
    ["1er août 2010", "dmy", "2010-08-01"],
    ["14 juil 2010", "dmy", "2010-07-14"],
    ["14 juin 2010", "dmy", "2010-06-14"],
    ["5 févr. 2010", "dmy", "2010-02-05"],
    ["1 mai", "dmy", "2010-05-01"],
    ["1 may", "dmy", "2010-05-01"],
    ["1 okt", "dmy", "2010-10-01"],
    ["1 sept", "dmy", "2010-09-01"],
    ["Sunday 5 December 2010", "dmy", "2010-12-05"],
    ["Sun, 5 Dec 2010", "dmy", "2010-12-05"],
  ]);
});

describe("what is no day is answered by what to type", () => {
  const advice = "Type a day such as 5, 5.12, 5 Dec 2010, or t for today and +5 for five days later.";
  it.each<[string, DayOrder, string]>([
    ["", "dmy", advice],
    ["foo", "dmy", `“foo” is not a day. ${advice}`],
    ["foo", "mdy", "“foo” is not a day. Type a day such as 5, 12/5, 5 Dec 2010, or t for today and +5 for five days later."],
    ["foo", "ymd", "“foo” is not a day. Type a day such as 5, 12-5, 5 Dec 2010, or t for today and +5 for five days later."],
    ["5 jui 2010", "dmy", `“5 jui 2010” is not a day. ${advice}`],
    ["5 de 2010", "dmy", `“5 de 2010” is not a day. ${advice}`],
    ["123", "dmy", `“123” is not a day. ${advice}`],
    ["12345", "dmy", `“12345” is not a day. ${advice}`],
    ["2010-12", "dmy", `“2010-12” is not a day. ${advice}`],
    ["1.2.3.4", "dmy", `“1.2.3.4” is not a day. ${advice}`],
    ["28.2.2", "dmy", `“28.2.2” is not a day. ${advice}`],
    ["++5", "dmy", `“++5” is not a day. ${advice}`],
    ["5 Dec Jan", "dmy", `“5 Dec Jan” is not a day. ${advice}`],
    ["1 2 Dec 2010", "dmy", `“1 2 Dec 2010” is not a day. ${advice}`],
    ["dec 2010", "dmy", "The day of the month is missing. Type it before the month, such as 5 Dec 2010."],
    ["dec", "dmy", "The day of the month is missing. Type it before the month, such as 5 Dec."],
    ["32", "dmy", "December 2010 has 31 days. Type a day from 1 to 31."],
    ["0", "dmy", "December 2010 has 31 days. Type a day from 1 to 31."],
    ["29.2", "dmy", "February 2010 has 28 days. Type a day from 1 to 28."],
    ["31 Apr 2010", "dmy", "April 2010 has 30 days. Type a day from 1 to 30."],
    ["2010-02-30", "dmy", "February 2010 has 28 days. Type a day from 1 to 28."],
    ["5.0", "dmy", "There is no month 0. Months go from 1 to 12."],
    ["28.13", "dmy", "There is no month 13. Months go from 1 to 12."],
    ["2/28", "dmy", "There is no month 28: the day comes before the month in your dates. Type 28.2 if you mean 28 February."],
    ["2/28/10", "dmy", "There is no month 28: the day comes before the month in your dates. Type 28.2.10 if you mean 28 February."],
    ["28/2", "mdy", "There is no month 28: the month comes before the day in your dates. Type 2/28 if you mean 28 February."],
    ["28/2/2010", "mdy", "There is no month 28: the month comes before the day in your dates. Type 2/28/2010 if you mean 28 February."],
    ["28-2", "ymd", "There is no month 28: the month comes before the day in your dates. Type 2-28 if you mean 28 February."],
    ["5.12.0010", "dmy", "The year 0010 is too far away. Type a year such as 2010."],
  ])("%j in the order %s", (text, order, message) => expect(read(text, order)).toEqual({ ok: false, message }));
});

describe("a day outside all periods says which there are", () => {
  const year = (number: number) => ({ first: `${number}-01-01`, last: `${number}-12-31` });
  const months = [
    { first: "2010-11-01", last: "2010-11-30" },
    { first: "2010-12-01", last: "2010-12-31" },
    { first: "2011-01-01", last: "2011-01-31" },
  ];
  it.each<[string, DayField["within"], string]>([
    ["5 Dec 2009", year(2010), "5 Dec 2009 is outside all periods. Type a day from 1 Jan 2010 to 31 Dec 2010."],
    ["1 Feb 2011", months, "1 Feb 2011 is outside all periods. Type a day from 1 Nov 2010 to 31 Jan 2011."],
    ["1 Feb 2011", [year(2012), year(2010)], "1 Feb 2011 is outside all periods. Type a day from 1 Jan 2010 to 31 Dec 2010 or from 1 Jan 2012 to 31 Dec 2012."],
    ["1 Feb 2011", [year(2014), year(2012), year(2010)], "1 Feb 2011 is outside all periods. Type a day from 1 Jan 2010 to 31 Dec 2010 or from 1 Jan 2012 to 31 Dec 2012."],
    ["t", [], "There are no periods yet. Create a fiscal year first."],
    ["+60", months, "3 Feb 2011 is outside all periods. Type a day from 1 Nov 2010 to 31 Jan 2011."],
  ])("%j", (text, within, message) => expect(read(text, "dmy", { within })).toEqual({ ok: false, message }));

  it.each(["1.11", "31.12", "31.1.11", "t"])("and %j inside one is taken", (text) => expect(read(text, "dmy", { within: months }).ok).toBe(true));
  it("and the list of periods stays as it was", () => {
    const before = structuredClone(months);
    read("1.1.09", "dmy", { within: months });
    expect(months).toEqual(before);
  });
});

it("reads back what it shows", async () => {
  const { addDays, formatDay } = await import("./calendar");
  for (let day = "2010-01-01"; day < "2013-01-01"; day = addDays(day, 1)) {
    for (const order of ["dmy", "mdy", "ymd"] as const) {
      for (const text of [formatDay(day), formatDay(day, "long"), day]) expect(read(text, order)).toEqual({ ok: true, value: day });
    }
  }
});

test.each([
  ["05/10/2026", true],
  ["5.10", true],
  ["0510", true],
  ["25/10/2026", false],
  ["10/10/2026", false],
  ["12", false],
  ["2026-10-05", false],
  ["5 Oct 2026", false],
])("whether day and month of “%s” could be exchanged: %s", (text, expected) => {
  expect(isTwofold(text)).toBe(expected);
});
