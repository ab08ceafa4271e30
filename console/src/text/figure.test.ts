import { expect, it } from "vitest";
import { certainMark } from "./figure";
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

it.each<[string, string, boolean]>([
  ["en", ".", false],
  ["de", ",", false],
  ["fr", ",", false],
  ["de-CH", ".", false],
  ["en-IN", ".", true],
  ["ar", ".", false],
])("%s writes decimals behind “%s”", (locale, decimal, pairs) => expect(marksOf(locale)).toMatchObject({ decimal, pairs }));
