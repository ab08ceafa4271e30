import { QueryClient } from "@tanstack/react-query";
import { Problem } from "./problem";

/** What was read. A refusal is not asked for again: it is an answer. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: true,
      retry: (count, error) => !(error instanceof Problem) && count < 2,
    },
    mutations: { retry: false },
  },
});

/** What a change makes stale. */
export type Subject =
  | "entries"
  | "balances"
  | "accounts"
  | "matches"
  | "periods"
  | "parties"
  | "stock"
  | "inbox"
  | "journals"
  | "dimensions"
  | "currencies"
  | "organization"
  | "people"
  | "controls"
  | "rules"
  | "views";

/** Marks what a change touches as to be read again; what is on the screen is read at once. */
export function touched(...subjects: Subject[]): Promise<void> {
  return queries.invalidateQueries({ predicate: (query) => subjects.includes(query.queryKey[0] as Subject) });
}
