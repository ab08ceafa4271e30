import { expect, test } from "vitest";
import type { Location } from "../../api/warehouses";
import { sharedGoods, without, withBins } from "./overlap";

const place = (id: string, parentId: string | null, kind: "zone" | "bin" = "bin"): Location => ({ id, parentId, kind, isActive: true }) as unknown as Location;
const known = [place("A", null, "zone"), place("A1", "A"), place("A2", "A"), place("B1", null)];
const goods = [
  { itemId: "mug", sku: "MUG", locationId: "A1" },
  { itemId: "tea", sku: "TEA", locationId: "B1" },
  { itemId: "mug", sku: "MUG", locationId: "B1" },
];

test("a zone is counted with its bins", () => {
  expect([...withBins(["A"], known)].toSorted()).toEqual(["A", "A1", "A2"]);
});

test("goods are shared where they lie in the same place", () => {
  expect(sharedGoods(goods, [{ itemId: "mug", locationId: "A1" } as never])).toEqual(["MUG"]);
  expect(sharedGoods(goods, [{ itemId: "tea", locationId: null } as never])).toEqual([]);
});

test("beside a count of other goods the rest is counted: other bins, or other items", () => {
  const all = { locationIds: [], itemIds: [] };
  expect(without(all, goods, { locationIds: ["A"], itemIds: [], categoryIds: [] } as never, [], known)).toEqual({ locationIds: ["B1"], itemIds: [] });
  const bin = { locationIds: ["B1"], itemIds: [] };
  expect(without(bin, goods.slice(1), { locationIds: [], itemIds: ["mug"], categoryIds: [] } as never, [], known)).toEqual({ locationIds: ["B1"], itemIds: ["tea"] });
  expect(without(bin, goods.slice(1), { locationIds: [], itemIds: [], categoryIds: [] } as never, [], known)).toBeUndefined();
});
