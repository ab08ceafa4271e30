// How far an entry is from balancing.

import { addAmounts, compare, isNegative, isZero, absolute, subtract } from "../../text/number";
import { type Line, cellOf } from "./draft";

/** The sums of one currency. */
export interface Totals {
  currency: string;
  debit: string;
  credit: string;
  /** Debits less credits. */
  difference: string;
}

/** The sums of each currency in the order in which they first stand, as far as amounts can be read. */
export function totalsOf(lines: readonly Line[], currencyOf: (line: Line) => string): Totals[] {
  const sides = new Map<string, { debit: string[]; credit: string[] }>();
  for (const line of lines) {
    const debit = cellOf(line, "debit").value;
    const credit = cellOf(line, "credit").value;
    if (!debit && !credit) continue;
    const currency = currencyOf(line);
    let side = sides.get(currency);
    if (!side) sides.set(currency, (side = { debit: [], credit: [] }));
    if (debit) side.debit.push(debit);
    if (credit) side.credit.push(credit);
  }
  return [...sides].map(([currency, side]) => {
    const debit = addAmounts(side.debit);
    const credit = addAmounts(side.credit);
    return { currency, debit, credit, difference: subtract(debit, credit) };
  });
}

/** Whether debits equal credits: of an entry in several currencies only the service can tell, as it knows the rates. */
export function balance(totals: readonly Totals[]): "empty" | "balanced" | "off" | "unknown" {
  if (totals.length === 0) return "empty";
  if (totals.every((one) => isZero(one.difference))) return "balanced";
  return totals.length > 1 ? "unknown" : "off";
}

/** What would balance the currency: the side it stands on and the amount. */
export function rest(totals: readonly Totals[], currency: string): { side: "debit" | "credit"; amount: string } | undefined {
  const own = totals.find((one) => one.currency === currency);
  if (!own || compare(own.difference, "0") === 0) return undefined;
  return { side: isNegative(own.difference) ? "debit" : "credit", amount: absolute(own.difference) };
}

/** The difference in words: `Debits are 1.00 higher`. */
export function inWords(one: Totals, write: (amount: string) => string, isOnly: boolean): string {
  const currency = isOnly ? "" : `${one.currency}: `;
  if (isZero(one.difference)) return `${currency}${isOnly ? "Balanced" : "balanced"}`;
  const higher = isNegative(one.difference) ? "redits" : "ebits";
  const first = isNegative(one.difference) ? (isOnly ? "C" : "c") : isOnly ? "D" : "d";
  return `${currency}${first}${higher} are ${write(absolute(one.difference))} higher`;
}
