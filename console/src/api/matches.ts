import { useQuery } from "@tanstack/react-query";
import { answer, api } from "./client";
import { asProblem, Problem } from "./problem";
import type { components } from "./schema";

/** Lines that settle one another. */
export type Match = components["schemas"]["MatchView"];
/** What a match is asked by. */
export type MatchInput = components["schemas"]["MatchInput"];
/** What a match would do. */
export type MatchPreview = components["schemas"]["MatchPreview"];

/** The active matches of a party, or of an entry, newest first. */
export function useMatches(of: { partyId?: string; entryId?: string } | undefined): Match[] | undefined {
  const { data } = useQuery({
    queryKey: ["matches", "list", of],
    enabled: of !== undefined,
    queryFn: async ({ signal }) => {
      const all: Match[] = [];
      let cursor: string | undefined;
      do {
        const query = { ...of, status: "active" as const, limit: 200, ...(cursor ? { cursor } : {}) };
        const page = await answer(api.GET("/api/v1/accounting/matches", { params: { query }, signal }));
        all.push(...page.data);
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      return all.toReversed();
    },
  });
  return data;
}

/** What this match would do, or why it is refused. */
export function usePreview(input: MatchInput | undefined): { preview: MatchPreview | undefined; problem: Problem | undefined } {
  const { data, error } = useQuery({
    queryKey: ["matches", "preview", input],
    enabled: input !== undefined,
    staleTime: 5_000,
    gcTime: 30_000,
    queryFn: async ({ signal }) => {
      const call = api.POST("/api/v1/accounting/matches", {
        params: { query: { dryRun: true } },
        body: input as MatchInput,
        signal,
      });
      return (await answer(call)) as unknown as MatchPreview;
    },
  });
  if (!input) return { preview: undefined, problem: undefined };
  return { preview: data, problem: error ? asProblem(error) : undefined };
}

/** Matches. */
export function match(input: MatchInput, key: string): Promise<Match> {
  const header = { "Idempotency-Key": key };
  return answer(api.POST("/api/v1/accounting/matches", { params: { header }, body: input })) as Promise<Match>;
}

/** Undoes a match: its lines are open again. */
export async function unmatch(one: Match, reason: string, key: string): Promise<void> {
  const header = { "Idempotency-Key": key, "If-Match": `"${one.version}"` };
  const params = { path: { id: one.id }, header };
  await answer(api.POST("/api/v1/accounting/matches/{id}/unmatch", { params, body: { reason } }));
}
