// How much of an item there was, day by day, from its ledger.

import type { LedgerRow } from "../../api/stock";
import { addAmounts } from "../../text/number";

/** What there was at the end of a day on which something moved. */
export interface Level {
  day: string;
  quantity: string;
  value: string | null;
}

/** The levels at the end of each day; days without a movement are left out. The rows stand in the order of posting. */
export function levelsOf(rows: readonly LedgerRow[]): Level[] {
  const levels = new Map<string, Level>();
  for (const row of rows) levels.set(row.postingDate, { day: row.postingDate, quantity: row.runningQuantity, value: row.runningValue });
  return [...levels.values()];
}

/** What came and what left on these days, for the sentence of the chart. */
export function turnover(rows: readonly LedgerRow[]): { came: string; left: string } {
  const quantities = rows.map((row) => row.quantity);
  return {
    came: addAmounts(quantities.filter((quantity) => !quantity.startsWith("-"))),
    left: addAmounts(quantities.filter((quantity) => quantity.startsWith("-")).map((quantity) => quantity.slice(1))),
  };
}
