// What a recurring entry takes of an entry that is its model.

import type { Entry } from "../../../api/entries";
import { monthEnd, monthOf } from "../../../text/calendar";
import { isZero } from "../../../text/number";
import type { RecurringForm } from "./recurring";

/** What is taken of the entry that another one begins with. */
export interface Template {
  number: string;
  body: Record<string, unknown>;
}

/** The lines and head of an entry as a template. */
export function templateOf(entry: Entry): Template {
  const lines = entry.lines.map((line) => ({
    accountId: line.accountId,
    [isZero(line.debit) ? "credit" : "debit"]: isZero(line.debit) ? line.credit : line.debit,
    currency: line.currency,
    ...(line.description && { description: line.description }),
    ...(line.partyId && { partyId: line.partyId }),
    ...(Object.keys(line.dimensions).length > 0 && { dimensions: line.dimensions }),
  }));
  return { number: entry.number ?? "a draft", body: { journalId: entry.journalId, currency: entry.currency, lines, ...(entry.reference && { reference: entry.reference }) } };
}

/** What the form of a new one begins with, where an entry is to recur: monthly on its day, from today on. */
export function recurring(entry: Entry, today: string): Partial<RecurringForm> {
  const day = entry.date === monthEnd(monthOf(entry.date)) ? "-1" : String(Number(entry.date.slice(8)));
  return {
    name: entry.description.slice(0, 120),
    entry: templateOf(entry),
    rule: `FREQ=MONTHLY;BYMONTHDAY=${day};COUNT=12`,
    // Days that have passed would be made at once.
    startDate: entry.date > today ? entry.date : today,
    description: entry.description,
  };
}
