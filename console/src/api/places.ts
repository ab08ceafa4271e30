import { useQueries, useQuery } from "@tanstack/react-query";
import { answer, api } from "./client";
import { newKey } from "./key";
import { problemIn } from "./paged";
import type { Problem } from "./problem";
import type { components } from "./schema";
import { may } from "./session";
import type { Location, Warehouse } from "./warehouses";

type Views = components["schemas"];

/** What lies in a warehouse, and what is under way there. */
export type PlaceStock = Views["WarehouseStockView"];
/** An effect of a change, before it is made. */
export type Effect = Views["Preview"];

/** What lies in these warehouses, by their ids, as far as it has been read. */
export function usePlaceStocks(ids: readonly string[]): ReadonlyMap<string, PlaceStock> {
  const isAllowed = may("movements:read");
  const found = useQueries({
    queries: ids.map((id) => ({
      queryKey: ["stock", "place", id],
      enabled: isAllowed,
      queryFn: ({ signal }: { signal: AbortSignal }) => answer(api.GET("/api/v1/warehouses/{id}/stock", { params: { path: { id } }, signal })),
    })),
  });
  return new Map(found.flatMap(({ data }) => (data ? [[data.warehouseId, data] as const] : [])));
}

/** What stands in the way of deactivating a warehouse. */
export function useDeactivationCheck(id: string): { check: Views["DeactivationCheckView"] | undefined; problem: Problem | undefined; again: () => void; isFetching: boolean } {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ["stock", "deactivation", id],
    staleTime: 0,
    queryFn: ({ signal }) => answer(api.GET("/api/v1/warehouses/{id}/deactivation-check", { params: { path: { id } }, signal })),
  });
  return { check: data, problem: problemIn(error), again: () => void refetch(), isFetching };
}

const header = (of: { version: number }, key: string): { "Idempotency-Key": string; "If-Match": string } => ({
  "Idempotency-Key": key,
  "If-Match": `"${of.version}"`,
});

/** Activates, freezes or deactivates a warehouse. */
export const setPlaceStatus = (place: Warehouse, status: Warehouse["status"], key: string): Promise<unknown> =>
  answer(api.PUT("/api/v1/warehouses/{id}", { params: { path: { id: place.id }, header: header(place, key) }, body: { status } }));

/** Deletes a warehouse that was never used; with `dryRun` it is only asked whether that can be done. */
export const deletePlace = (place: Warehouse, dryRun: boolean): Promise<unknown> =>
  answer(api.DELETE("/api/v1/warehouses/{id}", { params: { path: { id: place.id }, query: { dryRun }, header: header(place, newKey()) } }));

/** Deletes a bin or a zone that was never used; with `dryRun` it is only asked whether that can be done. */
export const deleteLocation = (bin: Location, dryRun: boolean): Promise<unknown> =>
  answer(
    api.DELETE("/api/v1/warehouses/{id}/locations/{locationId}", {
      params: { path: { id: bin.warehouseId, locationId: bin.id }, query: { dryRun }, header: header(bin, newKey()) },
    }),
  );

/** Makes a bin or a zone. */
export const makeLocation = (warehouseId: string, body: Views["LocationInput"], key: string): Promise<unknown> =>
  answer(api.POST("/api/v1/warehouses/{id}/locations", { params: { path: { id: warehouseId }, header: { "Idempotency-Key": key } }, body }));

/** Values a warehouse on another account, from a moment on. */
export const reclassify = (place: Warehouse, body: Views["ReclassifyInput"], key: string, dryRun: boolean): Promise<unknown> =>
  answer(api.POST("/api/v1/warehouses/{id}/reclassify", { params: { path: { id: place.id }, query: { dryRun }, header: header(place, key) }, body }));

/** Changes with what a warehouse shares its costs, from a moment on. */
export const changeScope = (place: Warehouse, body: Views["CostingScopeInput"], key: string, dryRun: boolean): Promise<unknown> =>
  answer(api.POST("/api/v1/warehouses/{id}/costing-scope", { params: { path: { id: place.id }, query: { dryRun }, header: header(place, key) }, body }));

/** What such a change would do. */
export function useEffectOf(name: string, ask: (() => Promise<unknown>) | undefined): { effect: Effect | undefined; problem: Problem | undefined; isReading: boolean } {
  const { data, error, isFetching } = useQuery({
    queryKey: ["stock", "effect", name],
    enabled: ask !== undefined,
    staleTime: 0,
    queryFn: async () => (await ask?.()) as Effect,
  });
  return { effect: data, problem: problemIn(error), isReading: isFetching };
}
