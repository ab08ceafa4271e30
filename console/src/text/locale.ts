// The marks that a language writes in figures.

/** A character that separates decimals in some language. */
export type DecimalMark = "." | ",";

/** How a language writes figures. */
export interface Marks {
  /** Between whole units and decimals. */
  decimal: DecimalMark;
  /** Between groups of digits: a comma, a point, a blank or an apostrophe. */
  group: string;
  /** Digits above the thousands come in pairs, as in India: 12,34,567. */
  pairs: boolean;
}

const known = new Map<string, Marks>();

/** The marks of a language given by its tag (`en`, `de-CH`). */
export function marksOf(locale: string): Marks {
  let marks = known.get(locale);
  if (!marks) {
    const parts = new Intl.NumberFormat(locale, { numberingSystem: "latn", useGrouping: "always" }).formatToParts(1234567.5);
    const mark = (type: string) => parts.find((part) => part.type === type)?.value;
    const groups = parts.filter((part) => part.type === "integer");
    marks = { decimal: mark("decimal") === "," ? "," : ".", group: mark("group") ?? ",", pairs: groups[1]?.value.length === 2 };
    known.set(locale, marks);
  }
  return marks;
}
