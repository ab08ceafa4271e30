import { expect, it } from "vitest";
import { certainMark, evenOut, readFigure } from "./figure";
import { marksOf } from "./locale";

it.each<[string, string | undefined]>([
  ["12.5", "."],
  ["12,50", ","],
  ["1,234.5", "."],
  ["1.234,5", ","],
  ["1,234,567", "."],
  ["1.234.567", ","],
  ["0,234", ","],
  ["1234.567", "."],
  ["1 234,567", ","],
  ["1,234", undefined],
  ["1.234", undefined],
  ["1234", undefined],
  ["", undefined],
])("%j can only have been written with the decimal mark %s", (text, mark) => expect(certainMark(text)).toBe(mark));

it.each<[string, string, boolean, string, string?]>([
  ["1,234", "en", false, "1234", "thousands"],
  ["1,234", "de", false, "1.234", "decimals"],
  ["1,234", "de", true, "1234", "thousands"],
  ["1.234", "de", true, "1234"],
  ["1 234,5", "en", false, "1234.5"],
  ["1'234", "de", false, "1234"],
  ["007", "en", false, "007"],
  [",5", "en", false, "0.5"],
])("%j in %s is a figure", (text, locale, whole, value, readAs) => {
  const reading = readFigure(evenOut(text), { marks: marksOf(locale), whole });
  expect(reading).toMatchObject({ ok: true, value, ...(readAs ? { doubt: { text, readAs } } : {}) });
  expect("doubt" in reading).toBe(readAs !== undefined);
});

it.each(["", ",", ".", "'", "12a", "1 2", "1,23,4", "1.2.3", "1,234,56", "1,,234", "1.23,45", "1,234 567", "12 345,6 7"])(
  "%j is none",
  (text) => expect(readFigure(text, { marks: marksOf("en") }).ok).toBe(false),
);
