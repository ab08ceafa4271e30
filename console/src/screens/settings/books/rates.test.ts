import { describe, expect, test } from "vitest";
import { intoBase, readRates } from "./rates";

describe("a table with headings", () => {
  test("is read by the names of its columns, in any order", () => {
    const file = readRates("date;from;to;rate\n2010-12-15;eur;GBP;0,8475\n");
    expect(file).toEqual({
      kind: "table",
      faults: [],
      rates: [{ line: 2, fromCurrency: "EUR", toCurrency: "GBP", rate: "0.8475", validFrom: "2010-12-15" }],
    });
  });

  test("without the columns that are needed says which are", () => {
    expect(readRates("a,b\n1,2\n").faults[0]?.message).toMatch(/fromCurrency, toCurrency, rate, validFrom/);
  });

  test("names the line of a day that is none", () => {
    expect(readRates("from,to,rate,date\nEUR,GBP,0.85,2010-12-15\nEUR,GBP,0.85,soon\n").faults).toEqual([{ line: 3, message: "“soon” is no day." }]);
  });
});

describe("the file of the European Central Bank", () => {
  test("as a table has a column per currency, and N/A is no rate", () => {
    const file = readRates("Date,USD,GBP,CYP,\n2010-12-06,1.3290,0.84555,N/A,\n2010-12-03,1.3246,0.84820,N/A,\n");
    expect(file.kind).toBe("ecb");
    expect(file.rates).toHaveLength(4);
    expect(file.rates[0]).toEqual({ line: 2, fromCurrency: "EUR", toCurrency: "USD", rate: "1.3290", validFrom: "2010-12-06", source: "ECB" });
  });

  test("as XML has a day and its currencies", () => {
    const file = readRates(`<?xml version="1.0"?>\n<Cube>\n<Cube time='2010-12-06'>\n<Cube currency='USD' rate='1.3290'/>\n</Cube></Cube>`);
    expect(file.rates).toEqual([{ line: 4, fromCurrency: "EUR", toCurrency: "USD", rate: "1.3290", validFrom: "2010-12-06", source: "ECB" }]);
  });

  test("becomes rates to the currency of the books, exactly", () => {
    const { rates } = readRates("Date,USD,GBP\n2010-12-06,1.3290,0.84555\n");
    expect(intoBase(rates, "GBP")).toEqual([
      { line: 2, fromCurrency: "EUR", toCurrency: "GBP", rate: "0.84555", validFrom: "2010-12-06", source: "ECB" },
      { line: 2, fromCurrency: "USD", toCurrency: "GBP", rate: "0.636230248307", validFrom: "2010-12-06", source: "ECB, computed" },
    ]);
    expect(intoBase(rates, "EUR").map((rate) => [rate.fromCurrency, rate.rate])).toEqual([
      ["USD", "0.752445447705"],
      ["GBP", "1.18266217255"],
    ]);
  });
});
