// Two counts that would have the same goods: which those are, and what is left without them.

import type { Count, CountLine } from "../../api/counts";
import type { components } from "../../api/schema";
import type { Location } from "../../api/warehouses";

/** Goods in a place. */
export type Goods = Pick<components["schemas"]["StockRow"], "itemId" | "sku" | "locationId">;
/** What a count is of: bins and zones, and items. */
export interface Covers {
  locationIds: readonly string[];
  itemIds: readonly string[];
}

/** At most so many bins or items can be named. */
const MOST = 200;

/** The places with all that is in them. */
export function withBins(ids: readonly string[], known: readonly Location[]): ReadonlySet<string> {
  const found = new Set(ids);
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const one of known) if (one.parentId !== null && found.has(one.parentId)) found.add(one.id);
  }
  return found;
}

/** The goods that both would count: SKUs, each once. */
export function sharedGoods(mine: readonly Goods[], theirs: readonly Pick<CountLine, "itemId" | "locationId">[]): string[] {
  const at = new Set(theirs.map((one) => `${one.itemId} ${one.locationId ?? ""}`));
  return [...new Set(mine.filter((one) => at.has(`${one.itemId} ${one.locationId ?? ""}`)).map((one) => one.sku ?? ""))];
}

/** What can be counted beside the other count; nothing where all of it is in that one, or where there is too much to name. */
export function without(covers: Covers, mine: readonly Goods[], other: Pick<Count, "locationIds" | "itemIds" | "categoryIds">, theirs: readonly Pick<CountLine, "itemId">[], known: readonly Location[]): Covers | undefined {
  const hasItems = other.itemIds.length + other.categoryIds.length > 0;
  if (!hasItems && other.locationIds.length === 0) return undefined;
  if (other.locationIds.length > 0) {
    const taken = withBins(other.locationIds as string[], known);
    const own = covers.locationIds.length > 0 ? withBins(covers.locationIds, known) : new Set(known.map((one) => one.id));
    const left = known.filter((one) => one.kind === "bin" && one.isActive && own.has(one.id) && !taken.has(one.id)).map((one) => one.id);
    if (left.length > 0) return left.length <= MOST ? { locationIds: left, itemIds: covers.itemIds } : undefined;
    if (!hasItems) return undefined;
  }
  const taken = new Set<string>([...(other.itemIds as string[]), ...theirs.map((one) => one.itemId)]);
  const left = [...new Set<string>(covers.itemIds.length > 0 ? covers.itemIds : mine.map((one) => one.itemId))].filter((one) => !taken.has(one));
  return left.length > 0 && left.length <= MOST ? { locationIds: covers.locationIds, itemIds: left } : undefined;
}
