// When a receivable or a payable is due, as far as the terms of its party say it.

import type { Journal } from "../../api/journals";
import type { Account } from "../../api/accounts";
import { addDays, formatDay } from "../../text/day";
import { type Line, cellOf } from "./draft";
import { plural } from "../../text/language";

/** What the due date of a line follows from. */
export interface Terms {
  /** The day of the document, or of the entry; empty where none is given. */
  from: string;
  /** The kind of the journal: money that comes or goes is due at once. */
  journalKind: Journal["kind"] | undefined;
  /** In how many days a party pays, where that is agreed. */
  termsOf: (party: string) => number | null | undefined;
}

/** Whether the line settles what is owed, as a payment or a credit note does. */
function settles(line: Line, account: Account | undefined): boolean {
  const side = account?.controlFor === "payable" ? "debit" : "credit";
  return cellOf(line, side).text !== "";
}

/** The line with the due date that its party's terms give; what somebody typed stays. */
export function withDue(line: Line, account: Account | undefined, { from, journalKind, termsOf }: Terms): Line {
  const before = line.cells.due;
  if (before && !before.isDerived) return line;
  const isOwed = account?.controlFor === "receivable" || account?.controlFor === "payable";
  const isMoney = journalKind === "bank" || journalKind === "cash";
  const days = isOwed && !isMoney && !settles(line, account) && from ? termsOf(cellOf(line, "party").value) : undefined;
  if (days === undefined || days === null) {
    if (!before) return line;
    const { due: _, ...others } = line.cells;
    return { ...line, cells: others };
  }
  const value = addDays(from, days);
  if (before?.value === value) return line;
  const note = days === 0 ? "at once, as agreed with the party" : `${days} ${plural(days, "day", "days")} after ${formatDay(from)}, as agreed with the party`;
  return { ...line, cells: { ...line.cells, due: { text: formatDay(value), value, note, isDerived: true } } };
}
