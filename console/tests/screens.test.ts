import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers, closeBrowser, openConsole, openPage, shiftOf } from "./browser";
import { openScan } from "./scanner";
import { CHAPTERS, fillBooks, named, quietOf, SCAN_PAGES, SCREENS, VIEWS } from "./screens";
import { type Service, startService } from "./service";

let service: Service;
let at: (address: string) => string;
beforeAll(async () => {
  service = await startService();
  at = await fillBooks(service);
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

test("the list of screens has every screen, chapter and page of scanning that the console has", () => {
  expect(Object.keys(SCREENS).toSorted()).toEqual(named.screens());
  expect(Object.keys(CHAPTERS).toSorted()).toEqual(named.chapters());
  expect(Object.keys(CHAPTERS).filter((one) => CHAPTERS[one] !== undefined).toSorted()).toEqual(named.recordChapters());
  // The beginning, and what stands behind `/scan/`.
  expect(SCAN_PAGES.map((one) => one.replace(/^\/scan\/?|\?.*$/g, "")).filter((one) => one !== "").toSorted()).toEqual(named.scanPages());
});

/** Rules whose answer depends on the theme: the others say the same in both. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** Looks at a page that is shown, wide and narrow, in both themes. */
async function look(page: Page, address: string): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: width === 320 ? 640 : 800 });
    // Colours are the same at each width; the torture looks at all four all the same.
    const themes = width === 1280 || process.env["CONSOLE_WHOLE"] ? (["dark", "light"] as const) : (["light"] as const);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      const found = await barriers(page, colorScheme === "dark" ? OF_COLOURS : []);
      faults.push(...found.map((one) => `${address}, ${colorScheme} at ${width}: ${one}`));
    }
  }
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (tooWide > 0) faults.push(`${address}: ${tooWide} px wider than a screen of 320`);
  return faults;
}

/** More than so much of a page may not move by itself while it is first loaded; see the goals of the benchmark. */
const MAY_SHIFT = 0.02;

/** What the browser itself complains about. */
function complaintsOf(page: Page): string[] {
  const told: string[] = [];
  page.on("console", (message) => {
    // A preview that is refused says so on the page; the browser notes the answer like a missing file.
    const isPreview = message.location().url.includes("dryRun=true");
    if (!isPreview && (message.type() === "error" || message.type() === "warning")) told.push(`${new URL(page.url()).pathname}: ${message.text()} (${message.location().url})`);
  });
  return told;
}

const addresses = (): string[] => [
  ...Object.values(SCREENS),
  ...Object.entries(CHAPTERS).flatMap(([chapter, record]) => [`/settings/${chapter}`, ...(record ? [`/settings/${chapter}/${record}`] : [])]),
  ...VIEWS,
];

const GOODS = /^\/(stock|items|places|movements|counts|labels|work)\b/;

test.each([
  ["accounting", (address: string) => !GOODS.test(address) && !address.startsWith("/settings")],
  ["goods", (address: string) => GOODS.test(address)],
  ["settings", (address: string) => address.startsWith("/settings")],
])("every screen of %s is free of barriers, wide and narrow, light and dark, stays within its window and its origin, and where it is while it loads", async (_, isOfPart) => {
  const { page, close } = await openConsole(service, "admin");
  const quiet = quietOf(page);
  const told = complaintsOf(page);
  const shift = await shiftOf(page);
  const faults: string[] = [];
  for (const address of new Set(addresses().filter(isOfPart).map(at))) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${service.url}${address}`);
    await page.locator("main h1").first().waitFor();
    await quiet();
    const { sum, what } = await shift();
    if (sum > MAY_SHIFT) faults.push(`${address} shifts by ${sum.toFixed(3)} while it loads: ${what}`);
    if ((await page.getByRole("heading", { name: "There is no such page" }).count()) + (await page.locator(".failed").count()) > 0) faults.push(`${address} shows nothing`);
    faults.push(...(await look(page, address)));
  }
  expect(faults).toEqual([]);
  expect(told).toEqual([]);
  await close();
});

test("every page of scanning is free of barriers, and stays within its window and its origin", async () => {
  const { page, close } = await openScan(service, "operator", "/scan");
  const quiet = quietOf(page);
  const told = complaintsOf(page);
  const faults: string[] = [];
  for (const address of SCAN_PAGES) {
    await page.goto(`${service.url}${address}`);
    await page.locator("h1").first().waitFor();
    await quiet();
    faults.push(...(await look(page, address)));
  }
  expect(faults).toEqual([]);
  expect(told).toEqual([]);
  await close();
});

test("the sign-in is free of barriers, and stays within its window and its origin", async () => {
  const { page, close } = await openPage(service);
  await page.getByRole("heading", { name: /Sign in/ }).waitFor();
  expect(await look(page, "/")).toEqual([]);
  await close();
});
