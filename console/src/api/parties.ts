import { useQuery } from "@tanstack/react-query";
import type { Choice } from "../parts/Lookup";
import { answer, api } from "./client";
import type { components } from "./schema";
import { may } from "./session";

/** A customer, supplier or other party as the API has it. */
export type Party = components["schemas"]["PartyView"];

/** The party as a choice of a look-up. */
export const partyChoice = (party: Party): Choice => ({
  id: party.id,
  code: party.code ?? "",
  name: party.name ?? "name erased",
  hint: party.kinds.join(", "),
});

const known = new Map<string, Promise<Choice[]>>();
const MOST_KEPT = 200;

/** The parties that fit what is typed, as the service finds them; asked once for the same words. */
export function findParties(typed: string): Promise<Choice[]> {
  if (!may("parties:read") && typed === "") return Promise.resolve([]);
  const before = known.get(typed);
  if (before) return before;
  const query = { limit: 8, isActive: true, ...(typed && { q: typed }) };
  const asked = may("parties:read")
    ? answer(api.GET("/api/v1/accounting/parties", { params: { query } })).then((page) => page.data.map(partyChoice))
    : // Who may not read parties may find them by name.
      answer(api.GET("/api/v1/search", { params: { query: { q: typed, kinds: ["party"], limit: 8 } } })).then((page) => page.data.map((one) => ({ id: one.id, code: "", name: one.title })));
  if (known.size > MOST_KEPT) known.clear();
  known.set(typed, asked);
  asked.catch(() => known.delete(typed));
  return asked;
}

/** Forgets what was found: a party may be new. */
export const forgetParties = (): void => known.clear();

/** One party by its id. */
export function useParty(id: string | undefined): Party | undefined {
  const { data } = useQuery({
    queryKey: ["parties", "one", id],
    enabled: id !== undefined && may("parties:read"),
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => answer(api.GET("/api/v1/accounting/parties/{id}", { params: { path: { id: id ?? "" } }, signal })),
  });
  return data;
}
