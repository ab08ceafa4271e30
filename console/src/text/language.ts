// The language of the console's texts, and all that follows from it: plurals, whole numbers, instants. Days are written by
// `calendar.ts`, amounts and quantities by `number.ts`, in the marks that the user chose; how long ago something was, by `since.ts`.

/** The language of all texts. */
export const LANGUAGE = "en-GB";

const rules = new Intl.PluralRules(LANGUAGE);
const whole = new Intl.NumberFormat(LANGUAGE);

/** The form of a word that goes with so many: `line` with 1, `lines` with any other count. */
export function plural(count: number, one: string, other: string): string {
  return rules.select(count) === "one" ? one : other;
}

/** A count of things, with marks between its thousands: `1,234`. */
export function writeCount(count: number): string {
  return whole.format(count);
}

/** Writes instants in this language, in the zone of the device unless another one is asked for. */
export function instants(style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LANGUAGE, style);
}

/** What currencies are called, by their codes. */
export function currencyNames(): Intl.DisplayNames {
  return new Intl.DisplayNames([LANGUAGE], { type: "currency" });
}
