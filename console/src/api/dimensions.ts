import { useQuery } from "@tanstack/react-query";
import { answer, api } from "./client";
import type { components } from "./schema";
import { may } from "./session";

/** A dimension as the API has it. */
export type Dimension = components["schemas"]["DimensionView"];

/** All dimensions, by their codes. */
export function useDimensions(): Dimension[] | undefined {
  const { data } = useQuery({
    queryKey: ["dimensions"],
    enabled: may("dimensions:read"),
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => {
      const page = await answer(api.GET("/api/v1/accounting/dimensions", { params: { query: { limit: 200 } }, signal }));
      return page.data;
    },
  });
  return data;
}
