import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { answer, api } from "./client";
import { removing } from "./removing";
import { asProblem, Problem, problemOf } from "./problem";
import type { components, operations } from "./schema";
import { useStore } from "./store";

/** An entry of a list. */
export type EntryRow = components["schemas"]["EntrySummary"];
/** An entry with its lines. */
export type Entry = components["schemas"]["EntryView"];
/** A line of an entry. */
export type Line = Entry["lines"][number];
/** What a list of entries may be asked by. */
export type EntryFilter = Omit<NonNullable<operations["JournalEntriesController_list"]["parameters"]["query"]>, "limit" | "cursor">;
type Page = components["schemas"]["EntryPage"];

const PAGE = 200;

/** The entries of a filter, page after page as they are wanted. */
export function useEntries(filter: EntryFilter): {
  rows: EntryRow[];
  more: (() => void) | undefined;
  isLoading: boolean;
  problem: Problem | undefined;
  /** Reads the list anew, from its first page. */
  again: () => void;
} {
  const client = useQueryClient();
  const query = useInfiniteQuery<Page, Error, InfiniteData<Page>, unknown[], string | undefined>({
    queryKey: ["entries", "list", filter],
    initialPageParam: undefined,
    queryFn: async ({ pageParam, signal }) => {
      const asked = { ...filter, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) };
      return answer(api.GET("/api/v1/accounting/journal-entries", { params: { query: asked }, signal }));
    },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchOnWindowFocus: false,
  });
  const gone = useStore(removing);
  const rows = useMemo(
    () => query.data?.pages.flatMap((page) => page.data).filter((row) => !gone.has(row.id)) ?? [],
    [query.data, gone],
  );
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const more = useMemo(
    () => (hasNextPage && !isFetching ? () => void fetchNextPage() : undefined),
    [hasNextPage, isFetching, fetchNextPage],
  );
  const problem = query.error ? asProblem(query.error) : undefined;
  const again = useCallback(() => void client.resetQueries({ queryKey: ["entries", "list"] }), [client]);
  return { rows, more, isLoading: query.isPending, problem, again };
}

/** What the entries of a filter come to, in all and by month. */
export type EntryTotals = components["schemas"]["EntryTotals"];

/** The totals of a filter: the order of the list does not count. */
export function useEntryTotals({ sort: _, ...filter }: EntryFilter): EntryTotals | undefined {
  const { data } = useQuery({
    queryKey: ["entries", "totals", filter],
    queryFn: ({ signal }) => answer(api.GET("/api/v1/accounting/journal-entries/totals", { params: { query: filter }, signal })),
    placeholderData: (before) => before,
    refetchOnWindowFocus: false,
  });
  return data;
}

/** An entry by its id or its number. */
export async function readEntry(name: string, signal?: AbortSignal): Promise<Entry> {
  const init = signal ? { signal } : {};
  if (name.startsWith("je_")) {
    return answer(api.GET("/api/v1/accounting/journal-entries/{id}", { params: { path: { id: name } }, ...init }));
  }
  const page = await answer(
    api.GET("/api/v1/accounting/journal-entries", { params: { query: { number: name, limit: 1 } }, ...init }),
  );
  const found = page.data[0];
  if (!found) {
    throw problemOf(404, { code: "not_found", detail: `there is no entry with the number ${name} here` });
  }
  return answer(api.GET("/api/v1/accounting/journal-entries/{id}", { params: { path: { id: found.id } }, ...init }));
}

/** The entry, read again when something touches entries. */
export function useEntry(name: string | undefined): { entry: Entry | undefined; problem: Problem | undefined } {
  const { data, error } = useQuery({
    queryKey: ["entries", "one", name],
    enabled: name !== undefined,
    queryFn: ({ signal }) => readEntry(name ?? "", signal),
    placeholderData: (before) => before,
  });
  return { entry: data, problem: error ? asProblem(error) : undefined };
}

/** Where a state stands in the margin, in a word and in a chip. */
export function stateOf(entry: Pick<EntryRow, "status" | "reversedByEntryId" | "correctedByEntryId">): {
  kind: "draft" | "waits" | "posted" | "voided" | "reversed" | "corrected";
  word: string;
  margin: "draft" | "waits" | "voided" | undefined;
} {
  switch (entry.status) {
    case "draft":
      return { kind: "draft", word: "draft", margin: "draft" };
    case "pendingApproval":
      return { kind: "waits", word: "waits for approval", margin: "waits" };
    case "voided":
      return { kind: "voided", word: "voided", margin: "voided" };
    default:
      if (entry.correctedByEntryId) return { kind: "corrected", word: "corrected", margin: undefined };
      if (entry.reversedByEntryId) return { kind: "reversed", word: "reversed", margin: undefined };
      return { kind: "posted", word: "posted", margin: undefined };
  }
}
