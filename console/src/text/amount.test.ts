import { describe, expect, it } from "vitest";
import { LARGEST_LINE_MINOR, readAmount, type AmountField } from "./amount";

const read = (text: string, locale: string, decimals: number, more: Partial<AmountField> = {}) =>
  readAmount(text, { decimals, locale, ...more });

type Case = [text: string, locale: string, decimals: number, value: string];

function reads(cases: Case[]) {
  it.each(cases)("%j in %s with %i decimals is %s", (text, locale, decimals, value) => {
    expect(read(text, locale, decimals)).toEqual({ ok: true, value });
  });
}

describe("one separator with one or two digits behind it is decimal in every language", () => {
  reads(
    ["en", "de", "fr", "de-CH", "en-IN", "sv"].flatMap((locale): Case[] => [
      ["1,23", locale, 2, "1.23"],
      ["1.23", locale, 2, "1.23"],
      ["17,50", locale, 2, "17.50"],
      ["9,99", locale, 2, "9.99"],
      ["9.9", locale, 2, "9.90"],
      ["1234,5", locale, 2, "1234.50"],
      ["1,23", locale, 3, "1.230"],
      [",5", locale, 2, "0.50"],
      [".5", locale, 2, "0.50"],
      ["5.", locale, 2, "5.00"],
      ["5,", locale, 2, "5.00"],
    ]),
  );
});

describe("a text that can mean one thing only is read without a word", () => {
  reads([
    ["0", "en", 2, "0.00"],
    ["-0", "en", 2, "0.00"],
    ["007", "en", 2, "7.00"],
    ["1200", "en", 2, "1200.00"],
    ["1200", "en", 0, "1200"],
    ["1,234.50", "en", 2, "1234.50"],
    ["1,234.50", "de", 2, "1234.50"],
    ["1.234,50", "en", 2, "1234.50"],
    ["1.234,50", "de", 2, "1234.50"],
    ["1,234,567", "de", 2, "1234567.00"],
    ["1.234.567", "en", 2, "1234567.00"],
    ["1.234.567,8", "en", 2, "1234567.80"],
    ["1,234,567.89", "de", 2, "1234567.89"],
    ["0,234", "en", 3, "0.234"],
    ["0.234", "de", 3, "0.234"],
    ["1234,567", "en", 3, "1234.567"],
    ["1234.567", "de", 3, "1234.567"],
    ["1,2340", "en", 3, "1.234"],
    ["1.2300", "en", 2, "1.23"],
    ["1,234.567", "de", 3, "1234.567"],
    ["123456789012345.67", "en", 2, "123456789012345.67"],
    ["92233720368547758.07", "en", 2, "92233720368547758.07"],
    ["9223372036854775807", "en", 0, "9223372036854775807"],
  ]);
});

describe("blanks and apostrophes group digits", () => {
  reads([
    ["1 234,50", "en", 2, "1234.50"],
    ["1 234.50", "fr", 2, "1234.50"],
    ["1 234", "en", 2, "1234.00"],
    ["12 345 678", "fr", 2, "12345678.00"],
    ["1\u00a0234,50", "fr", 2, "1234.50"],
    ["1\u202f234,50", "fr", 2, "1234.50"],
    ["1\u2009234,50", "fr", 2, "1234.50"],
    ["1'234.50", "de-CH", 2, "1234.50"],
    ["1’234.50", "de-CH", 2, "1234.50"],
    ["1'234'567,5", "en", 2, "1234567.50"],
    ["1 234,567", "en", 3, "1234.567"],
    ["  12.50  ", "en", 2, "12.50"],
    ["\ufeff12.50\n", "en", 2, "12.50"],
  ]);
});

describe("India groups by two above the thousands", () => {
  reads([
    ["12,34,567.50", "en-IN", 2, "1234567.50"],
    ["1,23,456", "en-IN", 2, "123456.00"],
    ["1,23,45,678", "hi", 2, "12345678.00"],
  ]);
  it("and nobody else does", () => expect(read("12,34,567.50", "en", 2).ok).toBe(false));
});

