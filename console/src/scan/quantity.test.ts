import { expect, test } from "vitest";
import { Exact } from "../text/exact";
import { inBase, plus, times, typedQuantity } from "./quantity";

test("sums and products are those of the console's decimals", () => {
  const texts = ["0", "1", "-1", "0.1", "0.2", "1.10", "12.345", "-0.005", "999999999999999.999999", "0012", "7.000"];
  for (const one of texts) {
    for (const other of texts) {
      expect(plus(one, other), `${one} + ${other}`).toBe(new Exact(one).plus(other).toFixed().replace(/^-0$/, "0"));
      expect(times(one, other), `${one} × ${other}`).toBe(new Exact(one).times(other).toFixed().replace(/^-0$/, "0"));
    }
  }
});

test("a quantity is in base units exactly or not at all", () => {
  const fabric = { unit: "MTR", decimals: 4, units: [{ unit: "FOT", numerator: 381, denominator: 1250 }, { unit: "XCS", numerator: 8, denominator: 1 }] };
  expect([inBase("10", "FOT", fabric), inBase("1.5", "XCS", fabric), inBase("2.50", "MTR", fabric)]).toEqual(["3.048", "12", "2.5"]);
  expect([inBase("0.01", "FOT", fabric), inBase("1", "KGM", fabric), inBase("0.00001", "MTR", fabric)]).toEqual([undefined, undefined, undefined]);
});

test("a quantity is typed with either point, above none, and with no more digits than the item has", () => {
  expect(typedQuantity("1,50", 1)).toEqual({ quantity: "1.5" });
  expect(typedQuantity(" 12 ", 0)).toEqual({ quantity: "12" });
  for (const [text, decimals] of [["0", 0], ["0.0", 2], ["1.5", 0], ["-1", 0], ["x", 3], ["", 0]] as const) {
    expect(typedQuantity(text, decimals), text).toHaveProperty("fault");
  }
});
