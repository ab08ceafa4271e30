// The statement of a party as the rows of one list, in the order of its file: per currency the opening, the lines, the closing,
// what is open, and how old that is.

import type { Answers } from "../../api/reports";
import { isZero } from "../../text/number";

/** The statement as the service answers it. */
export type PartyView = Answers["party-statement"];
/** Its part in one currency. */
export type InCurrency = PartyView["currencies"][number];
/** One line with the balance after it. */
export type PartyLine = InCurrency["lines"][number];
/** One item that is open at the end of the last day. */
export type PartyItem = InCurrency["openItems"][number];

/** A row of the list. */
export type PartyRow = { id: string; of: InCurrency } & (
  | { kind: "currency" | "opening" | "closing" | "open" | "ages" | "due" }
  | { kind: "line"; line: PartyLine }
  | { kind: "item"; item: PartyItem }
  | { kind: "age"; bucket: string; amount: string }
);

/** All rows. A heading for each currency stands only where there are several, or it is not that of the books. */
export function partyRows({ currencies, buckets, baseCurrency }: PartyView): PartyRow[] {
  const isForeign = currencies.length > 1 || currencies.some((one) => one.currency !== baseCurrency);
  return currencies.flatMap((of): PartyRow[] => {
    const row = (kind: "currency" | "opening" | "closing" | "open" | "ages" | "due"): PartyRow => ({ id: `${of.currency} ${kind}`, of, kind });
    const name = (one: { entryId: string; lineNumber: number }): string => `${of.currency} ${one.entryId}:${one.lineNumber}`;
    return [
      ...(isForeign ? [row("currency")] : []),
      row("opening"),
      ...of.lines.map((line): PartyRow => ({ id: `line ${name(line)}`, of, kind: "line", line })),
      row("closing"),
      ...(of.openItems.length > 0 ? [row("open")] : []),
      ...of.openItems.map((item): PartyRow => ({ id: `item ${name(item)}`, of, kind: "item", item })),
      ...(of.openItems.length > 0 ? [row("ages")] : []),
      ...buckets.flatMap((bucket, at): PartyRow[] => {
        const amount = of.ageing[at] ?? "0";
        return isZero(amount) ? [] : [{ id: `${of.currency} ${bucket}`, of, kind: "age", bucket, amount }];
      }),
      row("due"),
    ];
  });
}

/** The entry behind a row, by its number where it has one. */
export function entryOf(row: PartyRow): { entry: string; entryId: string } | undefined {
  const one = row.kind === "line" ? row.line : row.kind === "item" ? row.item : undefined;
  return one && { entry: one.number ?? one.entryId, entryId: one.entryId };
}

/** An age in words: `Not due`, `1–30 days overdue`, `91 days overdue or more`. */
export function ageWords(bucket: string): string {
  if (bucket === "current") return "Not due";
  if (bucket.endsWith("+")) return `${bucket.slice(0, -1)} days overdue or more`;
  return `${bucket.replace("-", "–")} days overdue`;
}
