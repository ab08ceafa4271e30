// Reading what a person types as an amount: marks of any language, signs as books write them, and sums.

import type { Decimal } from "decimal.js";
import { Exact } from "./exact";
import { evenOut, type Doubt, type FigureContext } from "./figure";
import { marksOf, type DecimalMark } from "./locale";
import { formatAmount } from "./number";
import { readSum, type Fraction } from "./sum";
import { plural } from "./language";

/** What the field knows about the amount that is typed into it. */
export interface AmountField {
  /** Decimals of the currency, or of the item where a quantity is typed. */
  decimals: number;
  /** The user's language. It decides nothing but `1,234`. */
  locale: string;
  /** The decimal mark, where something better than the language tells it, such as the other cells of a pasted column. */
  decimalMark?: DecimalMark;
  /** The line's currency: its code or sign beside the figure is passed over. Any other sign is an error. */
  currency?: string;
  /** The largest amount in minor units; what the service can store at all unless given. */
  largestMinor?: string;
}

/**
 * The amount as the wire wants it ("-1234.50"), or a sentence that says what to do. `ambiguous` says how a doubtful mark was
 * read, for the field to show it back.
 */
export type AmountReading = { ok: true; value: string; ambiguous?: string } | { ok: false; message: string };

/** The largest amount that can be stored, in minor units: 2^63 - 1. */
export const LARGEST_MINOR = "9223372036854775807";

/** The largest amount of one line of an entry, in minor units: 10^15. */
export const LARGEST_LINE_MINOR = "1000000000000000";

/** More is not a sum that somebody typed. */
const LONGEST_TEXT = 200;

/** Reads an amount or a sum. Never rounds: a result with too many decimals is an error that shows it. */
export function readAmount(text: string, field: AmountField): AmountReading {
  const typed = withoutCurrency(ordinarySigns(text), field.currency).replace(/^=\s*/, "");
  const fault = foreignSigns(typed, field);
  if (fault) return { ok: false, message: fault };

  const [figure, negative] = bookSign(typed);
  const reading = readSum(figure, contextOf(figure, field));
  if (!reading.ok) return reading;
  const exact = quotient(reading.result);
  const value = negative ? exact.value.negated() : exact.value;
  const isSum = /[-+*/()]/.test(figure.replace(/^[-+]/, ""));
  const wrong = tooPrecise(value, exact.ends, isSum ? typed : undefined, field) ?? tooLarge(value, field);
  if (wrong) return { ok: false, message: reading.doubt ? `${wrong} ${doubtful(reading.doubt)}` : wrong };

  const amount = (value.isZero() ? value.abs() : value).toFixed(field.decimals);
  if (!reading.doubt || field.decimalMark) return { ok: true, value: amount };
  return { ok: true, value: amount, ambiguous: `Read as ${show(amount, field)}. ${doubtful(reading.doubt)}` };
}

/** One sign for each meaning: keyboards, phones, spreadsheets and Japanese input write the same sign differently. */
function ordinarySigns(text: string): string {
  return evenOut(text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)))
    .replace(/[\u2212\u2010-\u2013\ufe63]/g, "-")
    .replace(/[\u00d7\u00b7\u22c5]/g, "*")
    .replace(/[\u00f7\u2215]/g, "/")
    .trim();
}

function withoutCurrency(text: string, currency: string | undefined): string {
  if (!currency) return text;
  for (const name of [currency, signOf(currency)]) {
    const at = text.toUpperCase().indexOf(name.toUpperCase());
    const rest = text.slice(0, at) + text.slice(at + name.length);
    // Not in the middle of a figure, where taking it out would join the halves.
    const edge = at >= 0 && (/^[-(+= ]*$/.test(text.slice(0, at)) || /^[-) ]*$/.test(text.slice(at + name.length)));
    if (edge) return rest.trim();
  }
  return text;
}

/** `€` for EUR; the code where there is no sign or no such currency. */
function signOf(currency: string): string {
  try {
    const format = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "narrowSymbol" });
    return format.formatToParts(0).find((part) => part.type === "currency")?.value ?? currency;
  } catch {
    return currency;
  }
}

