import { useQuery } from "@tanstack/react-query";
import { answer, api } from "./client";
import type { components } from "./schema";

/** How much there is of everything that waits, in one call; null where the caller may not read it. */
export type Summary = components["schemas"]["SummaryView"];

/** The summary, read again with the inbox. */
export const useSummary = (): Summary | undefined => useCounting().summary;

/** The summary, and whether it is still being read. */
export function useCounting(): { summary: Summary | undefined; isLoading: boolean } {
  const { data, isPending } = useQuery<Summary>({ queryKey: ["inbox", "summary"], queryFn: ({ signal }) => answer(api.GET("/api/v1/summary", { signal })) });
  return { summary: data, isLoading: isPending };
}
