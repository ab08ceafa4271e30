import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { addMonths, monthEnd, monthOf, monthStart } from "../text/calendar";
import { today } from "../app/today";
import { answer, api } from "./client";
import { useAnswer, usePostedEnds } from "./reports";
import type { components } from "./schema";
import { may } from "./session";

type Views = components["schemas"];

/** What a month earned, spent and had in cash at its end. */
export interface TradeMonth {
  month: string;
  income: string;
  expense: string;
  result: string;
  cash: string;
}

const MONTHS = 12;

/**
 * The twelve months that end with the present one, or with the last one in which anything was posted. Each of both reports is
 * one call. Nothing where nothing was ever posted.
 */
export function useTrade(isWanted: boolean): { months: TradeMonth[] | undefined; isNothing: boolean; isLoading: boolean } {
  const { days, isLoading } = usePostedEnds(isWanted);
  const now = monthOf(today());
  const last = days && monthOf(days.last) < now ? monthOf(days.last) : now;
  const asked = {
    dateFrom: monthStart(last),
    dateTo: monthEnd(last),
    compareWith: Array<string>(MONTHS - 1).fill("previousPeriod").join(","),
  };
  const isReady = isWanted && Boolean(days);
  const { answer: trade, problem: untold } = useAnswer("profit-and-loss", asked, isReady);
  const { answer: flow, problem: unknown } = useAnswer("cash-flow", asked, isReady);
  const months = useMemo((): TradeMonth[] | undefined => {
    if (!trade || !flow || trade.columns.length !== MONTHS || flow.columns.length !== MONTHS) return undefined;
    const first = days ? monthOf(days.first) : last;
    const rows = trade.columns.map((column, at) => ({
      month: column.dateTo.slice(0, 7),
      income: trade.totals.revenue[at] ?? "0",
      expense: trade.totals.expenses[at] ?? "0",
      result: trade.totals.result[at] ?? "0",
      cash: flow.totals.closingCash[at] ?? "0",
    }));
    // Before the books began there is nothing to be compared with.
    const begun = rows.filter((row) => row.month >= first || row.month >= addMonths(last, -1));
    return begun.toReversed();
  }, [trade, flow, days, last]);
  return { months, isNothing: days === null, isLoading: isWanted && (isLoading || (isReady && !months && !untold && !unknown)) };
}

/** The first rows of a list, and whether there are more. */
export interface Short<Row> {
  rows: Row[];
  hasMore: boolean;
}

/** A short list as it is read. */
export interface ReadShort<Row> {
  /** Absent until it is read, and where the caller may not read it. */
  short: Short<Row> | undefined;
  isLoading: boolean;
}

function useShort<Row>(
  name: string,
  shown: number,
  isWanted: boolean,
  // Reports can also be texts, which are not asked for here.
  read: (limit: number, signal: AbortSignal) => Promise<string | { data: Row[] }>,
): ReadShort<Row> {
  const { data, isLoading } = useQuery({
    queryKey: ["stock", "today", name, shown],
    enabled: isWanted,
    queryFn: async ({ signal }): Promise<Short<Row>> => {
      const page = await read(shown + 1, signal);
      if (typeof page === "string") return { rows: [], hasMore: false };
      return { rows: page.data.slice(0, shown), hasMore: page.data.length > shown };
    },
  });
  return { short: data, isLoading };
}

/** Receipts that are drafts: what is expected. */
export const useToReceive = (shown: number): ReadShort<Views["MovementSummary"]> =>
  useShort("receive", shown, may("movements:read"), (limit, signal) =>
    answer(api.GET("/api/v1/inventory/movements", { params: { query: { status: ["draft"], kind: ["receipt"], limit } }, signal })),
  );

/** Goods that left one warehouse and have not come to the other. */
export const useInTransit = (shown: number): ReadShort<Views["GoodsInTransitRow"]> =>
  useShort("transit", shown, may("movements:read"), (limit, signal) =>
    answer(api.GET("/api/v1/inventory/reports/goods-in-transit", { params: { query: { limit } }, signal })),
  );

/** Goods that are promised and have not left. */
export const useToShip = (shown: number): ReadShort<Views["ReservationView"]> =>
  useShort("ship", shown, may("reservations:read"), (limit, signal) =>
    answer(api.GET("/api/v1/inventory/reservations", { params: { query: { status: "active", limit } }, signal })),
  );

/** Counts that are not done. */
export const useOpenCounts = (shown: number): ReadShort<Views["CountView"]> =>
  useShort("counts", shown, may("counts:read"), (limit, signal) =>
    answer(api.GET("/api/v1/inventory/counts", { params: { query: { isOpen: true, limit } }, signal })),
  );

/** Items of which too little is left. */
export const useLow = (shown: number): ReadShort<Views["ReorderRow"]> =>
  useShort("low", shown, may("items:read") && may("movements:read"), (limit, signal) =>
    answer(api.GET("/api/v1/inventory/reorder-suggestions", { params: { query: { limit } }, signal })),
  );

/** Lots that expire within so many days, with those that have. */
export const useExpiring = (days: number, shown: number): ReadShort<Views["ExpiryRow"]> =>
  useShort(`expiring ${days}`, shown, may("movements:read"), (limit, signal) =>
    answer(api.GET("/api/v1/inventory/reports/expiry", { params: { query: { withinDays: days, limit } }, signal })),
  );
