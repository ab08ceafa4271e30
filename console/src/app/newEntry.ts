import { useNavigate, useRouterState } from "@tanstack/react-router";
import { may } from "../api/session";
import type { Action } from "./actions";

/** Whether the caller writes entries, be it as drafts. */
export const writesEntries = (): boolean => may("journalEntries:draft") || may("journalEntries:post");

/** Places from which entries are written; one that has a key `c` of its own, such as that for a new account, keeps that. */
const hasKey = (path: string): boolean =>
  path === "/today" || path === "/open-items" || path.startsWith("/accounts/") || (path === "/accounts" && !may("accounts:manage"));

/** New entries by what they are for: each opens the editor with the journal that fits. */
export function useNewEntry(): Action[] {
  const navigate = useNavigate();
  const path = useRouterState({ select: (state) => state.location.pathname });
  if (!writesEntries()) return [];
  const open = (kind?: string) => (): void => void navigate({ to: "/journal/new", search: kind ? { kind } : {} });
  return [
    // The journal has it by itself.
    ...(path === "/journal"
      ? []
      : [{ id: "new-entry-here", title: "New entry", ...(hasKey(path) && { keys: "c" }), words: "create post journal write book", run: open() }]),
    { id: "new-sale", title: "New invoice to a customer", words: "new entry sales invoice sale bill", run: open("sales") },
    { id: "new-purchase", title: "New supplier invoice", words: "new entry purchase bill invoice supplier vendor", run: open("purchase") },
    { id: "new-payment", title: "New payment", words: "new entry bank payment receipt money transfer", run: open("bank") },
  ];
}
