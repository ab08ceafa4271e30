import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Count, CountLine } from "../../api/counts";
import { readMovement } from "../../api/movements";
import { readWhole } from "../../api/paged";
import { may } from "../../api/session";
import { Exact } from "../../text/exact";
import { absolute, compare, isNegative, isZero, negate } from "../../text/number";

interface StockRow {
  itemId: string;
  quantity: string;
  value: string | null;
}

/** So many items are asked for one by one; of more, the stock of the whole warehouse is read. */
const ONE_BY_ONE = 20;

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
  const items = useMemo(() => [...new Set(differing(lines).map((line) => line.itemId as string))].toSorted(), [lines]);
  const { data: each } = useQuery({
    queryKey: ["stock", "unit-values", count.warehouseId, items],
    enabled: sees && !isPosted && items.length > 0,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const asked = { by: "warehouse", warehouseId: count.warehouseId, nonZero: "true" };
      const rows =
        items.length > ONE_BY_ONE
          ? await readWhole<StockRow>("/inventory/stock", asked, signal)
          : (await Promise.all(items.map((itemId) => readWhole<StockRow>("/inventory/stock", { ...asked, itemId }, signal)))).flat();
      return new Map(rows.flatMap((row) => (row.value && !isZero(row.quantity) ? [[row.itemId, new Exact(row.value).div(row.quantity).toFixed(10)] as const] : [])));
    },
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
  for (const line of differing(lines)) {
    const one = each?.get(line.itemId);
    if (one && line.difference !== null) values.set(line.lineNumber, new Exact(one).times(line.difference).toFixed(2));
  }
  return { values, isExact: false };
}

/** The lines with the largest value first; without values, the largest difference. */
export function bySize(lines: readonly CountLine[], values: ReadonlyMap<number, string>): CountLine[] {
  const size = (line: CountLine): string => absolute(values.get(line.lineNumber) ?? "0");
  return lines.toSorted((one, other) => compare(size(other), size(one)) || compare(absolute(other.difference ?? "0"), absolute(one.difference ?? "0")));
}
