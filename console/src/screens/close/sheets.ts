// Sheets of the pack that are made here of what the service answers as JSON: for people who read no JSON.

import type { Change, Check } from "../../api/close";
import type { Proof } from "../../api/proof";
import type { components } from "../../api/schema";

type Names = (principal: string) => string;

/** Rows as CSV. A text that a spreadsheet would compute is kept a text. */
export function csv(rows: readonly (readonly (string | number | null | undefined)[])[]): string {
  const cell = (value: string | number | null | undefined): string => {
    const text = String(value ?? "");
    const kept = /^[=+@\t]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(kept) ? `"${kept.replaceAll('"', '""')}"` : kept;
  };
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

const DONE: Record<string, string> = { open: "reopened", softClosed: "soft-closed", closed: "closed" };

/** Who closed and reopened a period or a year, and when. */
export const historySheet = ({ history }: { history: Change[] }, names: Names): string =>
  csv([["What", "When", "Who", "Id of who", "Why"], ...history.map((one) => [DONE[one.to] ?? one.to, one.at, names(one.by), one.by, one.reason])]);

const STANDS: Record<string, string> = { ok: "done", warning: "worth a look", blocking: "in the way" };

/** The checklist as it stands when the pack is made. */
export const checklistSheet = ({ items }: { items: Check[] }): string =>
  csv([["Point", "How it stands", "How many", "What to do"], ...items.map((one) => [one.title, STANDS[one.status] ?? one.status, one.count, one.whatToDo])]);

/** The rates that count in these days. */
export const ratesSheet = ({ data }: { data: components["schemas"]["ExchangeRateView"][] }): string =>
  csv([["From", "To", "Kind", "Valid from", "Rate", "Source"], ...data.map((one) => [one.fromCurrency, one.toCurrency, one.rateType, one.validFrom, one.rate, one.source])]);

/** What a proof of stock found: the accounts, what was checked, and each difference. */
export const proofSheet = ({ proof, signature }: Proof): string =>
  csv([
    ["Proof of stock", proof.asOf],
    ["Stock agrees with the books", proof.holds ? "yes" : "no"],
    ["Differences", proof.failureCount],
    ["Movements costed again", proof.movements],
    ["As of event", proof.seq],
    ["Signed by key", signature.keyId],
    [],
    ["Account", "Goods", "Books", "Posted later", "Difference", "Balance"],
    ...proof.accounts.map((one) => [one.code, one.replayed, one.books, one.late, one.difference, one.balance]),
    [],
    ["What was checked", "How many", "Holds"],
    ...proof.invariants.map((one) => [one.name, one.checked, one.holds ? "yes" : "no"]),
    ...(proof.failures.length > 0 ? [[], ["What should hold", "What was found"], ...proof.failures.map((one) => [one.invariant, one.detail])] : []),
  ]);
