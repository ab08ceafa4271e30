import { useQuery } from "@tanstack/react-query";
import { answer, api } from "./client";
import type { components } from "./schema";
import { may } from "./session";

/** The settings of the organization as the API has them. */
export type Organization = components["schemas"]["OrganizationView"];

/** The organization that this tab shows. */
export const useOrganization = (): Organization | undefined => useReading().data;

/** Whether its settings are known, or cannot be: before that it is not certain what the caller may do with a record. */
export const useIsOrganizationKnown = (): boolean => !useReading().isLoading;

function useReading(): { data: Organization | undefined; isLoading: boolean } {
  return useQuery({
    queryKey: ["organization"],
    enabled: may("organization:read"),
    staleTime: 60 * 60_000,
    queryFn: ({ signal }) => answer(api.GET("/api/v1/organization", { signal })),
  });
}

/** The zone in which the days of the books begin and end, as soon as it is known. */
export function useZone(): string | undefined {
  return useOrganization()?.timezone;
}
