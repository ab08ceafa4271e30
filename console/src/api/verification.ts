import { useMutation, useQuery } from "@tanstack/react-query";
import { answer, api } from "./client";
import { asProblem, type Problem } from "./problem";
import { queries } from "./queries";
import type { components } from "./schema";
import { may } from "./session";

/** A verification of the books: how far it is, or what it found. */
export type Verification = components["schemas"]["VerificationView"];

const KEY = ["controls", "verification"];
const REREAD_MS = 1_000;

/** The latest verification, read again and again while it runs, and a way to begin another one. */
export function useVerification(): { latest: Verification | undefined; begin: () => void; isBeginning: boolean; problem: Problem | undefined } {
  const { data, error } = useQuery<Verification>({
    queryKey: KEY,
    enabled: may("audit:read"),
    refetchInterval: (query) => (query.state.data?.state === "running" ? REREAD_MS : false),
    queryFn: ({ signal }) => answer(api.GET("/api/v1/audit/verifications/latest", { signal })),
  });
  const beginning = useMutation({
    mutationFn: () => answer(api.POST("/api/v1/audit/verifications", {})),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  const failed = beginning.error ?? error;
  return { latest: data, begin: () => beginning.mutate(), isBeginning: beginning.isPending, problem: failed ? asProblem(failed) : undefined };
}
