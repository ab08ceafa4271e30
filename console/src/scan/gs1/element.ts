// One element of a label: the form of its value, and its meaning.

import { wrongCheckDigit } from "./checkDigit";
import { fault } from "./content";
import { type Component, find, fixedLength, type Identifier, longest } from "./dictionary";
import { badCheckDigit, malformed, NoSuchDay, unknown } from "./misread";

/** What an element says that this page uses. Quantities are texts, days `2026-02-28`. */
export type Meaning =
  | Each<"gtin" | "content" | "sscc" | "lot" | "serial" | "place", { text: string }>
  | Each<"producedOn" | "packedOn" | "bestBefore" | "expiresOn", { day: string }>
  | Each<"pieces" | "count", { number: string }>
  | Each<"weight" | "measure", { number: string; unit: string }>
  | { kind: "other" };

type Each<Kind, Value> = Kind extends string ? { kind: Kind } & Value : never;

/** One element of a label. */
export interface Read {
  ai: string;
  /** As it stands on the label. */
  value: string;
  meaning: Meaning;
}

const SETS: Record<Component["set"], RegExp> = {
  N: /^[0-9]*$/,
  X: /^[0-9A-Za-z!"%&'()*+,\-./:;<=>?_]*$/,
  Y: /^[0-9A-Z#\-/]*$/,
  Z: /^[0-9A-Za-z\-_=]*$/,
};

/** The unit of an amount of goods by the first digits of its identifier, as UN/CEFACT writes it. */
const UNITS: Record<string, string> = {
  "310": "KGM",
  "311": "MTR",
  "314": "MTK",
  "315": "LTR",
  "316": "MTQ",
  "320": "LBR",
  "321": "INH",
  "322": "FOT",
  "323": "YRD",
  "350": "INK",
  "351": "FTK",
  "352": "YDK",
  "356": "APZ",
  "357": "OZA",
  "360": "QT",
  "361": "GLL",
  "364": "INQ",
  "365": "FTQ",
  "366": "YDQ",
};

/** The element of a value that is already cut to its place. The year decides the century of its days. */
export function one(ai: string, value: string, year: number): Read {
  const identifier = find(ai);
  if (!identifier) throw unknown(ai);
  requireShape(identifier, value);
  return { ai, value, meaning: meaningOf(ai, value, year) };
}

function meaningOf(ai: string, value: string, year: number): Meaning {
  switch (ai) {
    case "00":
      return { kind: "sscc", text: value };
    case "01":
      return { kind: "gtin", text: value };
    case "02":
      return { kind: "content", text: value };
    case "10":
      return { kind: "lot", text: value };
    case "21":
      return { kind: "serial", text: value };
    case "11":
      return { kind: "producedOn", day: day(ai, value, year) };
    case "13":
      return { kind: "packedOn", day: day(ai, value, year) };
    case "15":
      return { kind: "bestBefore", day: day(ai, value, year) };
    case "17":
      return { kind: "expiresOn", day: day(ai, value, year) };
    case "12":
    case "16":
      // Shown alone, and still days.
      day(ai, value, year);
      return { kind: "other" };
    case "30":
      return { kind: "pieces", number: count(ai, value) };
    case "37":
      return { kind: "count", number: count(ai, value) };
    case "414":
      return { kind: "place", text: value };
  }
  const unit = UNITS[ai.slice(0, 3)];
  if (ai.length !== 4 || unit === undefined) return { kind: "other" };
  const number = decimal(value, Number(ai.charAt(3)));
  return { kind: unit === "KGM" ? "weight" : "measure", number, unit };
}

/** The last digit of such an identifier says how many decimals there are. */
function decimal(digits: string, decimals: number): string {
  const padded = digits.padStart(decimals + 1, "0");
  const at = padded.length - decimals;
  const wholes = padded.slice(0, at).replace(/^0+(?=.)/, "");
  return decimals === 0 ? wholes : `${wholes}.${padded.slice(at)}`;
}

/** Of nothing there is no label. */
function count(ai: string, value: string): string {
  const number = value.replace(/^0+(?=.)/, "");
  if (number === "0") throw malformed(ai, value, "a whole number above 0");
  return number;
}

/**
 * The day of `YYMMDD` (General Specifications, 7.12): day 00 is the last of the month, and a year more than 50 ahead or 49 back
 * is one of the neighbouring century.
 */
export function day(ai: string, value: string, thisYear: number): string {
  const [short, month, date] = [Number(value.slice(0, 2)), Number(value.slice(2, 4)), Number(value.slice(4, 6))];
  const century = thisYear - (thisYear % 100);
  const ahead = short - (thisYear % 100);
  const year = century + short + (ahead >= 51 ? -100 : ahead <= -50 ? 100 : 0);
  if (month < 1 || month > 12) throw malformed(ai, value, "a day as YYMMDD");
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const last = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 31;
  const text = (on: number): string => `${year}-${String(month).padStart(2, "0")}-${String(on).padStart(2, "0")}`;
  if (date === 0) return text(last);
  if (date > 31) throw malformed(ai, value, "a day as YYMMDD");
  // Other months have such a day: it was not misread but misprinted, or stands for another one.
  if (date > last) throw new NoSuchDay(ai, value, text(date));
  return text(date);
}

/** Cuts the value into its components, and looks at each. */
function requireShape(identifier: Identifier, value: string): void {
  const { ai } = identifier;
  let rest = value;
  for (const part of identifier.components) {
    if (part.isOptional && rest === "") return;
    const found = rest.slice(0, part.most);
    if (found.length < part.least || !SETS[part.set].test(found)) throw malformed(ai, value, shapeTold(identifier));
    const wrong = part.checks.includes("csum") ? wrongCheckDigit(found) : undefined;
    if (wrong) throw badCheckDigit(ai, value, wrong.wanted, wrong.found);
    for (const check of part.checks) {
      const wanted = fault(check, found);
      if (wanted !== undefined) throw malformed(ai, value, wanted);
    }
    rest = rest.slice(found.length);
  }
  if (rest !== "") throw malformed(ai, value, shapeTold(identifier));
}

function shapeTold(identifier: Identifier): string {
  const kind = identifier.components.every((part) => part.set === "N") ? "digits" : "letters, digits or punctuation";
  const length = fixedLength(identifier);
  if (length !== undefined) return `${length} ${kind}`;
  const least = identifier.components.filter((part) => !part.isOptional).reduce((sum, part) => sum + part.least, 0);
  return `${least} to ${longest(identifier)} ${kind} before the separator`;
}
