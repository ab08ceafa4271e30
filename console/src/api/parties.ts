import { useQuery } from "@tanstack/react-query";
import type { Choice } from "../parts/Lookup";
import { answer, api } from "./client";
import type { components } from "./schema";
import { may } from "./session";

/** A customer, supplier or other party as the API has it. */
export type Party = components["schemas"]["PartyView"];
/** What a party is to us; one can be several. */
export type PartyKind = components["schemas"]["PartyKind"];

/** The party as a choice of a look-up. */
export const partyChoice = (party: Party): Choice => ({
  id: party.id,
  code: party.code ?? "",
  name: party.name ?? "name erased",
  hint: party.kinds.join(", "),
});

const known = new Map<string, Promise<Choice[]>>();
const MOST_KEPT = 200;
const MOST = 8;
/** Days that found parties have to pay, by their ids; null where nothing is agreed. */
const terms = new Map<string, number | null>();

/** In how many days the party has to pay, or we it, where it was found before and that is agreed. */
export const termsOf = (id: string): number | null | undefined => terms.get(id);

/**
 * The parties that fit what is typed, as the service finds them; asked once for the same words. Those of the kind that is likely
 * come first, and of nothing typed they alone. Who may not read parties may find them by name.
 */
export function findParties(typed: string, likely?: PartyKind): Promise<Choice[]> {
  if (!may("parties:read") && typed === "") return Promise.resolve([]);
  const name = `${likely ?? ""} ${typed}`;
  const before = known.get(name);
  if (before) return before;
  const asked = may("parties:read") ? (likely ? likelyFirst(typed, likely) : ask(typed)) : byName(typed);
  if (known.size > MOST_KEPT) known.clear();
  known.set(name, asked);
  asked.catch(() => known.delete(name));
  return asked;
}

async function ask(typed: string, kind?: PartyKind): Promise<Choice[]> {
  const query = { limit: MOST, isActive: true, ...(typed && { q: typed }), ...(kind && { kind }) };
  const page = await answer(api.GET("/api/v1/accounting/parties", { params: { query } }));
  for (const party of page.data) terms.set(party.id, party.paymentTermsDays);
  return page.data.map(partyChoice);
}

/** By the search, which gives names alone. */
async function byName(typed: string): Promise<Choice[]> {
  const page = await answer(api.GET("/api/v1/search", { params: { query: { q: typed, kinds: ["party"], limit: MOST } } }));
  return page.data.map((one) => ({ id: one.id, code: "", name: one.title }));
}

async function likelyFirst(typed: string, kind: PartyKind): Promise<Choice[]> {
  const [own, all] = await Promise.all([ask(typed, kind), typed ? ask(typed) : []]);
  const rest = all.filter((one) => !own.some((other) => other.id === one.id));
  return [...own, ...rest].slice(0, MOST);
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
