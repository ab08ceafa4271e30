import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Choice } from "../parts/Lookup";
import { rank } from "../text/search";
import { answer, api } from "./client";
import type { components } from "./schema";
import { may } from "./session";

/** An account as the API has it. */
export type Account = components["schemas"]["AccountView"];

/** The chart of accounts: all of it, as a chart is short and everything names accounts. */
export interface Chart {
  all: Account[];
  byId: ReadonlyMap<string, Account>;
  byCode: ReadonlyMap<string, Account>;
  /** The names of what an account is below, top first: `Assets › Cash`. */
  path: (account: Account) => string;
}

/** Reads the chart once, and again when it changed. */
export function useChart(): Chart | undefined {
  const { data } = useQuery({
    queryKey: ["accounts", "chart"],
    enabled: may("accounts:read"),
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => {
      const all: Account[] = [];
      let cursor: string | undefined;
      do {
        const query = { limit: 200, ...(cursor ? { cursor } : {}) };
        const page = await answer(api.GET("/api/v1/accounting/accounts", { params: { query }, signal }));
        all.push(...page.data);
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      return all;
    },
  });
  return useMemo(() => (data ? charted(data) : undefined), [data]);
}

function charted(all: Account[]): Chart {
  const byId = new Map(all.map((account) => [account.id, account]));
  const byCode = new Map(all.map((account) => [account.code, account]));
  const path = (account: Account): string => {
    const names: string[] = [];
    for (let parent = account.parentId; parent; parent = byId.get(parent)?.parentId ?? null) {
      names.unshift(byId.get(parent)?.name ?? "");
      if (names.length > 20) break;
    }
    return names.join(" › ");
  };
  return { all, byId, byCode, path };
}

const RECENT = "countinghouse-recent-accounts";
const MOST_RECENT = 8;

function recent(): string[] {
  try {
    return JSON.parse(localStorage.getItem(RECENT) ?? "[]") as string[];
  } catch {
    return [];
  }
}

/** Remembers that this account was chosen: it is offered first when nothing is typed. */
export function rememberAccount(id: string): void {
  try {
    localStorage.setItem(RECENT, JSON.stringify([id, ...recent().filter((one) => one !== id)].slice(0, MOST_RECENT)));
  } catch {
    // Nothing is kept on this device.
  }
}

/** The account as a choice of a look-up. */
export function choiceOf(chart: Chart, account: Account): Choice {
  return { id: account.id, code: account.code, name: account.name, hint: chart.path(account) };
}

/** The accounts that fit what is typed; of nothing typed, those chosen lately. Entries are posted to accounts that take them. */
export function findAccounts(chart: Chart | undefined, typed: string, withGroups = false): Choice[] {
  if (!chart) return [];
  const usable = chart.all.filter((account) => account.isActive && (withGroups || !account.isGroup));
  if (typed === "") {
    const known = recent().flatMap((id) => usable.find((account) => account.id === id) ?? []);
    return known.map((account) => choiceOf(chart, account));
  }
  return rank(
    usable.map((account) => ({ code: account.code, name: account.name, path: chart.path(account), account })),
    typed,
  ).map((hit) => choiceOf(chart, hit.account));
}
