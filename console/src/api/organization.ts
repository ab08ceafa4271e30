import { useQuery } from "@tanstack/react-query";
import { answer, api } from "./client";
import type { components } from "./schema";
import { may } from "./session";

/** The settings of the books. */
export type Organization = components["schemas"]["OrganizationView"];

/** The settings of the books; undefined for those who may not read them. */
export function useOrganization(): Organization | undefined {
  const { data } = useQuery({
    queryKey: ["organization"],
    enabled: may("organization:read"),
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => answer(api.GET("/api/v1/organization", { signal })),
  });
  return data;
}