describe("signs of books make an amount negative", () => {
  reads([
    ["-52", "en", 2, "-52.00"],
    ["- 52", "en", 2, "-52.00"],
    ["\u221252.00", "en", 2, "-52.00"],
    ["\u201352", "en", 2, "-52.00"],
    ["52-", "de", 2, "-52.00"],
    ["52,00 -", "de", 2, "-52.00"],
    ["52\u2212", "de", 2, "-52.00"],
    ["(52.00)", "en", 2, "-52.00"],
    ["( 1,234.50 )", "en", 2, "-1234.50"],
    ["(0)", "en", 2, "0.00"],
    ["+52", "en", 2, "52.00"],
    ["(-52)", "en", 2, "-52.00"],
    ["-(52)", "en", 2, "-52.00"],
    ["-1.234,50", "de", 2, "-1234.50"],
  ]);
});

describe("wide signs of Japanese input are ordinary ones", () => {
  reads([
    ["１２３４", "ja", 0, "1234"],
    ["－１２．５", "ja", 2, "-12.50"],
    ["１００＋２０", "ja", 0, "120"],
  ]);
});

describe("sums are amounts", () => {
  reads([
    ["1200*0.2", "en", 2, "240.00"],
    ["1200*0,2", "de", 2, "240.00"],
    ["=1200*0.2", "en", 2, "240.00"],
    ["= 5", "en", 2, "5.00"],
    ["100/3*3", "en", 2, "100.00"],
    ["119/1,19", "de", 2, "100.00"],
    ["3×12,50", "de", 2, "37.50"],
    ["10÷4", "en", 2, "2.50"],
    ["5--2", "en", 2, "7.00"],
    ["1000*0,175", "de", 0, "175"],
    ["0*-5", "en", 2, "0.00"],
    ["92233720368547758.07-0.01", "en", 2, "92233720368547758.06"],
  ]);
});

describe("a separator before three digits follows the language and says how it was read", () => {
  it.each<[string, string, number, string, string]>([
    ["1,234", "en", 2, "1234.00", "Read as 1,234.00. The comma in “1,234” was taken for a thousands mark."],
    ["1.234", "de", 2, "1234.00", "Read as 1.234,00. The point in “1.234” was taken for a thousands mark."],
    ["-1,234", "en", 2, "-1234.00", "Read as −1,234.00. The comma in “1,234” was taken for a thousands mark."],
    ["(1,234)", "en", 2, "-1234.00", "Read as −1,234.00. The comma in “1,234” was taken for a thousands mark."],
    ["1,234-", "en", 2, "-1234.00", "Read as −1,234.00. The comma in “1,234” was taken for a thousands mark."],
    ["1.500", "en", 2, "1.50", "Read as 1.50. The point in “1.500” was taken for the decimal mark."],
    ["1,500", "de", 2, "1.50", "Read as 1,50. The comma in “1,500” was taken for the decimal mark."],
    ["1,234", "de", 3, "1.234", "Read as 1,234. The comma in “1,234” was taken for the decimal mark."],
    ["1.234", "en", 3, "1.234", "Read as 1.234. The point in “1.234” was taken for the decimal mark."],
    ["1,234", "en", 3, "1234.000", "Read as 1,234.000. The comma in “1,234” was taken for a thousands mark."],
    ["1,234", "de-CH", 2, "1234.00", "Read as 1’234.00. The comma in “1,234” was taken for a thousands mark."],
    ["1,234*2", "en", 2, "2468.00", "Read as 2,468.00. The comma in “1,234” was taken for a thousands mark."],
    ["1,234*1000", "de", 2, "1234.00", "Read as 1.234,00. The comma in “1,234” was taken for the decimal mark."],
    ["1,234", "de", 0, "1234", "Read as 1.234. The comma in “1,234” was taken for a thousands mark."],
    ["1.234", "en", 0, "1234", "Read as 1,234. The point in “1.234” was taken for a thousands mark."],
  ])("%j in %s with %i decimals is %s", (text, locale, decimals, value, ambiguous) => {
    expect(read(text, locale, decimals)).toEqual({ ok: true, value, ambiguous: ambiguous.replace("’", apostrophe(locale)) });
  });

  it("may have decimals inside a sum of whole amounts", () => {
    expect(read("1000*1.175", "en", 0)).toMatchObject({ ok: true, value: "1175" });
  });
  it("has no doubt where there are no decimals and the mark is the language's own", () => {
    expect(read("1,234", "en", 0)).toEqual({ ok: true, value: "1234" });
    expect(read("1.234", "de", 0)).toEqual({ ok: true, value: "1234" });
  });

  it("has no doubt where the field knows the mark", () => {
    expect(read("1,234", "en", 3, { decimalMark: "," })).toEqual({ ok: true, value: "1.234" });
    expect(read("1.234", "en", 2, { decimalMark: "," })).toEqual({ ok: true, value: "1234.00" });
    expect(read("1,234", "de", 2, { decimalMark: "." })).toEqual({ ok: true, value: "1234.00" });
  });
});

