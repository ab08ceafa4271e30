import { useQuery } from "@tanstack/react-query";
import { type Asked, readPath } from "./paged";
import type { components } from "./schema";
import { may } from "./session";

type Views = components["schemas"];

/** Goods in one place, broken down as asked. */
export type StockRow = Views["StockRow"];
/** A page of stock. */
export type StockView = Views["StockView"];
/** A line of a transfer with goods on their way. */
export type TransitRow = Views["GoodsInTransitRow"];
/** A row of the movement ledger of an item. */
export type LedgerRow = Views["MovementLedgerRow"];
/** A page of the movement ledger. */
export type LedgerView = Views["MovementLedgerView"];
/** An amount of a cost trace. */
export type TraceRow = Views["CostTraceRow"];
/** Goods by age. */
export type AgeingView = Views["AgeingView"];
/** Items by the cost of what was sold of them. */
export type TurnsView = Views["TurnsView"];
/** Lots by their dates. */
export type ExpiryView = Views["ExpiryView"];
/** What should be bought. */
export type ReorderView = Views["ReorderView"];
/** Goods on their way. */
export type TransitView = Views["GoodsInTransitView"];
/** What goods are worth. */
export type ValuationView = Views["ValuationView"];

/** Where stock and its reports are below `/api/v1`. */
export const STOCK_PATHS = {
  stock: "/inventory/stock",
  availability: "/inventory/availability",
  ageing: "/inventory/reports/ageing",
  turns: "/inventory/reports/turns",
  expiry: "/inventory/reports/expiry",
  reorder: "/inventory/reorder-suggestions",
  transit: "/inventory/reports/goods-in-transit",
  valuation: "/inventory/reports/valuation",
  ledger: "/inventory/reports/movement-ledger",
} as const;

/** What all goods that a filter leaves are worth, and the currency; nothing for those who may not see costs. */
export function useStockValue(asked: Asked, isWanted: boolean): { value: string; currency: string } | undefined {
  const { data } = useQuery<ValuationView>({
    queryKey: ["stock", "value", asked],
    enabled: isWanted && may("costs:read"),
    placeholderData: (before) => before,
    queryFn: ({ signal }) => readPath<ValuationView>(STOCK_PATHS.valuation, { ...asked, limit: "1" }, signal),
  });
  return data && { value: data.totalValue, currency: data.currency };
}
