import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { type How, type Opened, openPage } from "./browser";
import { PASSWORD, type Service } from "./service";

/** A scanner that types as such scanners do: faster than anybody, with Enter behind each code. */
export class Scanner {
  /** How many codes were scanned. */
  scans = 0;

  constructor(private readonly page: Page) {}

  /** Scans the codes, one every so many milliseconds by the time of their keys. */
  async scan(codes: readonly string[], apart = 50): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page);
    const start = Date.now() / 1000;
    const sent: Array<Promise<unknown>> = [];
    for (const [index, code] of codes.entries()) {
      this.scans += 1;
      for (const [at, key] of [...code, "Enter"].entries()) {
        const timestamp = start + (index * apart + at) / 1000;
        const isGs = key === "\u001d";
        const event = {
          key: isGs ? "]" : key,
          code: key === "Enter" ? "Enter" : `Key${key.toUpperCase()}`,
          modifiers: isGs ? 2 : 0,
          ...(key === "Enter" ? { text: "\r", windowsVirtualKeyCode: 13 } : isGs ? {} : { text: key }),
          timestamp,
        };
        sent.push(session.send("Input.dispatchKeyEvent", { type: "keyDown", ...event }));
        sent.push(session.send("Input.dispatchKeyEvent", { type: "keyUp", ...event }));
      }
    }
    await Promise.all(sent);
    await session.detach();
  }

  /** One code. */
  one(code: string): Promise<void> {
    return this.scan([code]);
  }
}

/** A page of scanning, signed in, that knows the goods. */
export async function openScan(
  service: Service,
  user: string,
  at: string,
  how: How = {},
  ready?: (context: BrowserContext) => Promise<unknown>,
): Promise<Opened & { scanner: Scanner }> {
  const opened = await openPage(service, { ...how, isWhole: true });
  await ready?.(opened.context);
  await opened.page.goto(`${service.url}${at}`);
  await opened.page.getByLabel("User name").fill(user);
  await opened.page.getByLabel("Password").fill(PASSWORD);
  await opened.page.keyboard.press("Enter");
  await opened.page.getByRole("heading", { name: "Sign in to scan" }).waitFor({ state: "detached" });
  await known(opened.page);
  return { ...opened, scanner: new Scanner(opened.page) };
}

/** The catalogue is on the device, and the page can be opened without a network. */
async function known(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^DEPOT/ }).or(page.getByRole("toolbar")).or(page.getByRole("link", { name: "Jobs" })).first().waitFor();
  await page.getByText("Reading the items").waitFor({ state: "detached" });
}

/** How much is on the list. */
export const total = (page: Page): Promise<string | null> => page.locator("[data-total]").getAttribute("data-total");

/** Goods of the demo of which there are some in DEPOT. */
export interface Goods {
  id: string;
  sku: string;
  gtin: string;
}

/** So many goods of which there are at least twenty in DEPOT. */
export async function goodsOf(service: Service, count: number): Promise<Goods[]> {
  const goods: Goods[] = [];
  const { data } = await service.call("admin", "GET", "/inventory/stock?by=warehouse&nonZero=true&limit=200");
  for (const row of data) {
    if (row.warehouseCode !== "DEPOT" || Number(row.available) < 20) continue;
    const item = await service.call("admin", "GET", `/inventory/items/${row.itemId}`);
    if (item.gtins.length > 0) goods.push({ id: item.id, sku: item.sku, gtin: item.gtins[0].gtin });
    if (goods.length === count) break;
  }
  return goods;
}

/** How much of it is in DEPOT. */
export async function onHand(service: Service, item: Goods): Promise<number> {
  const { data } = await service.call("admin", "GET", `/inventory/stock?by=warehouse&itemId=${item.id}`);
  return Number(data.find((row: any) => row.warehouseCode === "DEPOT")?.onHand ?? "0");
}

/** Its issues that were sent from the page of scanning. */
export async function issuesOf(service: Service, item: Goods): Promise<any[]> {
  const { data } = await service.call("admin", "GET", `/inventory/movements?kind=issue&itemId=${item.id}&limit=50`);
  return data.filter((one: any) => one.source.startsWith("scan:"));
}

/** Nothing of this person waits any more. */
export async function allArrived(page: Page): Promise<void> {
  await expect.poll(() => page.locator(".strip").innerText(), { timeout: 20_000 }).not.toMatch(/not sent|refused/);
}
