import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { answer, api } from "./client";
import { asProblem, Problem } from "./problem";
import type { components } from "./schema";

/** An account on the other side of an entry. */
export interface CounterAccount {
  accountId: string;
  code: string | null;
  name: string | null;
}

/** A line of a statement, with the balance after it. */
export type StatementLine = components["schemas"]["StatementRow"] & {
  /** The other accounts of the entry, the first three. */
  counterAccounts?: CounterAccount[];
  /** How many there are in all. */
  counterAccountCount?: number;
};

/** The statement of an account: its sums, and the lines that are read so far. */
export type Statement = Omit<components["schemas"]["StatementView"], "data" | "nextCursor">;

/** What a statement may be asked by. */
export interface StatementFilter {
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
  knownAt?: string | undefined;
}

type Page = components["schemas"]["StatementView"];
const PAGE = 200;

/** The statement of an account, page after page as its lines are wanted. */
export function useStatement(
  accountId: string | undefined,
  filter: StatementFilter,
): {
  statement: Statement | undefined;
  lines: StatementLine[];
  more: (() => void) | undefined;
  isLoading: boolean;
  problem: Problem | undefined;
} {
  const query = useInfiniteQuery<Page, Error, InfiniteData<Page>, unknown[], string | undefined>({
    queryKey: ["balances", "statement", accountId, filter],
    enabled: accountId !== undefined,
    initialPageParam: undefined,
    refetchOnWindowFocus: false,
    queryFn: ({ pageParam, signal }) => {
      const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
      const asked = { ...given, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) };
      const params = { path: { id: accountId ?? "" }, query: asked };
      return answer(api.GET("/api/v1/accounting/accounts/{id}/statement", { params, signal }));
    },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const lines = useMemo(() => query.data?.pages.flatMap((page) => page.data as StatementLine[]) ?? [], [query.data]);
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const more = useMemo(
    () => (hasNextPage && !isFetching ? () => void fetchNextPage() : undefined),
    [hasNextPage, isFetching, fetchNextPage],
  );
  const problem = query.error ? asProblem(query.error) : undefined;
  return { statement: query.data?.pages[0], lines, more, isLoading: query.isPending, problem };
}
