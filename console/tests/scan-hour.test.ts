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

/** The network between the device and the service, and how far the clocks of both are set back. */
interface Network {
  by: number;
  state: "there" | "losing" | "gone";
  /** The idempotency keys that were sent. */
  keys: string[];
  /** Whether the service has forgotten them. */
  isForgetful: boolean;
}

/**
 * Sets the clocks of device and service back by so much: what is done now and what is done when the device's clock has come to the
 * present are so far apart for both, although the test takes seconds.
 */
async function setBack(context: BrowserContext, by: number): Promise<Network> {
  const network: Network = { by, state: "there", keys: [], isForgetful: false };
  await context.clock.install({ time: Date.now() - by });
  await context.route("**/api/v1/**", async (route) => {
    const request = route.request();
    if (network.state === "gone") return route.abort("internetdisconnected");
    const isMovement = request.method() === "POST" && request.url().endsWith("/inventory/movements");
    const key = request.headers()["idempotency-key"] ?? "";
    if (isMovement) network.keys.push(key);
    if (isMovement && network.state === "losing") {
      network.state = "gone";
      await route.fetch();
      return route.abort("connectionreset");
    }
    if (network.by === 0) {
      return network.isForgetful && isMovement ? route.continue({ headers: { ...request.headers(), "idempotency-key": `forgotten-${network.keys.length}` } }) : route.continue();
    }
    const response = await route.fetch().catch(() => null);
    if (!response) return route.abort();
    const date = new Date(Date.parse(response.headers()["date"] ?? "") - network.by).toUTCString();
    return route.fulfill({ response, headers: { ...response.headers(), date } }).catch(() => undefined);
  });
  return network;
}

/** The device's clock has come to the present, and there is a network again. */
async function comeBack(context: BrowserContext, network: Network): Promise<void> {
  network.by = 0;
  network.state = "there";
  await context.clock.fastForward(MINUTE);
}

/** Types codes: with a clock that is set, keys have no times by which a scanner could be told. */
async function typeCodes(page: Page, codes: readonly string[]): Promise<void> {
  const field = page.getByPlaceholder("Type a code");
  for (const code of codes) {
    await field.fill(code);
    await field.press("Enter");
    await expect.poll(() => field.inputValue()).toBe("");
  }
}

/** Does a job as one would scan it, and finishes the list. */
async function doJob(page: Page, codes: readonly string[], pieces: number): Promise<void> {
  await typeCodes(page, codes);
  await expect.poll(() => total(page)).toBe(String(pieces));
  await typeCodes(page, ["CMDDONE"]);
  await page.locator(".last").getByText(`Issue ${pieces} ${pieces === 1 ? "piece" : "pieces"}`).waitFor();
}

/** How many minutes ago each issue of these goods was, by the books. */
async function minutesAgo(item: Goods): Promise<number[]> {
  return (await issuesOf(service, item)).map((one: any) => Math.round((Date.now() - Date.parse(one.occurredAt)) / MINUTE)).toSorted((one, other) => other - one);
}

test("an hour without a network, with a lost answer at its beginning and a clash in it, loses nothing, doubles nothing, and every time is right", async () => {
  let network!: Network;
  const { page, context, close } = await openScan(service, "operator", "/scan/issue?place=DEPOT", {}, async (opened) => (network = await setBack(opened, 60 * MINUTE)));
  await page.getByRole("toolbar").waitFor();
  const [first, lost, clash, free] = [next(), next(), next(), next()];
  const before = await Promise.all([first, lost, clash, free].map((one) => onHand(service, one)));
  await doJob(page, [first.sku], 1);
  await allArrived(page);

  network.state = "losing";
  await doJob(page, [lost.sku, lost.sku], 2);
  await page.getByText("1 operation not sent").waitFor();
  await context.clock.fastForward(20 * MINUTE);
  await doJob(page, [clash.sku, "CMDX5"], 5);
  await context.clock.fastForward(20 * MINUTE);
  await doJob(page, [free.sku, free.sku, free.sku], 3);
  await doJob(page, [clash.sku], 1);
  await page.getByText("4 operations not sent").waitFor();
  await context.clock.fastForward(20 * MINUTE);
  // Meanwhile somebody else took all but three.
  await service.call("admin", "POST", "/inventory/movements", {
    kind: "issue",
    warehouseCode: "DEPOT",
    lines: [{ itemId: clash.id, quantity: String((before[2] ?? 0) - 3) }],
  });

  await comeBack(context, network);
  await page.getByText("One was refused").waitFor();
  await doJob(page, [first.sku], 1);
  await expect.poll(() => Promise.all([first, lost, clash, free].map((one) => onHand(service, one)))).toEqual([
    (before[0] ?? 0) - 2,
    (before[1] ?? 0) - 2,
    3,
    (before[3] ?? 0) - 3,
  ]);
  // The one whose answer was lost was sent again as it was.
  const [, lostKey] = network.keys;
  expect(network.keys.filter((key) => key === lostKey)).toHaveLength(2);
  expect(await minutesAgo(lost)).toEqual([60]);
  expect(await minutesAgo(free)).toEqual([20]);
  expect((await minutesAgo(first))[0]).toBe(60);

  // The clash is settled by the person; the one behind it then goes on by itself.
  await page.getByRole("link", { name: "Settle it" }).first().click();
  await page.getByText("Waits until “Issue 5 pieces” is settled").waitFor();
  await page.getByRole("button", { name: "Open it again to change it" }).click();
  await expect.poll(() => total(page)).toBe("5");
  await typeCodes(page, ["CMDUNDO"]);
  await expect.poll(() => total(page)).toBe("0");
  await doJob(page, [clash.sku, "CMDX2"], 2);
  await allArrived(page);
  await expect.poll(() => onHand(service, clash)).toBe(0);
  expect(await issuesOf(service, clash)).toHaveLength(2);
  expect(await issuesOf(service, first)).toHaveLength(2);
  expect(await issuesOf(service, lost)).toHaveLength(1);
  await close();
});

test("a queue that is eight days old says so, and arrives once though the service has forgotten its keys", async () => {
  let network!: Network;
  const { page, context, close } = await openScan(service, "operator", "/scan/issue?place=DEPOT", {}, async (opened) => (network = await setBack(opened, 8 * DAY)));
  await page.getByRole("toolbar").waitFor();
  const [lost, kept] = [next(), next()];
  const before = await Promise.all([lost, kept].map((one) => onHand(service, one)));
  network.state = "losing";
  await doJob(page, [lost.sku], 1);
  await doJob(page, [kept.sku, kept.sku], 2);
  await page.getByText("2 operations not sent").waitFor();
  await context.clock.fastForward(8 * DAY);
  await page.getByRole("link", { name: "See them" }).click();
  await expect.poll(() => page.locator(".operation").getByText("for more than a day").count()).toBe(2);
  // After eight days a key is a new one to the service: the id of the operation is not.
  network.isForgetful = true;
  await comeBack(context, network);
  await allArrived(page);
  await expect.poll(() => Promise.all([lost, kept].map((one) => onHand(service, one)))).toEqual([(before[0] ?? 0) - 1, (before[1] ?? 0) - 2]);
  for (const one of [lost, kept]) expect(await minutesAgo(one)).toEqual([8 * 24 * 60]);
  await close();
});
