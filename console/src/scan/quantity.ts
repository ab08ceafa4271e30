// Quantities as people and the API write them: texts, computed exactly in whole numbers of any size. The console's decimals are
// too much for a page that must open in a warehouse's dead corner.

import type { KeptItem } from "./catalogue/records";

/** A decimal: so many of the smallest part, which has so many digits behind the point. */
interface Decimal {
  parts: bigint;
  places: number;
}

function decimal(text: string): Decimal {
  const found = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(text);
  if (!found) throw new TypeError(`${text} is no decimal`);
  const [, sign = "", whole = "", behind = ""] = found;
  return { parts: BigInt(sign + whole + behind), places: behind.length };
}

const scaled = (value: Decimal, places: number): bigint => value.parts * 10n ** BigInt(places - value.places);

/** As the API writes it, without zeros behind the point that say nothing. */
function written({ parts, places }: Decimal): string {
  const digits = (parts < 0n ? -parts : parts).toString().padStart(places + 1, "0");
  const at = digits.length - places;
  const behind = digits.slice(at).replace(/0+$/, "");
  return `${parts < 0n ? "-" : ""}${digits.slice(0, at)}${behind === "" ? "" : `.${behind}`}`;
}

/** The sum. */
export function plus(one: string, other: string): string {
  const [a, b] = [decimal(one), decimal(other)];
  const places = Math.max(a.places, b.places);
  return written({ parts: scaled(a, places) + scaled(b, places), places });
}

/** So many times. */
export function times(quantity: string, by: string): string {
  const [a, b] = [decimal(quantity), decimal(by)];
  return written({ parts: a.parts * b.parts, places: a.places + b.places });
}

/** The quantity in base units; nothing where it is none exactly. */
export function inBase(quantity: string, unit: string, item: Pick<KeptItem, "unit" | "units" | "decimals">): string | undefined {
  const other = item.units.find((one) => one.unit === unit);
  if (unit !== item.unit && !other) return undefined;
  const { parts, places } = decimal(quantity);
  // parts / 10^places × numerator / denominator, in the item's smallest parts.
  const above = parts * BigInt(other?.numerator ?? 1) * 10n ** BigInt(item.decimals);
  const below = BigInt(other?.denominator ?? 1) * 10n ** BigInt(places);
  return above % below === 0n ? written({ parts: above / below, places: item.decimals }) : undefined;
}

/** Whether somebody typed a quantity above zero that the item can have; else what is wrong, in words. */
export function typedQuantity(text: string, decimals: number): { quantity: string } | { fault: string } {
  const plain = text.trim().replace(",", ".");
  if (!/^[0-9]{1,9}(\.[0-9]+)?$/.test(plain)) return { fault: "Type a quantity, such as 12." };
  const quantity = times(plain, "1");
  if (quantity === "0") return { fault: "More than none." };
  if ((quantity.split(".")[1] ?? "").length > decimals) {
    return { fault: decimals === 0 ? "Whole numbers only." : `At most ${decimals} digits behind the point.` };
  }
  return { quantity };
}

const WORDS: Record<string, string> = { C62: "", H87: "", EA: "", KGM: "kg", LTR: "l", MTR: "m", GRM: "g", XCS: "case", XBX: "box", XPK: "pack" };

/** A unit in words: pieces need none. */
export const unitWord = (unit: string): string => WORDS[unit] ?? unit;

/** `12`, `3 case`. */
export const shown = (quantity: string, unit: string): string => [quantity, unitWord(unit)].filter(Boolean).join(" ");
