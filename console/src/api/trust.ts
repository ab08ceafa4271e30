import { useQuery } from "@tanstack/react-query";
import { answer, api } from "./client";
import type { components } from "./schema";
import { may } from "./session";
import type { Verification } from "./verification";

type LatestProof = components["schemas"]["LatestProofView"];

/** What was found when books or stock were last checked. */
export interface Found {
  holds: boolean;
  /** When it was found. */
  at: string;
  /** How many things do not hold. */
  faults: number;
}

const KEPT_MS = 2 * 60_000;
const REREAD_MS = 5 * 60_000;
const SOON_MS = 10_000;

/**
 * What the service last found about books and stock, of what the caller may read; nothing before the first check. A check that
 * runs says nothing yet.
 */
export function useTrust(): { books: Found | undefined; stock: Found | undefined } {
  const common = { staleTime: KEPT_MS, retry: false, refetchOnWindowFocus: false } as const;
  const { data: books } = useQuery<Verification>({
    ...common,
    // The key of api/verification.ts: what somebody verified by hand is told here, too.
    queryKey: ["controls", "verification"],
    enabled: may("audit:read"),
    refetchInterval: (query) => (query.state.data?.state === "running" ? SOON_MS : REREAD_MS),
    queryFn: ({ signal }) => answer(api.GET("/api/v1/audit/verifications/latest", { signal })),
  });
  const { data: stock } = useQuery<LatestProof>({
    ...common,
    queryKey: ["trust", "stock"],
    enabled: may("items:read"),
    // Stock is first proved a minute after the service began.
    refetchInterval: (query) => (query.state.data?.holds === null ? SOON_MS : REREAD_MS),
    queryFn: ({ signal }) => answer(api.GET("/api/v1/inventory/proof/latest", { signal })),
  });
  return {
    books: found(books?.holds, books?.endedAt, books?.failureCount),
    stock: found(stock?.holds, stock?.at, stock?.failureCount),
  };
}

function found(holds: boolean | null | undefined, at: string | null | undefined, faults: number | null | undefined): Found | undefined {
  return typeof holds === "boolean" && at ? { holds, at, faults: faults ?? 0 } : undefined;
}
