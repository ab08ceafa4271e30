import { useQueries, useQuery } from "@tanstack/react-query";
import { answer, api } from "./client";
import { type Entry, readEntry } from "./entries";
import type { components } from "./schema";
import { isZero } from "../text/number";
import { may } from "./session";

/** A match as the API has it. */
export type Match = components["schemas"]["MatchView"];
/** A movement of goods as the API has it. */
export type Movement = components["schemas"]["MovementView"];

/** Entries by their ids, as far as they have been read. */
export function useEntriesById(ids: string[]): ReadonlyMap<string, Entry> {
  const found = useQueries({
    queries: ids.map((id) => ({
      queryKey: ["entries", "one", id],
      queryFn: ({ signal }: { signal: AbortSignal }) => readEntry(id, signal),
    })),
  });
  return new Map(found.flatMap(({ data }) => (data ? [[data.id, data] as const] : [])));
}

/** The matches that settle lines of an entry. */
export function useMatchesOf(entryId: string, isWanted: boolean): Match[] | undefined {
  const { data } = useQuery({
    queryKey: ["matches", "of", entryId],
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const query = { entryId, limit: 200 };
      const page = await answer(api.GET("/api/v1/accounting/matches", { params: { query }, signal }));
      return page.data;
    },
  });
  return data;
}

/** The movement of goods to which an entry belongs. */
export function useMovement(id: string | undefined): Movement | undefined {
  const { data } = useQuery({
    queryKey: ["stock", "movement", id],
    enabled: id !== undefined && may("movements:read"),
    queryFn: ({ signal }) =>
      answer(api.GET("/api/v1/inventory/movements/{id}", { params: { path: { id: id ?? "" } }, signal })),
  });
  return data;
}

/** A line of a count as the API has it. */
export type CountLine = components["schemas"]["CountLineView"];

/** The lines of a count that differ from what was expected, those beyond what is tolerated first. */
export function useDifferences(countId: string | undefined): CountLine[] | undefined {
  const { data } = useQuery({
    queryKey: ["stock", "count-differences", countId],
    enabled: countId !== undefined && may("counts:read"),
    queryFn: async ({ signal }) => {
      const params = { path: { id: countId ?? "" }, query: { isCounted: true, limit: 200 } };
      const page = await answer(api.GET("/api/v1/inventory/counts/{id}/lines", { params, signal }));
      const differing = page.data.filter((line) => line.difference !== null && !isZero(line.difference));
      return differing.toSorted((one, other) => Number(other.isBeyond ?? false) - Number(one.isBeyond ?? false));
    },
  });
  return data;
}