/** Versions of the language data disagree on the apostrophe of Switzerland. */
function apostrophe(locale: string): string {
  return new Intl.NumberFormat(locale).formatToParts(1000).find((part) => part.type === "group")?.value ?? "";
}

describe("too many decimals are an error that shows them, and nothing is rounded", () => {
  it.each<[string, string, number, string]>([
    ["12.3456", "en", 2, "This is 12.3456, but only 2 decimals can be kept. Type 12.34 or 12.35."],
    ["0.005", "en", 2, "This is 0.005, but only 2 decimals can be kept. Type 0.00 or 0.01."],
    ["-0.0051", "en", 2, "This is −0.0051, but only 2 decimals can be kept. Type −0.01 or 0.00."],
    ["1.234,567", "de", 2, "This is 1.234,567, but only 2 decimals can be kept. Type 1.234,56 or 1.234,57."],
    ["1,5", "en", 0, "This is 1.5, but there can be no decimals. Type 1 or 2."],
    ["1.23", "de", 0, "This is 1,23, but there can be no decimals. Type 1 or 2."],
    ["1.25", "en", 1, "This is 1.25, but only 1 decimal can be kept. Type 1.2 or 1.3."],
    ["1.2345", "en", 3, "This is 1.2345, but only 3 decimals can be kept. Type 1.234 or 1.235."],
    ["10*0.3333", "en", 2, "“10*0.3333” is 3.333, but only 2 decimals can be kept. Type 3.33 or 3.34."],
    ["100/3", "en", 2, "“100/3” is 33.33333…, but only 2 decimals can be kept. Type 33.33 or 33.34."],
    ["-100/3", "en", 2, "“-100/3” is −33.33333…, but only 2 decimals can be kept. Type −33.34 or −33.33."],
    ["1000/7", "de", 0, "“1000/7” is 142,857…, but there can be no decimals. Type 142 or 143."],
    ["1,234", "de", 2, "This is 1,234, but only 2 decimals can be kept. Type 1,23 or 1,24. The comma in “1,234” was taken for the decimal mark."],
    ["1.234", "en", 2, "This is 1.234, but only 2 decimals can be kept. Type 1.23 or 1.24. The point in “1.234” was taken for the decimal mark."],
  ])("%j in %s with %i decimals", (text, locale, decimals, message) => {
    expect(read(text, locale, decimals)).toEqual({ ok: false, message });
  });
});

describe("an amount that cannot be kept is an error", () => {
  it.each<[string, number, Partial<AmountField>, string]>([
    ["92233720368547758.08", 2, {}, "92,233,720,368,547,758.07"],
    ["-92233720368547758.08", 2, {}, "92,233,720,368,547,758.07"],
    ["9223372036854775808", 0, {}, "9,223,372,036,854,775,807"],
    ["9999999999*9999999999", 0, {}, "9,223,372,036,854,775,807"],
    ["10000000000000.01", 2, { largestMinor: LARGEST_LINE_MINOR }, "10,000,000,000,000.00"],
    ["1000000000000000.1", 3, { largestMinor: LARGEST_LINE_MINOR }, "1,000,000,000,000.000"],
  ])("%s with %i decimals", (text, decimals, more, most) => {
    const message = `This is more than ${most}, the most that can be kept. Check the digits.`;
    expect(read(text, "en", decimals, more)).toEqual({ ok: false, message });
  });
  it("and the largest one is none", () => {
    expect(read("10000000000000", "en", 2, { largestMinor: LARGEST_LINE_MINOR })).toEqual({ ok: true, value: "10000000000000.00" });
  });
});

