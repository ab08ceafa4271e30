import { useQuery } from "@tanstack/react-query";
import { answer, api } from "./client";
import { asProblem, Problem } from "./problem";
import type { components } from "./schema";
import { may } from "./session";

/** A line that is not fully matched. */
export type OpenItem = components["schemas"]["OpenItemView"];
/** Open items by age. */
export type Aged = components["schemas"]["AgedOpenItemsView"];
/** The open amounts of a party in one currency, by age. */
export type AgedRow = Aged["data"][number];
/** Who owes: customers us, or we suppliers. */
export type OpenSide = "receivable" | "payable";

const problemIn = (error: unknown): Problem | undefined =>
  error ? asProblem(error) : undefined;

/** What is open, by party and age, as of a day. */
export function useAged(side: OpenSide, asOf: string): { aged: Aged | undefined; isLoading: boolean; problem: Problem | undefined } {
  const { data, error, isPending } = useQuery({
    queryKey: ["matches", "aged", side, asOf],
    queryFn: ({ signal }) => {
      const query = { controlFor: side, asOf };
      return answer(api.GET("/api/v1/accounting/reports/aged-open-items", { params: { query }, signal }));
    },
  });
  return { aged: data, isLoading: isPending, problem: problemIn(error) };
}

/** The party of lines that have none. */
export const NO_PARTY = "none";

/** All open items of a party, by due date: matching proposes from what is read here, so that no line waits for its own. */
export function usePartyItems(
  side: OpenSide,
  party: string | undefined,
  asOf: string,
): { items: OpenItem[] | undefined; problem: Problem | undefined } {
  const { data, error } = useQuery({
    queryKey: ["matches", "items", side, party, asOf],
    enabled: party !== undefined,
    queryFn: async ({ signal }) => {
      const all: OpenItem[] = [];
      let cursor: string | undefined;
      do {
        const of = party === NO_PARTY ? {} : { partyId: party ?? "" };
        const query = { controlFor: side, asOf, limit: 200, ...of, ...(cursor ? { cursor } : {}) };
        const page = await answer(api.GET("/api/v1/accounting/open-items", { params: { query }, signal }));
        all.push(...page.data);
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      return party === NO_PARTY ? all.filter((item) => item.partyId === null) : all;
    },
  });
  return { items: data, problem: problemIn(error) };
}

/** The name of an open item among others: its entry and line. */
export const itemId = (item: Pick<OpenItem, "entryId" | "lineNumber">): string => `${item.entryId}:${item.lineNumber}`;

/** The name of a party, where nothing on the screen says it. */
export function usePartyName(party: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ["parties", "one", party],
    enabled: party !== undefined && party !== NO_PARTY && may("parties:read"),
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => answer(api.GET("/api/v1/accounting/parties/{id}", { params: { path: { id: party ?? "" } }, signal })),
  });
  return data?.name ?? data?.code ?? undefined;
}

/** How many items of a party are open, of both sides, as far as one page of each tells. */
export function useOpenCounts(party: string | undefined): number | undefined {
  const { data } = useQuery({
    queryKey: ["matches", "count", party],
    enabled: party !== undefined && may("journalEntries:read"),
    queryFn: async ({ signal }) => {
      const sides = (["receivable", "payable"] as const).map(async (controlFor) => {
        const query = { controlFor, partyId: party ?? "", limit: 200 };
        return (await answer(api.GET("/api/v1/accounting/open-items", { params: { query }, signal }))).data.length;
      });
      return (await Promise.all(sides)).reduce((sum, count) => sum + count, 0);
    },
  });
  return data;
}
