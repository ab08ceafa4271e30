import { useQueries } from "@tanstack/react-query";
import { itemOf, knownItem } from "../../api/goodsLookup";
import type { Item } from "../../api/items";
import { may } from "../../api/session";

/** Items by their ids, as far as they have been read. */
export function useGoodsNames(ids: readonly string[]): ReadonlyMap<string, Item> {
  const wanted = [...new Set(ids)];
  const found = useQueries({
    queries: wanted.map((id) => ({
      queryKey: ["stock", "item", id],
      enabled: may("items:read"),
      staleTime: 5 * 60_000,
      initialData: () => knownItem(id),
      queryFn: () => itemOf(id),
    })),
  });
  return new Map(found.flatMap(({ data }) => (data ? [[data.id as string, data] as const] : [])));
}
