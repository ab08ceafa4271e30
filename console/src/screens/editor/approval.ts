// What needs no approval, told where a policy refuses to post.

import { useQuery } from "@tanstack/react-query";
import { answer, api } from "../../api/client";
import type { Journal } from "../../api/journals";
import type { components } from "../../api/schema";
import { may } from "../../api/session";
import { compare } from "../../text/number";

/** Which entries need approval, as the organization says it. */
export type Policy = Pick<components["schemas"]["ApprovalPolicyView"], "appliesTo" | "isActive" | "journalId" | "minAmount">;

/** The journals in which an entry of this total can be posted without approval. */
export function freeJournals<Of extends Pick<Journal, "id" | "isActive" | "kind">>(policies: readonly Policy[], journals: readonly Of[], total: string): Of[] {
  const holds = policies.filter((one) => one.isActive && one.appliesTo === "journalEntries" && compare(one.minAmount, total) <= 0);
  if (holds.some((one) => one.journalId === null)) return [];
  const byHand = journals.filter((one) => one.isActive && !["stock", "closing", "opening"].includes(one.kind));
  return byHand.filter((one) => !holds.some((policy) => policy.journalId === one.id));
}

/** The policies, while somebody wants to know them and may. */
export function usePolicies(isWanted: boolean): readonly Policy[] | undefined {
  const { data } = useQuery({
    queryKey: ["controls", "policies", "all"],
    enabled: isWanted && may("approvalPolicies:read"),
    queryFn: async ({ signal }) => (await answer(api.GET("/api/v1/accounting/approval-policies", { params: { query: { limit: 200 } }, signal }))).data,
  });
  return data;
}