describe("what is no amount is answered by a sentence that says what to do", () => {
  it.each<[string, string]>([
    ["", "Type an amount, such as 12.50."],
    ["   ", "Type an amount, such as 12.50."],
    ["=", "Type an amount, such as 12.50."],
    ["abc", "“abc” is not an amount. Type a figure, such as 12.50, or a sum, such as 3*12.50."],
    ["-", "“-” is not an amount. Type a figure, such as 12.50, or a sum, such as 3*12.50."],
    ["1e5", "“1e5” is not an amount. Type a figure, such as 12.50, or a sum, such as 3*12.50."],
    ["12_000", "“12_000” is not an amount. Type a figure, such as 12.50, or a sum, such as 3*12.50."],
    ["5²", "“5²” is not an amount. Type a figure, such as 12.50, or a sum, such as 3*12.50."],
    ["100+20%", "Percent signs are not computed. Multiply instead: 5% of 100 is 100*0.05."],
    ["€12.50", "Leave out the currency sign: the currency has a field of its own."],
    ["12.50 EUR", "Leave out the currency: it has a field of its own."],
    ["usd12", "Leave out the currency: it has a field of its own."],
    ["5 5", "The digits of “5 5” are not in groups of three. Type 5.5 if you mean that."],
    ["12,34.50", "The digits of “12,34.50” are not in groups of three. Type 1234.50 if you mean that."],
    ["1.234.56", "The digits of “1.234.56” are not in groups of three. Type 1234.56 if you mean that."],
    ["1,2345,678", "The digits of “1,2345,678” are not in groups of three. Type 12345678 if you mean that."],
    ["1 234'567", "The digits of “1 234'567” are not in groups of three. Type 1234567 if you mean that."],
    ["1.5.", "The digits of “1.5.” are not in groups of three. Type 1.5 if you mean that."],
    ["1200*", "A figure is missing after “*”. Type it, or remove the sign."],
    ["1+".repeat(100) + "1", "This is longer than 200 characters. Type the amount or a shorter sum."],
  ])("%j", (text, message) => expect(read(text, "en", 2)).toEqual({ ok: false, message }));

  it("shows its example as the field takes it", () => {
    expect(read("", "de", 2)).toEqual({ ok: false, message: "Type an amount, such as 12,50." });
    expect(read("", "en", 0)).toEqual({ ok: false, message: "Type an amount, such as 12." });
    expect(read("", "en", 3)).toEqual({ ok: false, message: "Type an amount, such as 12.500." });
  });
});

describe("the line's own currency beside the figure is passed over", () => {
  it.each<[string, string, string]>([
    ["€ 12.50", "EUR", "12.50"],
    ["12,50 €", "EUR", "12.50"],
    ["12.50 EUR", "EUR", "12.50"],
    ["eur 12.50", "EUR", "12.50"],
    ["-€12.50", "EUR", "-12.50"],
    ["(€12.50)", "EUR", "-12.50"],
    ["$1,234.50", "USD", "1234.50"],
    ["CHF 1'234.50", "CHF", "1234.50"],
    ["12.50", "EUR", "12.50"],
  ])("%j in a line of %s is %s", (text, currency, value) => {
    expect(read(text, "en", 2, { currency })).toEqual({ ok: true, value });
  });
  it.each(["$ 12.50", "12.50 USD", "1€2"])("but %j in a line of EUR is an error", (text) => {
    expect(read(text, "en", 2, { currency: "EUR" }).ok).toBe(false);
  });
});

it("reads back what it shows", async () => {
  const { formatAmount } = await import("./number");
  for (const locale of ["en", "de", "fr", "de-CH", "en-IN", "sv", "es", "pl", "ja"]) {
    for (const value of ["0.00", "5.00", "-52.00", "1234.50", "-1234567.89", "92233720368547758.07"]) {
      for (const negative of ["minus", "parentheses"] as const) {
        const shown = formatAmount(value, { decimals: 2, locale, negative });
        expect(readAmount(shown, { decimals: 2, locale }), `${shown} in ${locale}`).toEqual({ ok: true, value });
      }
    }
  }
});
