// When an open item is due, in words.

import type { OpenItem, OpenSide } from "../../api/openItems";
import { daysBetween, formatDay } from "../../text/day";
import { plural } from "../../text/language";

/** The side of what is owed: a payment or a credit note stands on the other one. */
export const owedSide = (side: OpenSide): OpenItem["side"] => (side === "receivable" ? "debit" : "credit");

/** How late an item is, in words: only what is owed can be late. */
export function dueInWords(item: Pick<OpenItem, "side" | "dueDate">, at: string, side: OpenSide): string {
  if (item.side !== owedSide(side)) return "to be matched";
  const days = daysBetween(item.dueDate, at);
  if (days <= 0) return formatDay(item.dueDate);
  return `${formatDay(item.dueDate)}, ${days} ${plural(days, "day", "days")} late`;
}
