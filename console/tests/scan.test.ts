import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, expectAccessible, pointersOf } from "./browser";
import { allArrived, type Goods, goodsOf, onHand, openScan, total } from "./scanner";
import { type Service, startService } from "./service";

let service: Service;
let goods: Goods[];
beforeAll(async () => {
  service = await startService();
  await service.call("admin", "PUT", "/organization", { receiptsWithoutCost: "provisional" });
  goods = await goodsOf(service, 22);
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

/** One of the goods, none of which two tests share. */
const next = (): Goods => goods.shift() as Goods;

test("twenty goods are received in 22 scans and not one touch, each answered within 150 ms", async () => {
  const { page, scanner, close } = await openScan(service, "operator", "/scan/receive");
  const pointers = await pointersOf(page);
  const twenty = goods.slice(0, 20);
  const before = await Promise.all(twenty.map((one) => onHand(service, one)));
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { answered: times });
    let began = 0;
    addEventListener("keydown", (event) => {
      if (event.key === "Enter") began = performance.now();
    }, true);
    new MutationObserver(() => {
      const at = began;
      began = 0;
      // Painted, not only written.
      if (at > 0) requestAnimationFrame(() => times.push(performance.now() - at));
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  await scanner.one("DEPOT");
  await page.getByRole("heading", { name: /^Receive/ }).waitFor();
  for (const [index, one] of twenty.entries()) {
    await scanner.one(`0${one.gtin}`.slice(-13));
    await expect.poll(() => total(page)).toBe(String(index + 1));
  }
  await scanner.one("CMDDONE");
  await page.getByText("Receive 20 pieces").waitFor();
  expect(scanner.scans).toBe(22);
  expect(pointers()).toBe(0);
  const times = (await page.evaluate(() => (window as any).answered as number[])).toSorted((one, other) => one - other);
  expect(times.length).toBeGreaterThanOrEqual(20);
  // The slowest are measured by the benchmark, on a machine that does nothing else.
  expect(times[Math.floor(times.length * 0.5)]).toBeLessThan(150);
  await allArrived(page);
  await expect.poll(() => Promise.all(twenty.map((one) => onHand(service, one)))).toEqual(before.map((was) => was + 1));
  await close();
});

test("twenty scans 50 ms apart are twenty, with the focus in a field, on a button and nowhere", async () => {
  const { page, scanner, close } = await openScan(service, "operator", "/scan/issue?place=DEPOT");
  const [one, other] = [goods[0] as Goods, goods[1] as Goods];
  const focuses = [
    () => page.getByPlaceholder("Type a code").focus(),
    () => page.getByRole("button", { name: "UNDO" }).focus(),
    () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur()),
  ];
  for (const [index, focus] of focuses.entries()) {
    await focus();
    await scanner.scan(Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? one.sku : `]C101${other.gtin}`)), 50);
    await expect.poll(() => total(page)).toBe(String(20 * (index + 1)));
  }
  expect(await page.getByPlaceholder("Type a code").inputValue()).toBe("");
  // What people type arrives where it was meant.
  await page.getByPlaceholder("Type a code").focus();
  for (const key of one.sku) await page.keyboard.press(key, { delay: 70 });
  await expect.poll(() => page.getByPlaceholder("Type a code").inputValue()).toBe(one.sku);
  await page.keyboard.press("Enter");
  await expect.poll(() => total(page)).toBe("61");
  await expectAccessible(page);
  await close();
});

