// Parties that posting would make.

import type { Account } from "../../api/accounts";
import { type Line, cellOf } from "./draft";

/** What a party of this account is to the books. */
export function partyWord(account: Account | undefined): "customer" | "supplier" | "party" {
  if (account?.controlFor === "receivable") return "customer";
  return account?.controlFor === "payable" ? "supplier" : "party";
}

/** The parties of the lines that are not known yet, each once: `customer “Smith & Sons”`. */
export function newParties(lines: readonly Line[], accountOf: (line: Line) => Account | undefined): string[] {
  const made = lines.flatMap((line) => {
    const { value } = cellOf(line, "party");
    return value && !value.startsWith("pty_") ? [`${partyWord(accountOf(line))} “${value}”`] : [];
  });
  return [...new Set(made)];
}

/** Why a text is hardly the name of a new party: it is a number, or the code of an account. */
export function doubtOf(typed: string, what: string, account: Account | undefined): string | undefined {
  const isNumber = /^[\d\s.,/-]+$/.test(typed);
  if (!account && !isNumber) return undefined;
  const looks = account ? `“${typed}” is account ${account.code} ${account.name}` : `“${typed}” looks like a number`;
  return `${looks}, and no ${what} is called so. Choose one of the list, or “${makeTitle(typed, what)}”.`;
}

/** What makes a new party in the list. */
export const makeTitle = (typed: string, what: string): string => `Make “${typed}” a new ${what}`;
