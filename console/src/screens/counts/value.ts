import { useQueries, useQuery } from "@tanstack/react-query";
import type { Count, CountLine } from "../../api/counts";
import { readMovement } from "../../api/movements";
import { readPath } from "../../api/paged";
import type { components } from "../../api/schema";
import { may } from "../../api/session";
import { Exact } from "../../text/exact";
import { absolute, compare, isNegative, isZero, negate } from "../../text/number";

type StockPage = { data: { quantity: string; value: string | null }[] };

/** Items whose present value is asked for: each is a request of its own. */
const MOST = 60;

/** Lines that differ from what was expected. */
export const differing = (lines: readonly CountLine[]): CountLine[] => lines.filter((line) => line.difference !== null && !isZero(line.difference));

/** What the differences are worth, by line: as posted, else about, by the present value of such goods. Nothing without the right to see costs. */
export function useValues(count: Count, lines: readonly CountLine[]): { values: ReadonlyMap<number, string>; isExact: boolean } {
  const sees = may("costs:read");
  const isPosted = count.movementId !== null;
  const { data: movement } = useQuery({
    queryKey: ["stock", "movement", count.movementId],
    enabled: sees && isPosted,
    queryFn: ({ signal }) => readMovement(count.movementId ?? "", signal),
  });
  const items = sees && !isPosted ? [...new Set(differing(lines).map((line) => line.itemId))].slice(0, MOST) : [];
  const prices = useQueries({
    queries: items.map((itemId) => ({
      queryKey: ["stock", "unit-value", itemId, count.warehouseId],
      staleTime: 60_000,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const page = await readPath<StockPage>("/inventory/stock", { by: "warehouse", itemId, warehouseId: count.warehouseId, nonZero: "false" }, signal);
        const row = page.data[0];
        return { itemId, each: row?.value && !isZero(row.quantity) ? new Exact(row.value).div(row.quantity).toFixed(10) : null };
      },
    })),
  });
  const values = new Map<number, string>();
  if (isPosted) {
    const byLine = new Map((movement?.lines ?? []).map((line) => [line.lineNumber, line] as const));
    for (const line of lines) {
      const cost = line.movementLine === null ? null : byLine.get(line.movementLine)?.cost;
      if (cost) values.set(line.lineNumber, isNegative(line.difference ?? "0") ? negate(absolute(cost)) : absolute(cost));
    }
    return { values, isExact: true };
  }
  const each = new Map(prices.flatMap(({ data }) => (data?.each ? [[data.itemId, data.each] as const] : [])));
  for (const line of differing(lines)) {
    const one = each.get(line.itemId);
    if (one && line.difference !== null) values.set(line.lineNumber, new Exact(one).times(line.difference).toFixed(2));
  }
  return { values, isExact: false };
}

/** The lines with the largest value first; without values, the largest difference. */
export function bySize(lines: readonly CountLine[], values: ReadonlyMap<number, string>): CountLine[] {
  const size = (line: CountLine): string => absolute(values.get(line.lineNumber) ?? "0");
  return lines.toSorted((one, other) => compare(size(other), size(one)) || compare(absolute(other.difference ?? "0"), absolute(one.difference ?? "0")));
}

/** What a count would post, as the API previews it. */
export type CountPreview = components["schemas"]["CountPreview"];
