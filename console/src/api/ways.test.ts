import { beforeAll, expect, test, vi } from "vitest";

vi.stubGlobal("document", { querySelector: () => null });
vi.stubGlobal("location", { origin: "https://books.example.com" });
let ways: typeof import("./ways");
beforeAll(async () => {
  ways = await import("./ways");
});

test.each([
  ["/api/v1/accounting/journal-entries/je_1", "/journal/je_1"],
  ["/api/v1/accounting/journal-entries?status=draft&dateFrom=2010-12-01&dateTo=2010-12-31", "/journal?status=draft&from=2010-12-01&to=2010-12-31"],
  ["/api/v1/accounting/accounts/acc_1", "/accounts/acc_1"],
  ["/api/v1/accounting/accounts", "/accounts"],
  ["/api/v1/inventory/movements/mov_1", "/movements/mov_1"],
  ["/api/v1/inventory/stock?warehouseId=wh_1", "/stock?warehouse=wh_1"],
  ["/api/v1/inventory/lots?itemId=item_1", "/items/item_1?tab=lots"],
  ["/api/v1/warehouses/wh_1/locations", "/places/wh_1"],
  ["/api/v1/auth/me", undefined],
])("what %s reads is shown at %s", (path, screen) => {
  expect(ways.screenOf({ method: "GET", href: `https://books.example.com${path}` })).toBe(screen);
});

test("a call of this API can be made wherever the service says that it is, and nothing else can", () => {
  const way = (href: string, method = "POST", allowed = true): Parameters<typeof ways.canGo>[0] => ({ rel: "x", title: "X", method, href, allowed, needs: [] });
  expect(ways.canGo(way("https://inside:8443/books/api/v1/accounting/accounts"))).toBe(true);
  expect(ways.canGo(way("https://books.example.com/elsewhere"))).toBe(false);
  expect(ways.canGo(way("https://books.example.com/api/v1/accounting/accounts", "POST", false))).toBe(false);
  expect(ways.canGo(way("https://books.example.com/api/v1/auth/me", "GET"))).toBe(false);
});

test("what a way still needs is put where its pointer says", () => {
  expect(ways.withValue({ date: "2010-12-24", lines: [{ a: 1 }] }, "/lines/0/reason", "why")).toEqual({ date: "2010-12-24", lines: [{ a: 1, reason: "why" }] });
  expect(ways.withValue(undefined, "/reason", "why")).toEqual({ reason: "why" });
});
