import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser } from "./browser";
import { allArrived, type Goods, goodsOf, issuesOf, onHand, openScan, total } from "./scanner";
import { type Service, startService } from "./service";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let service: Service;
let goods: Goods[];
beforeAll(async () => {
  service = await startService();
  goods = await goodsOf(service, 6);
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

/** One of the goods, none of which two tests share. */
const next = (): Goods => goods.shift() as Goods;

/**
 * Sets the clocks of device and service back by so much, until the network ends: what is done then and what is done when it is back
 * are so far apart for both, although the test takes seconds.
 */
async function setBack(context: BrowserContext, by: number): Promise<void> {
  await context.clock.install({ time: Date.now() - by });
  await context.route(/\/api\/v1\/(?!events)/, async (route) => {
    const response = await route.fetch();
    const date = new Date(Date.parse(response.headers()["date"] ?? "") - by).toUTCString();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
}

/** The answer to the next operation is lost, and the network with it. Answers how many were sent. */
async function loseAnswerAndNetwork(context: BrowserContext): Promise<{ keys: string[] }> {
  const keys: string[] = [];
  await context.unrouteAll({ behavior: "wait" });
  await context.route("**/api/v1/inventory/movements", async (route) => {
    keys.push(route.request().headers()["idempotency-key"] ?? "");
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await context.setOffline(true);
    return route.abort("connectionreset");
  });
  return { keys };
}

/** Scans on the page of a job, and finishes the list. */
async function doJob(page: Page, scanner: { scan: (codes: string[]) => Promise<void> }, codes: string[], pieces: number): Promise<void> {
  await scanner.scan(codes);
  await expect.poll(() => total(page)).toBe(String(pieces));
  await scanner.scan(["CMDDONE"]);
  await page.locator(".last").getByText(`Issue ${pieces} ${pieces === 1 ? "piece" : "pieces"}`).waitFor();
}

/** How many minutes ago each issue of these goods was, by the books. */
async function minutesAgo(item: Goods): Promise<number[]> {
  return (await issuesOf(service, item)).map((one: any) => Math.round((Date.now() - Date.parse(one.occurredAt)) / MINUTE)).toSorted((one, other) => other - one);
}

test("an hour without a network, with a lost answer at its beginning and a clash in it, loses nothing, doubles nothing, and every time is right", async () => {
  const { page, context, scanner, close } = await openScan(service, "operator", "/scan/issue?place=DEPOT", {}, (opened) => setBack(opened, 60 * MINUTE));
  await page.getByRole("toolbar").waitFor();
  const [first, lost, clash, free] = [next(), next(), next(), next()];
  const before = await Promise.all([first, lost, clash, free].map((one) => onHand(service, one)));
  await doJob(page, scanner, [first.sku], 1);
  await allArrived(page);

  const { keys } = await loseAnswerAndNetwork(context);
  await doJob(page, scanner, [lost.sku, lost.sku], 2);
  await page.getByText("1 operation not sent").waitFor();
  await context.clock.fastForward(20 * MINUTE);
  await doJob(page, scanner, [clash.sku, "CMDX5"], 5);
  await context.clock.fastForward(20 * MINUTE);
  await doJob(page, scanner, [free.sku, free.sku, free.sku], 3);
  await doJob(page, scanner, [clash.sku], 1);
  await page.getByText("4 operations not sent").waitFor();
  await context.clock.fastForward(20 * MINUTE);
  // Meanwhile somebody else took all but three.
  await service.call("admin", "POST", "/inventory/movements", {
    kind: "issue",
    warehouseCode: "DEPOT",
    lines: [{ itemId: clash.id, quantity: String((before[2] ?? 0) - 3) }],
  });

  await context.setOffline(false);
  await context.clock.fastForward(MINUTE);
  await page.getByText("One was refused").waitFor();
  await doJob(page, scanner, [first.sku], 1);
  await expect.poll(() => Promise.all([first, lost, clash, free].map((one) => onHand(service, one)))).toEqual([
    (before[0] ?? 0) - 2,
    (before[1] ?? 0) - 2,
    3,
    (before[3] ?? 0) - 3,
  ]);
  expect(keys[1]).toBe(keys[0]);
  expect(await minutesAgo(lost)).toEqual([60]);
  expect(await minutesAgo(free)).toEqual([20]);
  expect((await minutesAgo(first))[0]).toBe(60);

  // The clash is settled by the person; the one behind it then goes on by itself.
  await page.getByRole("link", { name: "Settle it" }).click();
  await page.getByText("Waits until “Issue 5 pieces” is settled").waitFor();
  await page.getByRole("button", { name: "Open it again to change it" }).click();
  await expect.poll(() => total(page)).toBe("5");
  await scanner.scan(["CMDUNDO", "CMDUNDO"]);
  await doJob(page, scanner, [clash.sku, "CMDX2"], 2);
  await allArrived(page);
  await expect.poll(() => onHand(service, clash)).toBe(0);
  expect(await issuesOf(service, clash)).toHaveLength(2);
  expect(await issuesOf(service, first)).toHaveLength(2);
  expect(await issuesOf(service, lost)).toHaveLength(1);
  await close();
});

test("a queue that is eight days old says so, and arrives once though the service has forgotten its keys", async () => {
  const { page, context, scanner, close } = await openScan(service, "operator", "/scan/issue?place=DEPOT", {}, (opened) => setBack(opened, 8 * DAY));
  await page.getByRole("toolbar").waitFor();
  const [lost, kept] = [next(), next()];
  const before = await Promise.all([lost, kept].map((one) => onHand(service, one)));
  const { keys } = await loseAnswerAndNetwork(context);
  await doJob(page, scanner, [lost.sku], 1);
  await doJob(page, scanner, [kept.sku, kept.sku], 2);
  await page.getByText("2 operations not sent").waitFor();
  await context.clock.fastForward(8 * DAY);
  await page.getByRole("link", { name: "See them" }).click();
  await expect.poll(() => page.getByText("for more than a day").count()).toBe(2);
  // After eight days a key is a new one to the service: the id of the operation is not.
  await context.route("**/api/v1/inventory/movements", (route) => {
    keys.push(route.request().headers()["idempotency-key"] ?? "");
    return route.continue({ headers: { ...route.request().headers(), "idempotency-key": `forgotten-${keys.length}` } });
  });
  await context.setOffline(false);
  await context.clock.fastForward(MINUTE);
  await allArrived(page);
  await expect.poll(() => Promise.all([lost, kept].map((one) => onHand(service, one)))).toEqual([(before[0] ?? 0) - 1, (before[1] ?? 0) - 2]);
  for (const one of [lost, kept]) expect(await minutesAgo(one)).toEqual([8 * 24 * 60]);
  await close();
});
