import { expect, it } from "vitest";
import { readAmount } from "./amount";
import { isDay } from "./calendar";
import { readDay } from "./day";
import { parseSearch, stringifySearch } from "./filters";
import { readPaste } from "./paste";
import { matchesWordStarts } from "./search";

/** The same texts in every run: pieces of what people type, in any order. */
function* texts(pieces: readonly string[], count: number): Generator<string> {
  let seed = 20101205;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let index = 0; index < count; index += 1) yield Array.from({ length: next(8) }, () => pieces[next(pieces.length)]).join("");
}

it("no text stops the reader of amounts, and what it reads is an amount of the wire", () => {
  for (const text of texts(["1", "23", "456", "0", ",", ".", "'", " ", "-", "+", "*", "/", "(", ")", "€", "EUR", "%", "x", "\u2212"], 3_000)) {
    for (const decimals of [0, 2, 3]) {
      const reading = readAmount(text, { decimals, locale: "de", currency: "EUR" });
      if (reading.ok) expect(reading.value, text).toMatch(decimals ? new RegExp(`^-?\\d+\\.\\d{${decimals}}$`) : /^-?\d+$/);
      else expect(reading.message, text).toMatch(/^.+[.]$/s);
    }
  }
});

it("no text stops the reader of days, and what it reads is a day", () => {
  for (const text of texts(["1", "28", "2010", "0", ".", "/", "-", " ", "dec", "mar", "t", "y", "+", "m", "sun", "th"], 3_000)) {
    for (const order of ["dmy", "mdy", "ymd"] as const) {
      const reading = readDay(text, { today: "2010-12-05", order });
      if (reading.ok) expect(isDay(reading.value), text).toBe(true);
      else expect(reading.message, text).toMatch(/^.+[.]$/s);
    }
  }
});

it("no text stops the reader of tables", () => {
  const field = { locale: "de", today: "2010-12-05", order: "dmy", currency: "EUR", decimalsOf: () => 2 } as const;
  for (const text of texts(["4000", "12,50", "-", '"', "\t", ";", ",", "\n", "\r\n", "Konto", "5.12.2010", "EUR", "sep=;", "\ufeff"], 2_000)) {
    const { columns, rows } = readPaste(text, field);
    for (const row of rows) expect(row.cells, text).toHaveLength(columns.length);
  }
});

it("no text is lost in an address", () => {
  for (const text of texts(["a", "&", "=", "+", " b", "%", "#", "?", ",", "ä", "/"], 2_000)) {
    const kept = text.trim();
    expect(parseSearch(stringifySearch({ q: text }))).toEqual(kept ? { q: kept } : {});
    expect(matchesWordStarts(text, text.split(/\s/)[0] ?? ""), text).toBe(true);
  }
});
