import { describe, expect, it } from "vitest";
import { amount, day, flag, instant, many, month, one, parseSearch, readFilters, stringifySearch, text, writeFilters, type Values } from "./filters";

const schema = {
  status: many(["draft", "waiting", "posted", "voided"]),
  from: day,
  to: day,
  amountFrom: amount,
  q: text,
  sort: one(["date", "-date", "amount"]),
  period: month,
  knownAt: instant,
  reversed: flag,
};

describe("what an address says right is a value, and is written the same", () => {
  it.each<[string, Values<typeof schema>]>([
    ["", {}],
    ["?status=draft", { status: ["draft"] }],
    ["?status=draft,posted", { status: ["draft", "posted"] }],
    ["?from=2010-12-01&to=2010-12-31", { from: "2010-12-01", to: "2010-12-31" }],
    ["?amountFrom=-1234.50", { amountFrom: "-1234.50" }],
    ["?amountFrom=92233720368547758.07", { amountFrom: "92233720368547758.07" }],
    ["?q=0400", { q: "0400" }],
    ["?q=blue+vase", { q: "blue vase" }],
    ["?q=a%26b%3Dc%23d%2Be", { q: "a&b=c#d+e" }],
    ["?q=a,b/c:d", { q: "a,b/c:d" }],
    ["?sort=-date", { sort: "-date" }],
    ["?period=2010-12", { period: "2010-12" }],
    ["?knownAt=2010-12-05T10:00:00Z", { knownAt: "2010-12-05T10:00:00Z" }],
    ["?knownAt=2010-12-05T10:00:00.123%2B01:00", { knownAt: "2010-12-05T10:00:00.123+01:00" }],
    ["?reversed=true", { reversed: true }],
    ["?reversed=false", { reversed: false }],
  ])("%j", (address, values) => {
    expect(readFilters(schema, parseSearch(address))).toEqual({ values, faults: [] });
    expect(stringifySearch(writeFilters(schema, { values }))).toBe(address);
  });
});

describe("the same filters are always the same address", () => {
  it.each([
    ["?to=2010-12-31&from=2010-12-01", "?from=2010-12-01&to=2010-12-31"],
    ["?status=posted,draft,posted", "?status=draft,posted"],
    ["?status=posted&status=draft", "?status=draft,posted"],
    ["?status=", ""],
    ["?q=%20%20", ""],
    ["?status=,draft,", "?status=draft"],
  ])("%s becomes %s", (address, same) => {
    expect(stringifySearch(writeFilters(schema, readFilters(schema, parseSearch(address))))).toBe(same);
  });
});

describe("what was mistyped is a fault that keeps its text", () => {
  const statuses = "Choose draft, waiting, posted or voided.";
  it.each<[string, Values<typeof schema>, string, string, string]>([
    ["?status=drft", {}, "status", "drft", `“drft” is not understood. ${statuses}`],
    ["?status=posted,drft", { status: ["posted"] }, "status", "drft", `“drft” is not understood. ${statuses}`],
    ["?from=2010-13-05", {}, "from", "2010-13-05", "“2010-13-05” is not understood. Choose a day such as 2010-12-05."],
    ["?from=2010-02-29", {}, "from", "2010-02-29", "“2010-02-29” is not understood. Choose a day such as 2010-12-05."],
    ["?amountFrom=12,50", {}, "amountFrom", "12,50", "“12,50” is not understood. Choose an amount such as 1234.50."],
    ["?amountFrom=1e5", {}, "amountFrom", "1e5", "“1e5” is not understood. Choose an amount such as 1234.50."],
    ["?sort=name", {}, "sort", "name", "“name” is not understood. Choose date, -date or amount."],
    ["?period=2010-13", {}, "period", "2010-13", "“2010-13” is not understood. Choose a month such as 2010-12."],
    ["?knownAt=2010-12-05", {}, "knownAt", "2010-12-05", "“2010-12-05” is not understood. Choose a moment such as 2010-12-05T10:00:00Z."],
    ["?knownAt=2010-12-05T25:00:00Z", {}, "knownAt", "2010-12-05T25:00:00Z", "“2010-12-05T25:00:00Z” is not understood. Choose a moment such as 2010-12-05T10:00:00Z."],
    ["?reversed=yes", {}, "reversed", "yes", "“yes” is not understood. Choose true or false."],
    ["?stauts=draft", {}, "stauts", "draft", "There is no filter “stauts” here. Remove it."],
    ["?toString=1", {}, "toString", "1", "There is no filter “toString” here. Remove it."],
  ])("%s", (address, values, name, faulty, message) => {
    const read = readFilters(schema, parseSearch(address));
    expect(read).toEqual({ values, faults: [{ name, text: faulty, message }] });
    expect(stringifySearch(writeFilters(schema, read))).toBe(address);
  });

  it("until a right value takes its place", () => {
    const { faults } = readFilters(schema, parseSearch("?from=2010-13-05"));
    expect(writeFilters(schema, { values: { from: "2010-12-05" }, faults })).toEqual({ from: "2010-12-05" });
  });
  it("two wrong words are two faults", () => {
    const read = readFilters(schema, parseSearch("?status=a,posted,b"));
    expect(read.faults.map((fault) => fault.text)).toEqual(["a", "b"]);
    expect(writeFilters(schema, read)).toEqual({ status: "posted,a,b" });
  });
});

it("takes what a router made of the address", () => {
  expect(readFilters(schema, { q: 400, reversed: true, status: ["draft", "posted"], from: undefined, to: null })).toEqual({
    values: { q: "400", reversed: true, status: ["draft", "posted"] },
    faults: [],
  });
});
