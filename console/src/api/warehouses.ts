import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Choice } from "../parts/Lookup";
import { rank } from "../text/search";
import { readWhole } from "./paged";
import type { components } from "./schema";
import { may } from "./session";

/** A warehouse as the API has it. */
export type Warehouse = components["schemas"]["WarehouseView"];
/** A zone or a bin of a warehouse. */
export type Location = components["schemas"]["LocationView"];

/** All warehouses: a house has few, and everything names them. */
export interface Warehouses {
  all: Warehouse[];
  byId: ReadonlyMap<string, Warehouse>;
  byCode: ReadonlyMap<string, Warehouse>;
}

/** Reads the warehouses once, and again when they changed. */
export function useWarehouses(): Warehouses | undefined {
  const { data } = useQuery({
    queryKey: ["stock", "warehouses"],
    enabled: may("warehouses:read"),
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => readWhole<Warehouse>("/warehouses", {}, signal),
  });
  return useMemo(
    () =>
      data && {
        all: data,
        byId: new Map(data.map((one) => [one.id, one])),
        byCode: new Map(data.map((one) => [one.code, one])),
      },
    [data],
  );
}

/** The zones and bins of a warehouse, by code. */
export function useLocations(warehouseId: string | undefined): Location[] | undefined {
  const { data } = useQuery({
    queryKey: ["stock", "locations", warehouseId],
    enabled: warehouseId !== undefined && may("warehouses:read"),
    staleTime: 60_000,
    queryFn: ({ signal }) => readWhole<Location>(`/warehouses/${warehouseId ?? ""}/locations`, {}, signal),
  });
  return data;
}

/** The zones and bins of several warehouses by their ids, as far as they have been read. */
export function usePlaces(warehouseIds: readonly string[]): ReadonlyMap<string, Location> {
  const found = useQueries({
    queries: [...new Set(warehouseIds)].map((id) => ({
      queryKey: ["stock", "locations", id],
      enabled: may("warehouses:read"),
      staleTime: 60_000,
      queryFn: ({ signal }: { signal: AbortSignal }) => readWhole<Location>(`/warehouses/${id}/locations`, {}, signal),
    })),
  });
  return new Map(found.flatMap(({ data }) => (data ?? []).map((one) => [one.id as string, one] as const)));
}

/** The warehouse as a choice of a look-up. */
export const warehouseChoice = (one: Warehouse): Choice => ({ id: one.id, code: one.code, name: one.name });

/** The place in a warehouse as a choice of a look-up. */
export const locationChoice = (one: Location): Choice => ({ id: one.id, code: one.code, name: one.name ?? "", hint: one.kind });

/** The warehouses that fit what is typed; all of nothing typed, as they are few. */
export function findWarehouses(known: Warehouses | undefined, typed: string): Choice[] {
  const usable = known?.all ?? [];
  return rank(usable.map((one) => ({ code: one.code, name: one.name, one })), typed).map((hit) => warehouseChoice(hit.one));
}

/** The zones and bins that fit what is typed. */
export function findLocations(known: readonly Location[] | undefined, typed: string): Choice[] {
  const all = known ?? [];
  return rank(all.map((one) => ({ code: one.code, name: one.name ?? "", one })), typed).map((hit) => locationChoice(hit.one));
}
