import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { answer, api } from "./client";
import { may } from "./session";

/** The decimals of each currency that new lines can have, by its code. */
export function useCurrencies(): ReadonlyMap<string, number> | undefined {
  const { data } = useQuery({
    queryKey: ["currencies"],
    enabled: may("currencies:read"),
    staleTime: 60 * 60_000,
    queryFn: ({ signal }) => answer(api.GET("/api/v1/accounting/currencies", { signal })),
  });
  return useMemo(
    () => data && new Map(data.data.filter((one) => one.isActive).map((one) => [one.code, one.decimals])),
    [data],
  );
}
