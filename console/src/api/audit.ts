import { useInfiniteQuery } from "@tanstack/react-query";
import { type Problem, asProblem } from "./problem";
import { type Reading, ask, useOne } from "./records";
import type { components } from "./schema";
import { may } from "./session";

/** An event of the log, without its content. */
export type AuditRow = components["schemas"]["AuditTrailRow"];
/** The last link of the log's chain. */
export type AuditHead = components["schemas"]["AuditHead"];

/** What of the trail is asked, by the API's names. */
export interface TrailFilter {
  actor?: string | undefined;
  kind?: string | undefined;
  subject?: string | undefined;
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
}

const PATH = "/accounting/reports/audit-trail";

/** The address of the trail as a file. */
export const TRAIL = PATH;

/** The audit trail, in the order of the log, page by page. Large events come in parts: the first one stands for all. */
export function useAuditTrail(filter: TrailFilter): {
  rows: AuditRow[];
  isLoading: boolean;
  isWhole: boolean;
  more: () => void;
  again: () => void;
  problem: Problem | undefined;
} {
  const { data, error, isLoading, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ["audit", "trail", filter],
    enabled: may("audit:read"),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      (await ask<{ data: AuditRow[]; nextCursor: string | null }>("GET", PATH, { query: { ...filter, limit: "200", cursor: pageParam }, signal })).body,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const all = data?.pages.flatMap((page) => page.data) ?? [];
  return {
    rows: all.filter((row) => row.part === 1),
    isLoading,
    isWhole: data !== undefined && !hasNextPage,
    more: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    again: () => void refetch(),
    problem: error ? asProblem(error) : undefined,
  };
}

/** The head of the chain now. */
export const useAuditHead = (): Reading<AuditHead> => useOne<AuditHead>("controls", "/audit/head", may("audit:read"));
