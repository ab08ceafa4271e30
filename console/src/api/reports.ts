import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { answer, api, send } from "./client";
import type { CombinedTrialBalance } from "./combined";
import { apiBase } from "./place";
import { type Pages, type Reading, pagesOf, problemIn } from "./paged";
import { problemOf } from "./problem";
import { queries } from "./queries";
import type { components } from "./schema";

export type { Pages, Reading } from "./paged";

type Views = components["schemas"];

/** The answers of the reports, by the names that the API has for them. */
export interface Answers {
  "profit-and-loss": Views["ProfitAndLossView"];
  "balance-sheet": Views["BalanceSheetView"];
  "cash-flow": Views["CashFlowView"];
  "trial-balance": Views["TrialBalanceView"];
  "aged-open-items": Views["AgedOpenItemsView"];
  "party-statement": Views["PartyStatementView"];
  "changes-in-equity": Views["ChangesInEquityView"];
  "combined-trial-balance": CombinedTrialBalance;
  "number-gaps": Views["NumberGapsView"];
}

/** The answers that come page by page. */
export interface Paged {
  journal: Views["JournalReportView"];
  voids: Views["VoidsView"];
  "late-entries": Views["LateEntriesView"];
  diff: Views["DiffView"];
}

/** A row of a statement as the API lays it out. */
export type LayoutRow = Views["StatementLayoutRow"];
/** A column of a statement. */
export type LayoutColumn = Views["StatementColumn"];
/** A row of the general ledger. */
export type LedgerRow = Views["GeneralLedgerRow"];

/** What a report is asked with: the parameters of the API, and nothing for those that are left out. */
export type Asked = Record<string, string>;

const REPORTS = "/accounting/reports";
const PAGE = 200;

/** Where a report is below `/api/v1`. */
export const pathOf = (name: string): string => `${REPORTS}/${name}`;

async function read<View>(name: string, asked: Asked, signal: AbortSignal): Promise<View> {
  const response = await send(new Request(`${apiBase}/api/v1${pathOf(name)}?${new URLSearchParams(asked)}`, { signal }));
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw problemOf(response.status, body);
  return body as View;
}

/** Reads a report that is one answer. While other days are read, those before stay on the screen. */
export function useAnswer<Name extends keyof Answers>(
  name: Name,
  asked: Asked,
  isReady = true,
): Reading & { answer: Answers[Name] | undefined } {
  const { data, error, isPending, isFetching } = useQuery<Answers[Name]>({
    queryKey: ["balances", "report", name, asked],
    enabled: isReady,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => read<Answers[Name]>(name, asked, signal),
  });
  return { answer: error ? undefined : data, isLoading: isPending, isFetching, problem: problemIn(error) };
}

/** Reads a report that comes in pages, as they are wanted. */
export function usePages<Name extends keyof Paged>(name: Name, asked: Asked, isReady = true): Pages<Paged[Name]> {
  const query = useInfiniteQuery<Paged[Name], Error, InfiniteData<Paged[Name]>, unknown[], string | undefined>({
    queryKey: ["balances", "pages", name, asked],
    enabled: isReady,
    initialPageParam: undefined,
    refetchOnWindowFocus: false,
    queryFn: ({ pageParam, signal }) =>
      read<Paged[Name]>(name, { ...asked, limit: String(PAGE), ...(pageParam && { cursor: pageParam }) }, signal),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.data as unknown[]) ?? [], [query.data]);
  return { ...pagesOf(query), first: query.data?.pages[0], rows: rows as Paged[Name]["data"] };
}

/** A page of the ledger: of which account it is, and where that one goes on. */
interface LedgerPlace {
  at: number;
  cursor?: string | undefined;
}

/**
 * Reads the general ledger of these accounts (by id, one after another), or of all where none are given. The API takes one
 * account or group with a call; several are read in the order in which they are given.
 */
