import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { negate, subtract } from "../text/number";
import { answer, api } from "./client";
import { asProblem, Problem } from "./problem";
import type { components } from "./schema";
import { may } from "./session";

/** Every account's balance as of a day. */
export interface Balances {
  /** The first day of the year that they belong to. */
  from: string;
  currency: string;
  /** Positive on the account's own side; of a group, the sum of all below it. */
  of: (account: { id: string; normalBalance: string }) => string | undefined;
  /** The sums of debit and of credit balances. */
  debit: string;
  credit: string;
  /** What earlier years earned and no closing moved into equity, year by year: a part of both sums. */
  results: { name: string; net: string }[];
}

type Row = components["schemas"]["TrialBalanceRow"];

/** The balances of all accounts in one call: the trial balance with its zeros. */
export function useBalances(asOf: string, knownAt: string | undefined): { balances: Balances | undefined; problem: Problem | undefined } {
  const { data, error } = useQuery<components["schemas"]["TrialBalanceView"]>({
    queryKey: ["balances", "trial", asOf, knownAt],
    enabled: may("reports:read"),
    placeholderData: (before) => before,
    queryFn: ({ signal }) => {
      const query = { asOf, includeZero: true, ...(knownAt && { knownAt }) };
      return answer(api.GET("/api/v1/accounting/reports/trial-balance", { params: { query }, signal }));
    },
  });
  const balances = useMemo((): Balances | undefined => {
    if (!data) return undefined;
    const rows = new Map<string, Row>(data.data.flatMap((row) => (row.accountId === null ? [] : [[row.accountId, row] as const])));
    return {
      from: data.dateFrom,
      currency: data.currency,
      of: (account) => {
        const row = rows.get(account.id);
        if (!row) return undefined;
        const net = subtract(row.closingDebit, row.closingCredit);
        return account.normalBalance === "credit" ? negate(net) : net;
      },
      debit: data.totals.closingDebit,
      credit: data.totals.closingCredit,
      results: data.data.filter((row) => row.fiscalYearId !== null).map((row) => ({ name: row.name, net: subtract(row.closingDebit, row.closingCredit) })),
    };
  }, [data]);
  return { balances, problem: error ? asProblem(error) : undefined };
}
