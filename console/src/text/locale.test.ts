import { expect, it } from "vitest";
import { marksOf } from "./locale";

it.each<[string, string, boolean]>([
  ["en", ".", false],
  ["de", ",", false],
  ["fr", ",", false],
  ["de-CH", ".", false],
  ["en-IN", ".", true],
  ["ar", ".", false],
])("%s writes decimals behind “%s”", (locale, decimal, pairs) => expect(marksOf(locale)).toMatchObject({ decimal, pairs }));
