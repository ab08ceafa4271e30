// Showing and adding amounts and quantities. They are strings such as "-1234.50" everywhere: no figure becomes a JS number.

import { Exact } from "./exact";

/** The minus that is as wide as a plus; a hyphen is too short in a column of figures. */
export const MINUS = "\u2212";

/** How an amount is shown. */
export interface AmountStyle {
  /** Decimals of the currency. A value that has more is shown with all of them: nothing is rounded for the eye. */
  decimals: number;
  /** The language whose marks are written (`en`, `de`). */
  locale: string;
  /** A real minus (the default) or parentheses, as the user chose. */
  negative?: "minus" | "parentheses";
  /** `blank` in debit and credit columns; `shown`, the default, in balances. */
  zero?: "blank" | "shown";
}

/** An amount for the eye: `1,234.50`, `−52.00` or `(52.00)`, and nothing for a blank zero. */
export function formatAmount(value: string, style: AmountStyle): string {
  const amount = new Exact(value);
  if (amount.isZero()) return style.zero === "blank" ? "" : digits(amount, style);
  if (!amount.isNegative()) return digits(amount, style);
  const positive = digits(amount.abs(), style);
  return style.negative === "parentheses" ? `(${positive})` : MINUS + positive;
}

/** An amount for a screen reader, which reads signs and parentheses wrongly or not at all: "minus 52.00". */
export function spokenAmount(value: string, style: Pick<AmountStyle, "decimals" | "locale">): string {
  const amount = new Exact(value);
  const positive = digits(amount.abs(), style);
  return amount.isNegative() && !amount.isZero() ? `minus ${positive}` : positive;
}

/** A quantity with the decimals of its item, and the unit behind it if one is given: `1,200 pcs`. */
export function formatQuantity(value: string, style: AmountStyle & { unit?: string }): string {
  const shown = formatAmount(value, style);
  return shown && style.unit ? `${shown}\u00a0${style.unit}` : shown;
}

/** The sum, with the most decimals that any of the values has; "0" if there are none. */
export function addAmounts(values: Iterable<string>): string {
  let sum = new Exact(0);
  let places = 0;
  for (const value of values) {
    sum = sum.plus(value);
    places = Math.max(places, placesOf(value));
  }
  return plain(sum, places);
}

/** What is left of the first value after the second is taken away. */
export function subtract(from: string, value: string): string {
  return plain(new Exact(from).minus(value), Math.max(placesOf(from), placesOf(value)));
}

/** The same amount on the other side. */
export function negate(value: string): string {
  return plain(new Exact(value).negated(), placesOf(value));
}

/** The amount without its sign. */
export function absolute(value: string): string {
  return plain(new Exact(value).abs(), placesOf(value));
}

/** Whether it is nothing, however many decimals say so. */
export function isZero(value: string): boolean {
  return new Exact(value).isZero();
}

/** Whether it is below zero. */
export function isNegative(value: string): boolean {
  return new Exact(value).lessThan(0);
}

/** -1, 0 or 1: whether the first value is less than, equal to or greater than the second. For sorting and equality: `1.5` equals `1.50`. */
export function compare(a: string, b: string): -1 | 0 | 1 {
  return new Exact(a).comparedTo(b) as -1 | 0 | 1;
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Digits with the marks of the language. Intl keeps every digit of a string; of a number it would keep fifteen. */
function digits(amount: Exact, { decimals, locale }: Pick<AmountStyle, "decimals" | "locale">): string {
  const places = Math.max(decimals, amount.decimalPlaces());
  const key = `${locale} ${places}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    const fraction = { minimumFractionDigits: places, maximumFractionDigits: places };
    formatter = new Intl.NumberFormat(locale, { ...fraction, numberingSystem: "latn", useGrouping: "always" });
    formatters.set(key, formatter);
  }
  return formatter.format(plain(amount, places) as `${number}`);
}

function placesOf(value: string): number {
  const point = value.indexOf(".");
  return point < 0 ? 0 : value.length - point - 1;
}

/** The wire's form. Zero has no sign. */
function plain(amount: Exact, places: number): string {
  return (amount.isZero() ? new Exact(0) : amount).toFixed(places);
}
