// Quantities as people and the API write them: texts, computed exactly.

import { Exact } from "../text/exact";
import type { KeptItem } from "./catalogue/records";

/** The sum; without zeros behind the point that say nothing. */
export const plus = (one: string, other: string): string => new Exact(one).plus(other).toFixed();

/** So many times. */
export const times = (quantity: string, by: string): string => new Exact(quantity).times(by).toFixed();

/** The quantity in base units; nothing where it is none exactly. */
export function inBase(quantity: string, unit: string, item: Pick<KeptItem, "unit" | "units" | "decimals">): string | undefined {
  const other = item.units.find((one) => one.unit === unit);
  if (unit !== item.unit && !other) return undefined;
  const base = new Exact(quantity).times(other?.numerator ?? 1);
  const exact = base.dividedBy(other?.denominator ?? 1);
  const rounded = exact.toDecimalPlaces(item.decimals);
  return rounded.times(other?.denominator ?? 1).equals(base) ? rounded.toFixed() : undefined;
}

/** Whether somebody typed a quantity above zero that the item can have; else what is wrong, in words. */
export function typedQuantity(text: string, decimals: number): { quantity: string } | { fault: string } {
  const plain = text.trim().replace(",", ".");
  if (!/^[0-9]{1,9}(\.[0-9]+)?$/.test(plain)) return { fault: "Type a quantity, such as 12." };
  const value = new Exact(plain);
  if (value.isZero()) return { fault: "More than none." };
  if (value.decimalPlaces() > decimals) {
    return { fault: decimals === 0 ? "Whole numbers only." : `At most ${decimals} digits behind the point.` };
  }
  return { quantity: value.toFixed() };
}

const WORDS: Record<string, string> = { C62: "", H87: "", EA: "", KGM: "kg", LTR: "l", MTR: "m", GRM: "g", XCS: "case", XBX: "box", XPK: "pack" };

/** A unit in words: pieces need none. */
export const unitWord = (unit: string): string => WORDS[unit] ?? unit;

/** `12`, `3 case`. */
export const shown = (quantity: string, unit: string): string => [quantity, unitWord(unit)].filter(Boolean).join(" ");
