import { readWhole } from "./paged";
import { useQuery } from "@tanstack/react-query";
import type { components } from "./schema";
import { may } from "./session";

/** A reason for movements as the API has it. */
export type ReasonCode = components["schemas"]["ReasonCodeView"];

/** The reasons in use, by code. */
export function useReasonCodes(): ReasonCode[] | undefined {
  const { data } = useQuery({
    queryKey: ["stock", "reason-codes"],
    enabled: may("items:read"),
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => readWhole<ReasonCode>("/inventory/reason-codes", { isActive: "true" }, signal),
  });
  return data;
}

/** Those that a movement of this kind can have. */
export const reasonsFor = (codes: readonly ReasonCode[] | undefined, kind: string): ReasonCode[] =>
  (codes ?? []).filter((one) => one.kinds.length === 0 || (one.kinds as string[]).includes(kind));
