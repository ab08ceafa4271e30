// What a change of all goods posts, account by account.

import type { PreviewEntry } from "../../api/mend";
import { addAmounts, isZero } from "../../text/number";

/** An entry with one line for each account and side: a change of all goods has a line for each item. */
export function gathered(entry: PreviewEntry): PreviewEntry {
  const lines = new Map<string, PreviewEntry["lines"][number]>();
  for (const line of entry.lines) {
    const side = isZero(line.baseDebit) ? "credit" : "debit";
    const name = `${line.accountId} ${side} ${line.currency}`;
    const before = lines.get(name);
    const sum = (of: "debit" | "credit" | "baseDebit" | "baseCredit"): string => addAmounts([before?.[of] ?? "0", line[of]]);
    lines.set(name, { ...line, debit: sum("debit"), credit: sum("credit"), baseDebit: sum("baseDebit"), baseCredit: sum("baseCredit") });
  }
  return { ...entry, lines: [...lines.values()] };
}
