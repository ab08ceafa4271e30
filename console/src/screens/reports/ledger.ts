// Sums of the general ledger.

import type { LedgerRow } from "../../api/reports";
import { addAmounts, compare, subtract } from "../../text/number";

/** What the lines of some accounts add up to. */
export interface Sums {
  debit: string;
  credit: string;
  /** The larger side less the other one. */
  net: string;
  side: "debit" | "credit";
}

/** The sums of all accounts that are closed in these rows: the API says them in each closing. Undefined where there is none. */
export function sumsOf(rows: readonly LedgerRow[]): Sums | undefined {
  const closings = rows.filter((row) => row.row === "closing");
  if (closings.length === 0) return undefined;
  const debit = addAmounts(closings.map((row) => row.baseDebit ?? "0"));
  const credit = addAmounts(closings.map((row) => row.baseCredit ?? "0"));
  return sumsFrom(debit, credit);
}

/** Both sides and what is left of the larger one. */
export function sumsFrom(debit: string, credit: string): Sums {
  const side = compare(debit, credit) >= 0 ? "debit" : "credit";
  return { debit, credit, net: side === "debit" ? subtract(debit, credit) : subtract(credit, debit), side };
}