export function useLedger(accounts: readonly string[] | undefined, asked: Asked, isReady = true): Pages<Views["GeneralLedgerView"]> {
  type Page = Views["GeneralLedgerView"];
  const query = useInfiniteQuery<Page, Error, InfiniteData<Page, LedgerPlace>, unknown[], LedgerPlace>({
    queryKey: ["balances", "ledger", accounts, asked],
    enabled: isReady,
    initialPageParam: { at: 0 },
    refetchOnWindowFocus: false,
    queryFn: ({ pageParam, signal }) => {
      const accountId = accounts?.[pageParam.at];
      const { cursor } = pageParam;
      return read<Page>("general-ledger", { ...asked, limit: String(PAGE), ...(accountId && { accountId }), ...(cursor && { cursor }) }, signal);
    },
    getNextPageParam: (page, _pages, { at }) => {
      if (page.nextCursor) return { at, cursor: page.nextCursor };
      return accounts && at + 1 < accounts.length ? { at: at + 1 } : undefined;
    },
  });
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.data) ?? [], [query.data]);
  return { ...pagesOf(query), first: query.data?.pages[0], rows };
}

/** Gives up what is being read of reports. */
export function cancelReports(): void {
  void queries.cancelQueries({ queryKey: ["balances"] });
}

/** The first and the last day on which anything is posted; nothing where nothing is. */
export const usePostedDays = (isWanted: boolean): { first: string; last: string } | null | undefined => usePostedEnds(isWanted).days;

/** The same, and whether it is still being read. */
export function usePostedEnds(isWanted: boolean): { days: { first: string; last: string } | null | undefined; isLoading: boolean } {
  const { data, isLoading } = useQuery({
    queryKey: ["entries", "ends"],
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const end = (sort: "date" | "-date") =>
        answer(api.GET("/api/v1/accounting/journal-entries", { params: { query: { status: ["posted"], sort, limit: 1 } }, signal }));
      const [first, last] = await Promise.all([end("date"), end("-date")]);
      const [one, other] = [first.data[0], last.data[0]];
      return one && other ? { first: one.date, last: other.date } : null;
    },
  });
  return { days: data, isLoading };
}

/** When the first entry of these days was posted, as the log has it. */
export function useFirstPosting(from: string | undefined, to: string | undefined, isWanted: boolean): string | null | undefined {
  const { data } = useQuery({
    queryKey: ["entries", "first-posting", from, to],
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const asked = { ...(from && { dateFrom: from }), ...(to && { dateTo: to }), order: "sequence", limit: "1" };
      const page = await read<Views["JournalReportView"]>("journal", asked, signal);
      const row = page.data[0];
      if (!row) return null;
      const entry = await answer(
        api.GET("/api/v1/accounting/journal-entries/{id}", { params: { path: { id: row.entryId } }, signal }),
      );
      return entry.postedAt ?? null;
    },
  });
  return data;
}

/** A layout of a statement that somebody wrote. */
export type Mapping = Views["StatementMappingView"];

/** The layouts that there are for a statement. */
export function useMappings(kind: Mapping["kind"], isWanted: boolean): Mapping[] | undefined {
  const { data } = useQuery({
    queryKey: ["mappings", kind],
    enabled: isWanted,
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => {
      const page = await answer(api.GET("/api/v1/accounting/statement-mappings", { params: { query: { kind, limit: 200 } }, signal }));
      return page.data;
    },
  });
  return data;
}

/** The values of a dimension, as they are chosen. */
export function useDimensionValues(id: string | undefined): Views["DimensionValueView"][] | undefined {
  const { data } = useQuery({
    queryKey: ["dimensions", "values", id],
    enabled: id !== undefined,
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => {
      const params = { path: { id: id ?? "" }, query: { limit: 200 } };
      const page = await answer(api.GET("/api/v1/accounting/dimensions/{id}/values", { params, signal }));
      return page.data;
    },
  });
  return data;
}


/** A fiscal year as the API has it. */
export type FiscalYear = Views["FiscalYearView"];

/** All fiscal years, by their first day. */
export function useFiscalYears(isWanted: boolean): FiscalYear[] | undefined {
  const { data } = useQuery({
    queryKey: ["periods", "years"],
    enabled: isWanted,
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => {
      const page = await answer(api.GET("/api/v1/accounting/fiscal-years", { params: { query: { limit: 200 } }, signal }));
      return page.data;
    },
  });
  return data;
}
