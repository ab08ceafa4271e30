import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, expectAccessible } from "./browser";
import { allArrived, type Goods, goodsOf, issuesOf, onHand, openScan, total } from "./scanner";
import { PASSWORD, type Service, startService } from "./service";

let service: Service;
let goods: Goods[];
beforeAll(async () => {
  service = await startService();
  goods = await goodsOf(service, 10);
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

/** One of the goods, none of which two tests share. */
const next = (): Goods => goods.shift() as Goods;

test("what is done without a network outlives a reload, and a clash at its end loses nothing and doubles nothing", async () => {
  const { page, context, scanner, close } = await openScan(service, "operator", "/scan/issue?place=DEPOT");
  const [clash, free] = [next(), next()];
  const [ofClash, ofFree] = [await onHand(service, clash), await onHand(service, free)];
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  await scanner.scan([clash.sku, "CMDX5", "CMDDONE"]);
  await page.getByText("Issue 5 pieces").waitFor();
  await scanner.scan([free.sku, free.sku, "CMDDONE"]);
  await page.getByText("Issue 2 pieces").waitFor();
  await scanner.scan([clash.sku, "CMDDONE"]);
  await page.getByText("Issue 1 piece", { exact: false }).first().waitFor();
  // A list that is not done, and the page closed over it.
  await scanner.scan([free.sku]);
  await expect.poll(() => total(page)).toBe("1");
  await page.waitForTimeout(300);
  await page.reload();
  await expect.poll(() => total(page)).toBe("1");
  await page.getByText("3 operations not sent").waitFor();
  // Meanwhile somebody else takes all but three.
  await service.call("admin", "POST", "/inventory/movements", {
    kind: "issue",
    warehouseCode: "DEPOT",
    lines: [{ itemId: clash.id, quantity: String(ofClash - 3) }],
  });
  await context.setOffline(false);
  await page.getByText("One was refused").waitFor();
  await expect.poll(() => onHand(service, free)).toBe(ofFree - 2);
  await page.getByRole("link", { name: "Settle it" }).click();
  await page.getByText(/only 3 are there/).waitFor();
  await page.getByText("Waits until “Issue 5 pieces” is settled").waitFor();
  expect(await onHand(service, clash)).toBe(3);
  await expectAccessible(page);
  // Opened again, set right by the person, and done: what waited behind it goes on.
  await page.getByRole("button", { name: "Open it again to change it" }).click();
  await expect.poll(() => total(page)).toBe("6");
  await scanner.one("CMDUNDO");
  await scanner.one("CMDUNDO");
  await scanner.scan([clash.sku, "CMDX2", "CMDDONE"]);
  await allArrived(page);
  await expect.poll(() => onHand(service, clash)).toBe(0);
  expect((await issuesOf(service, clash)).length).toBe(2);
  expect((await issuesOf(service, free)).length).toBe(1);
  await close();
});

test("an answer that is lost is asked for again with the same key, and the goods move once", async () => {
  const { page, context, scanner, close } = await openScan(service, "operator", "/scan/issue?place=DEPOT");
  const item = next();
  const before = await onHand(service, item);
  const keys: string[] = [];
  await context.route("**/api/v1/inventory/movements", async (route) => {
    keys.push(route.request().headers()["idempotency-key"] ?? "");
    if (keys.length === 1) {
      await route.fetch();
      await route.abort("connectionreset");
    } else if (keys.length === 2) {
      // Eight days later the service has forgotten the key.
      await route.continue({ headers: { ...route.request().headers(), "idempotency-key": "forgotten-and-sent-anew" } });
    } else await route.continue();
  });
  await scanner.scan([item.sku, "CMDDONE"]);
  await expect.poll(() => keys.length, { timeout: 15_000 }).toBe(2);
  await allArrived(page);
  expect(keys[1]).toBe(keys[0]);
  expect(await onHand(service, item)).toBe(before - 1);
  expect(await issuesOf(service, item)).toHaveLength(1);
  await close();
});

test("what is refused is a task with its reason, and sign-out warns of what is not sent", async () => {
  const { page, scanner, close } = await openScan(service, "operator", "/scan/issue?place=DEPOT");
  const item = next();
  await scanner.scan([item.sku, "CMDX9999", "CMDDONE"]);
  await page.getByText("One was refused").waitFor();
  await page.getByRole("link", { name: "Jobs" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "One operation is not sent" }).waitFor();
  await expectAccessible(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export them as a file" }).click();
  expect((await saved).suggestedFilename()).toBe("scanned-operations.json");
  await page.getByRole("button", { name: "Stay" }).click();
  await page.getByRole("link", { name: "Settle it" }).click();
  await page.getByRole("button", { name: "Throw it away" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Throw it away" }).click();
  await allArrived(page);
  expect(await issuesOf(service, item)).toHaveLength(0);
  await close();
});

test("goods of a receipt that waits for its costs are put away by themselves once it is posted", async () => {
  const warehouse = await service.call("admin", "POST", "/warehouses", { code: "YARD", name: "Yard", binsMode: "optional" });
  for (const code of ["DOCK", "Y-01"]) await service.call("admin", "POST", `/warehouses/${warehouse.id}/locations`, { code });
  const { page, scanner, close } = await openScan(service, "operator", "/scan");
  // The first label of a place leads there, though a number is an item's and might be elements of GS1.
  await scanner.one("YARD");
  await page.getByText("YARD Yard").first().waitFor();
  await page.getByText("Demo Gifts Ltd").waitFor();
  await page.getByRole("link", { name: "Console" }).waitFor();
  await page.getByRole("link", { name: /^Receive/ }).click();
  await page.getByLabel("Supplier").fill("Potteries of Stoke");
  await page.getByLabel("Delivery note").focus();
  await scanner.one("DN-4711");
  await expect.poll(() => page.getByLabel("Delivery note").inputValue()).toBe("DN-4711");
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await scanner.scan(["DOCK", "21071", "CMDX20", "CMDDONE"]);
  await page.getByText("Waits for costs and posting by the office").waitFor();
  await page.goto(`${service.url}/scan/put-away?place=YARD`);
  await page.getByRole("toolbar").waitFor();
  await scanner.scan(["DOCK", "21071", "CMDX20", "Y-01", "CMDDONE"]);
  await page.getByText(/These goods wait for posting: receipt DN-4711/).waitFor();
  expect(await page.locator(".strip").innerText()).toContain("One waits for the posting of a receipt");
  await expectAccessible(page);
  const { data } = await service.call("admin", "GET", `/inventory/movements?warehouseId=${warehouse.id}&kind=receipt`);
  const receipt = await service.call("admin", "GET", `/inventory/movements/${data[0].id}`);
  expect([receipt.reference, receipt.description, receipt.status]).toEqual(["DN-4711", "From Potteries of Stoke", "pendingApproval"]);
  // The office adds the costs and posts.
  await service.call("admin", "PUT", `/inventory/movements/${receipt.id}`, { lines: [{ sku: "21071", quantity: "20", warehouseCode: "YARD", locationCode: "DOCK", totalCost: "20.00" }] });
  await service.call("admin", "POST", `/inventory/movements/${receipt.id}/post`, {});
  const where = async (): Promise<Record<string, string>> => {
    const { data: rows } = await service.call("admin", "GET", `/inventory/stock?by=location&nonZero=true&warehouseId=${warehouse.id}`);
    return Object.fromEntries(rows.map((row: any) => [row.locationCode, row.onHand]));
  };
  await expect.poll(where, { timeout: 15_000 }).toEqual({ "Y-01": "20" });
  await page.getByText("Put away", { exact: true }).first().waitFor();
  await page.getByRole("link", { name: "Jobs" }).click();
  await page.getByRole("link", { name: "What was sent" }).click();
  await page.getByText(/Received: posted/).waitFor();
  await close();
});

test("a device whose clock is five minutes fast says when it was by the clock of the service", async () => {
  const { page, scanner, close } = await openScan(service, "operator", "/scan/issue?place=DEPOT", {}, (context) =>
    context.addInitScript(() => {
      const real = Date;
      const fast = 300_000;
      globalThis.Date = new Proxy(real, {
        construct: (target, parts) => (parts.length === 0 ? new target(real.now() + fast) : Reflect.construct(target, parts)),
        get: (target, name) => (name === "now" ? () => real.now() + fast : Reflect.get(target, name)),
      });
    }),
  );
  const item = next();
  const before = Date.now();
  await scanner.scan([item.sku, "CMDDONE"]);
  await expect.poll(async () => (await issuesOf(service, item)).length).toBe(1);
  const [movement] = await issuesOf(service, item);
  expect(Math.abs(Date.parse(movement.occurredAt) - before)).toBeLessThan(5_000);
  await allArrived(page);
  await close();
});

test("what somebody did is kept when their session ends, and sent by nobody else", async () => {
  const { page, context, scanner, close } = await openScan(service, "operator", "/scan/issue?place=DEPOT");
  const item = next();
  const before = await onHand(service, item);
  await scanner.one(item.sku);
  await expect.poll(() => total(page)).toBe("1");
  await context.clearCookies();
  await scanner.one("CMDDONE");
  await page.getByText("Your session has ended").waitFor();
  // Scanning goes on meanwhile.
  await scanner.one(item.sku);
  await expect.poll(() => total(page)).toBe("1");
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("User name").fill("clerk");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  await page.goto(`${service.url}/scan/queue`);
  await page.getByText("One operation waits for Olly the operator to sign in here.").waitFor();
  await page.getByRole("link", { name: "Jobs" }).click();
  expect(await onHand(service, item)).toBe(before);
  // A sign-out leaves on the device what others did here: only they send it.
  await page.getByRole("button", { name: "Sign out" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("stay on this device until whoever did them signs in here again").waitFor();
  await dialog.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: /Sign in/ }).waitFor();
  await page.goto(`${service.url}/scan`);
  await page.getByRole("heading", { name: "Sign in to scan" }).waitFor();
  await page.getByLabel("User name").fill("operator");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect.poll(() => onHand(service, item), { timeout: 15_000 }).toBe(before - 1);
  // Their list is as they left it.
  await page.goto(`${service.url}/scan/issue?place=DEPOT`);
  await expect.poll(() => total(page)).toBe("1");
  await close();
});