test("goods are put into bins, moved between them, counted there and asked about", async () => {
  const warehouse = await service.call("admin", "POST", "/warehouses", { code: "HALL", name: "Hall", binsMode: "optional" });
  for (const code of ["DOCK", "H-01", "H-02"]) await service.call("admin", "POST", `/warehouses/${warehouse.id}/locations`, { code });
  const item = next();
  const { page, scanner, close } = await openScan(service, "operator", "/scan/receive?place=HALL");
  const pointers = await pointersOf(page);
  await scanner.scan(["DOCK", item.sku, "CMDX7", "CMDDONE"]);
  await page.getByText("Receive 7 pieces").waitFor();
  await page.goto(`${service.url}/scan/put-away?place=HALL`);
  await page.getByRole("toolbar").waitFor();
  await scanner.scan(["DOCK", item.sku, "CMDX5", "H-01", "CMDDONE"]);
  await page.getByText("Put away 5 pieces").waitFor();
  await page.goto(`${service.url}/scan/move?place=HALL`);
  await page.getByRole("toolbar").waitFor();
  await scanner.scan(["H-01", item.sku, item.sku, "H-02", "CMDDONE"]);
  await page.getByText("Move 2 pieces").waitFor();
  await allArrived(page);
  const where = async (): Promise<Record<string, string>> => {
    const { data } = await service.call("admin", "GET", `/inventory/stock?by=location&itemId=${item.id}&warehouseId=${warehouse.id}`);
    return Object.fromEntries(data.map((row: any) => [row.locationCode, row.onHand]));
  };
  await expect.poll(where).toEqual({ DOCK: "2", "H-01": "3", "H-02": "2" });

  await page.goto(`${service.url}/scan/count?place=HALL`);
  await page.getByRole("button", { name: "Begin a blind count of HALL" }).click();
  await page.getByText("Hand the count in").waitFor();
  await scanner.scan(["DOCK", item.sku, "CMDX2", "H-01", item.sku, "unheard of", "CMDDONE"]);
  await page.getByText("Unknown codes: unheard of").waitFor();
  await scanner.scan(["H-01", item.sku, item.sku, "CMDDONE"]);
  await allArrived(page);
  await page.getByText("Hand it in?").waitFor();
  await page.getByLabel("What was not scanned is not there").check();
  await page.getByRole("button", { name: "Hand in", exact: true }).click();
  await page.getByText("The count is handed in").waitFor();
  const { data: counts } = await service.call("admin", "GET", `/inventory/counts?warehouseId=${warehouse.id}`);
  const { data: lines } = await service.call("admin", "GET", `/inventory/counts/${counts[0].id}/lines`);
  expect(Object.fromEntries(lines.map((line: any) => [line.locationCode, line.counted]))).toEqual({ DOCK: "2", "H-01": "3", "H-02": "0" });

  await service.call("admin", "POST", `/inventory/counts/${counts[0].id}/cancel`, { reason: "only tried" });
  // The label of a bin begins a count of it, and DONE twice ends it: three scans beside those of the goods, and no touch.
  const begun = { scans: scanner.scans, touches: pointers() };
  await scanner.one("H-02");
  await page.getByText("Hand the count in").waitFor();
  await scanner.scan([item.sku, item.sku, "CMDDONE"]);
  await page.getByText("Hand it in?").waitFor();
  await allArrived(page);
  await scanner.one("CMDDONE");
  await page.getByText("The count is handed in").waitFor();
  expect(scanner.scans - begun.scans).toBe(2 + 3);
  expect(pointers() - begun.touches).toBe(0);
  const { data: bin } = await service.call("admin", "GET", `/inventory/counts?warehouseId=${warehouse.id}&status=submitted,approved&limit=1`);
  expect(bin[0].locationIds).toHaveLength(1);
  // A bin that somebody counts already is said to be, and leads to that count.
  const { data: places } = await service.call("admin", "GET", `/warehouses/${warehouse.id}/locations`);
  const other = await service.call("admin", "POST", "/inventory/counts", { warehouseId: warehouse.id, locationIds: places.filter((one: any) => one.code !== "H-02").map((one: any) => one.id), description: "Dock and H-01" });
  await scanner.one("H-01");
  await page.getByText(/Bin H-01 is being counted already: Dock and H-01/).waitFor();
  await page.getByRole("button", { name: "Open that count" }).click();
  await page.waitForURL(new RegExp(other.id));

  await page.goto(`${service.url}/scan/ask?place=HALL`);
  await page.getByPlaceholder("Type a code").waitFor();
  await scanner.one(item.sku);
  await page.getByText("As it is now.").waitFor();
  await page.getByText("HALL · H-01").waitFor();
  await close();
});

test("a scanner with another separator and Tab behind each code is understood after one scan of the test code", async () => {
  const { page, close } = await openScan(service, "operator", "/scan/set-up");
  await page.getByRole("heading", { name: "Set up the scanner" }).waitFor();
  await page.keyboard.type("010950600013435210TEST-1|2142");
  await page.keyboard.press("Tab");
  await page.getByText("The separator of GS1 comes as “|”.").waitFor();
  await page.getByText("Tab behind each code.").waitFor();
  await expectAccessible(page);
  await close();
});

test("a lot that came in by its label leaves by its number alone, and not once it has expired", async () => {
  const { id } = await service.call("admin", "POST", "/inventory/items", { sku: "FUDGE-9", name: "Fudge", tracking: "lot", fallbackCost: "1.20", gtins: [{ gtin: "96385074" }] });
  const item: Goods = { id, sku: "FUDGE-9", gtin: "00000096385074" };
  const { page, scanner, close } = await openScan(service, "operator", "/scan/receive?place=DEPOT");
  await scanner.scan(["]d201000000963850741727123110L-77", "CMDX6", "]C1010000009638507410OLD\u001d17260131", "CMDDONE"]);
  await page.getByText("Receive 7 pieces").waitFor();
  await expect.poll(() => onHand(service, item)).toBe(7);
  await page.goto(`${service.url}/scan/issue?place=DEPOT`);
  await page.getByRole("toolbar").waitFor();
  // The stock of the place is read when somebody begins to work there.
  await page.waitForTimeout(1_500);
  await scanner.one("L-77");
  await expect.poll(() => page.locator(".last").innerText()).toContain("lot L-77");
  await scanner.one("OLD");
  await page.getByText("Expired").waitFor();
  await scanner.one("CMDUNDO");
  await scanner.one("CMDDONE");
  await expect.poll(() => onHand(service, item)).toBe(6);
  await close();
});
