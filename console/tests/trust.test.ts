import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, expectAccessible, openConsole } from "./browser";
import { type Service, startService } from "./service";

let service: Service;
beforeAll(async () => {
  service = await startService();
  await service.call("admin", "POST", "/audit/verifications");
  while ((await service.call("admin", "GET", "/audit/verifications/latest")).state === "running") await new Promise((resolve) => setTimeout(resolve, 50));
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

/** What the service says of stock, which it proves by itself a minute after its start. */
const proved = (holds: boolean): unknown => ({
  holds,
  at: new Date(Date.now() - 12 * 60_000 - 5_000).toISOString(),
  asOf: "2010-12-31",
  seq: 1_000,
  failureCount: holds ? 0 : 2,
});
const PROOF = "**/inventory/proof/latest";

test("above every screen stands that the books balance and stock agrees, since when, and each word leads to its proof", async () => {
  const { page, close } = await openConsole(service, "admin");
  await page.route(PROOF, (route) => route.fulfill({ json: proved(true) }));
  await page.goto(`${service.url}/journal`);
  const head = page.getByRole("banner");
  await head.getByText("books balance · stock agrees, 12 minutes ago").waitFor();
  await head.getByRole("link", { name: "stock agrees" }).click();
  await page.waitForURL("**/stock/proof");
  await head.getByRole("link", { name: "books balance" }).click();
  await page.waitForURL("**/audit");
  await close();
});

test("what does not agree is said in words, on the narrowest screen, too", async () => {
  for (const scheme of ["light", "dark"] as const) {
    const { page, close } = await openConsole(service, "admin", { scheme });
    await page.route(PROOF, (route) => route.fulfill({ json: proved(false) }));
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${service.url}/journal`);
      await page.getByRole("link", { name: "stock differs in 2 places" }).waitFor();
      await page.locator("tr[data-row='0']").waitFor();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
    await close();
  }
});

test("who may not read the audit is told of stock alone, and a service that does not answer leaves the page as it is", async () => {
  const { page, close } = await openConsole(service, "operator");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.route(PROOF, (route) => route.fulfill({ json: proved(true) }));
  await page.goto(`${service.url}/items`);
  await page.getByText("stock agrees, 12 minutes ago").waitFor();
  expect(await page.getByText("books balance").count()).toBe(0);
  expect(asked.filter((path) => path.includes("/audit/"))).toEqual([]);
  await page.unroute(PROOF);
  await page.route(PROOF, (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto(`${service.url}/items`);
  await page.locator("tr[data-row='0']").waitFor();
  expect(await page.getByText("stock agrees").count()).toBe(0);
  await close();
});
