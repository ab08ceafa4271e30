import { describe, expect, it } from "vitest";
import {
  absolute, addAmounts, compare, formatAmount, formatQuantity, isNegative, isZero, negate, spokenAmount, subtract, type AmountStyle,
} from "./number"; // prettier-ignore

describe("an amount is shown with the decimals of its currency and the marks of the language", () => {
  it.each<[string, Partial<AmountStyle>, string]>([
    ["0", {}, "0.00"],
    ["0", { zero: "blank" }, ""],
    ["-0.00", { zero: "blank" }, ""],
    ["-0.00", {}, "0.00"],
    ["0.00", { negative: "parentheses" }, "0.00"],
    ["5", {}, "5.00"],
    ["1234.5", {}, "1,234.50"],
    ["-1234.5", {}, "\u22121,234.50"],
    ["-1234.5", { negative: "parentheses" }, "(1,234.50)"],
    ["1234.5", { locale: "de" }, "1.234,50"],
    ["-1234.5", { locale: "de" }, "\u22121.234,50"],
    ["1234.5", { locale: "fr" }, "1\u202f234,50"],
    ["1234.5", { locale: "es" }, "1.234,50"],
    ["1234567.5", { locale: "en-IN" }, "12,34,567.50"],
    ["-52", { locale: "sv" }, "\u221252,00"],
    ["1234", { locale: "ar-EG" }, "1,234.00"],
    ["1234", { decimals: 0 }, "1,234"],
    ["1.5", { decimals: 3 }, "1.500"],
    ["0.01", {}, "0.01"],
    ["0.00", { zero: "blank", decimals: 0 }, ""],
  ])("%s as %j is %j", (value, style, shown) => {
    expect(formatAmount(value, { decimals: 2, locale: "en", ...style }).replace("٬", ",").replace("٫", ".")).toBe(shown);
  });

  it.each<[string, number, string]>([
    ["92233720368547758.07", 2, "92,233,720,368,547,758.07"],
    ["-9223372036854775807", 0, "\u22129,223,372,036,854,775,807"],
    ["1234567890123456789.12", 2, "1,234,567,890,123,456,789.12"],
    ["0.123456789012345678", 18, "0.123456789012345678"],
    ["9007199254740993", 0, "9,007,199,254,740,993"],
  ])("all digits of %s are kept", (value, decimals, shown) => expect(formatAmount(value, { decimals, locale: "en" })).toBe(shown));

  it("nothing is rounded for the eye", () => expect(formatAmount("1.005", { decimals: 2, locale: "en" })).toBe("1.005"));
});

it.each<[string, string]>([
  ["-52", "minus 52.00"],
  ["52", "52.00"],
  ["-0", "0.00"],
  ["-1234.5", "minus 1,234.50"],
])("%s is spoken as %j", (value, spoken) => expect(spokenAmount(value, { decimals: 2, locale: "en" })).toBe(spoken));

it.each<[string, number, string | undefined, string]>([
  ["12", 0, undefined, "12"],
  ["1200", 0, "pcs", "1,200\u00a0pcs"],
  ["1.5", 3, "kg", "1.500\u00a0kg"],
  ["-3", 0, "pcs", "\u22123\u00a0pcs"],
])("the quantity %s with %i decimals of %s is %j", (value, decimals, unit, shown) => {
  expect(formatQuantity(value, { decimals, locale: "en", ...(unit ? { unit } : {}) })).toBe(shown);
});

it.each<[string[], string]>([
  [[], "0"],
  [["1.10", "2.2"], "3.30"],
  [["0.1", "0.2"], "0.3"],
  [["5", "-5.00"], "0.00"],
  [["92233720368547758.07", "92233720368547758.07"], "184467440737095516.14"],
  [["-1", "-2"], "-3"],
  [Array.from({ length: 1000 }, () => "0.10"), "100.00"],
])("the sum of %j is %s", (values, sum) => expect(addAmounts(values)).toBe(sum));

it.each<[string, string, string]>([
  ["5", "3.50", "1.50"],
  ["3.5", "3.50", "0.00"],
  ["0", "0.01", "-0.01"],
  ["9223372036854775807", "1", "9223372036854775806"],
])("%s less %s is %s", (from, value, rest) => expect(subtract(from, value)).toBe(rest));

it.each<[string, string, -1 | 0 | 1]>([
  ["1.5", "1.50", 0],
  ["-0", "0.00", 0],
  ["10", "9", 1],
  ["-10", "-9", -1],
  ["9223372036854775807", "9223372036854775806", 1],
])("%s against %s is %i", (a, b, order) => expect(compare(a, b)).toBe(order));

it("a zero has no sign and needs no decimals", () => {
  expect(["0", "0.00", "-0.00", "0.01", "-1"].map(isZero)).toEqual([true, true, true, false, false]);
  expect(["0", "-0.00", "-0.01", "1"].map(isNegative)).toEqual([false, false, true, false]);
  expect(["0.00", "5.10", "-5.10"].map(negate)).toEqual(["0.00", "-5.10", "5.10"]);
  expect(["-0.00", "-5.10", "5.10"].map(absolute)).toEqual(["0.00", "5.10", "5.10"]);
});
