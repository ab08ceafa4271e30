import { useQuery } from "@tanstack/react-query";
import { answer, api } from "./client";
import type { components } from "./schema";
import { may } from "./session";

/** A journal as the API has it. */
export type Journal = components["schemas"]["JournalView"];

/** All journals, by their codes. */
export function useJournals(): Journal[] | undefined {
  const { data } = useQuery({
    queryKey: ["journals"],
    enabled: may("journals:read"),
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => {
      const page = await answer(api.GET("/api/v1/accounting/journals", { params: { query: { limit: 200 } }, signal }));
      return page.data.toSorted((one, other) => one.code.localeCompare(other.code));
    },
  });
  return data;
}
