import { useQuery } from "@tanstack/react-query";
import { addDays, daysBetween } from "../text/calendar";
import { answer, api } from "./client";
import type { components } from "./schema";
import { stepOf } from "./step";

/** How much there was of an item at the end of a day, a week or a month. */
export type StockPoint = components["schemas"]["StockPoint"];

/** How much of an item there was from its first movement to its last; nothing where it never moved. */
export function useItemSeries(itemId: string): StockPoint[] | undefined {
  const { data } = useQuery({
    queryKey: ["stock", "series", itemId],
    queryFn: async ({ signal }): Promise<StockPoint[]> => {
      const [first, last] = await Promise.all((["occurredAt", "-occurredAt"] as const).map((sort) => movedOn(itemId, sort, signal)));
      if (!first || !last) return [];
      const dateFrom = first < last ? first : last;
      const dateTo = first < last ? last : first;
      const query = { dateFrom, dateTo: dateFrom === dateTo ? addDays(dateTo, 1) : dateTo, step: stepOf(daysBetween(dateFrom, dateTo) + 1) };
      return (await answer(api.GET("/api/v1/inventory/items/{id}/series", { params: { path: { id: itemId }, query }, signal }))).points;
    },
  });
  return data;
}

/** The day of the first or the last movement of an item. */
async function movedOn(itemId: string, sort: "occurredAt" | "-occurredAt", signal: AbortSignal): Promise<string | undefined> {
  const query = { itemId, status: ["posted" as const], sort, limit: 1 };
  const movement = (await answer(api.GET("/api/v1/inventory/movements", { params: { query }, signal }))).data[0];
  return movement?.postingDate ?? undefined;
}