/** What can be said before anything is read. */
function foreignSigns(typed: string, field: AmountField): string | undefined {
  if (typed === "") return `Type an amount, such as ${example(field)}.`;
  if (typed.length > LONGEST_TEXT) return `This is longer than ${LONGEST_TEXT} characters. Type the amount or a shorter sum.`;
  if (typed.includes("%")) return "Percent signs are not computed. Multiply instead: 5% of 100 is 100*0.05.";
  if (/\p{Sc}/u.test(typed)) return "Leave out the currency sign: the currency has a field of its own.";
  if (/\d/.test(typed) && /^[A-Z]{3}(?![A-Z])|(?<![A-Z])[A-Z]{3}$/i.test(typed)) {
    return "Leave out the currency: it has a field of its own.";
  }
  if (!/^[-+*/()\d., ']*$/.test(typed) || !/\d/.test(typed)) {
    return `“${typed}” is not an amount. Type a figure, such as ${example(field)}, or a sum, such as 3*${example(field)}.`;
  }
  return undefined;
}

/** Takes off the signs of books around a single figure: parentheses, or a minus behind it. One before it is part of any sum. */
function bookSign(typed: string): [figure: string, negative: boolean] {
  const enclosed = /^\(([\d., ']+)\)$/.exec(typed) ?? /^([\d., ']+)-$/.exec(typed);
  return enclosed?.[1] === undefined ? [typed, false] : [enclosed[1], true];
}

/** Figures inside a sum may have decimals even if the result cannot: 1000*1.175 yen. */
function contextOf(figure: string, field: AmountField): FigureContext {
  const marks = marksOf(field.locale);
  const whole = field.decimals === 0 && /^[-+]?[\d., ']+$/.test(figure);
  return { marks: field.decimalMark ? { ...marks, decimal: field.decimalMark } : marks, whole };
}

/** More digits than a quotient of texts this long can end with; few enough that the check of it is not rounded. */
const QUOTIENT_DIGITS = 600;

/** The quotient, and whether its decimals end. */
function quotient({ over, under }: Fraction): { value: Exact; ends: boolean } {
  const value = over.div(under).toSignificantDigits(QUOTIENT_DIGITS, Exact.ROUND_DOWN);
  return { value, ends: value.times(under).equals(over) };
}

function tooPrecise(value: Exact, ends: boolean, sum: string | undefined, field: AmountField): string | undefined {
  if (ends && value.decimalPlaces() <= field.decimals) return undefined;
  const shown = ends
    ? show(value.toFixed(), field)
    : `${show(value.toDecimalPlaces(field.decimals + 3, Exact.ROUND_DOWN).toFixed(), field)}…`;
  const places = plural(field.decimals, "1 decimal", `${field.decimals} decimals`);
  const rule = field.decimals === 0 ? "there can be no decimals" : `only ${places} can be kept`;
  const rounded = (way: Decimal.Rounding) => show(value.toDecimalPlaces(field.decimals, way).toFixed(), field);
  const [less, more] = [rounded(Exact.ROUND_FLOOR), rounded(Exact.ROUND_CEIL)];
  return `${sum ? `“${sum}” is` : "This is"} ${shown}, but ${rule}. Type ${less} or ${more}.`;
}

function tooLarge(value: Exact, field: AmountField): string | undefined {
  const most = new Exact(field.largestMinor ?? LARGEST_MINOR).div(new Exact(10).pow(field.decimals));
  if (value.abs().lessThanOrEqualTo(most)) return undefined;
  return `This is more than ${show(most.toFixed(), field)}, the most that can be kept. Check the digits.`;
}

function doubtful(doubt: Doubt): string {
  const mark = doubt.mark === "," ? "comma" : "point";
  return doubt.readAs === "decimals"
    ? `The ${mark} in “${doubt.text}” was taken for the decimal mark.`
    : `The ${mark} in “${doubt.text}” was taken for a thousands mark.`;
}

function example(field: AmountField): string {
  return show(field.decimals === 0 ? "12" : "12.5", field);
}

/** As the user's language writes it. */
function show(value: string, { decimals, locale }: AmountField): string {
  return formatAmount(value, { decimals, locale });
}
