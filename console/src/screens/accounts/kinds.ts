import type { Account } from "../../api/accounts";

/** The kinds of accounts, in the order of a balance sheet and an income statement. */
export const KINDS = ["asset", "liability", "equity", "revenue", "expense"] as const;

/** What an account can be the sum of a subledger of, in words. */
export const CONTROLS = {
  receivable: "receivables",
  payable: "payables",
  bank: "bank",
  stock: "stock",
} as const;

/** What an account is, in words: `asset, receivables`. */
export function kindOf(account: Pick<Account, "kind" | "controlFor">): string {
  const control = account.controlFor ? CONTROLS[account.controlFor as keyof typeof CONTROLS] : undefined;
  return control ? `${account.kind}, ${control}` : account.kind;
}
