import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, openConsole } from "./browser";
import { trialOf } from "./offered";
import { openScan } from "./scanner";
import { fillBooks, goWithin, quietOf, SCAN_PAGES, SCREENS, VIEWS } from "./screens";
import { type Service, startService } from "./service";
import { addUsers } from "./users";

let service: Service;
let at: (address: string) => string;
beforeAll(async () => {
  service = await startService();
  at = await fillBooks(service);
  await addUsers(service, ["controller", "warehouseManager"]);
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

const USERS = ["controller", "accountant", "clerk", "auditor", "warehousemanager", "operator"];

/** Notes the requests that are refused for want of a right. */
function refusedOf(page: Page): string[] {
  const refused: string[] = [];
  page.on("response", (response) => {
    const { pathname, search } = new URL(response.url());
    if (response.status() === 403) refused.push(`${new URL(page.url()).pathname}: ${response.request().method()} ${pathname}${search}`);
  });
  return refused;
}

/** Those whose buttons are pressed each time; with CONSOLE_WHOLE, as in the torture, everybody's are. */
const PRESSED = process.env["CONSOLE_WHOLE"] ? USERS : ["clerk", "operator"];

test.each(USERS)("no screen, no button of it, and nothing that is opened from its first row asks what the user %s may not", async (user) => {
  const { page, close } = await openConsole(service, user);
  const quiet = quietOf(page);
  const refused = refusedOf(page);
  const trial = await trialOf(page, quiet);
  const unexplained: string[] = [];
  const presses = (PRESSED as readonly string[]).includes(user);
  // What the console offers: the places of its column, and what lies below them. Elsewhere only a mistyped address leads.
  const places = await page.getByRole("navigation", { name: "Screens" }).getByRole("link").evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  const isOffered = (address: string): boolean => [...places, "/settings"].some((place) => `${address}/`.startsWith(`${place === "/" ? "/today" : place.replace(/^\/reports\/.*/, "/reports")}/`));
  // A chart is read by more people than what is on its accounts.
  const readsStatements = places.some((place) => place.startsWith("/reports/"));
  const offered = [...Object.values(SCREENS), ...VIEWS].filter((one) => isOffered(one.replace(/\?.*$/, "")) && (readsStatements || !one.startsWith("/accounts/"))).map(at);
  expect(offered.length).toBeGreaterThan(8);
  for (const address of offered) {
    await goWithin(page, address);
    await quiet();
    if (presses) unexplained.push(...(await trial.press(address)));
    const first = page.locator("main tr[data-row='0']").first();
    if ((await first.count()) === 0) continue;
    await first.focus();
    await page.keyboard.press("Space");
    await quiet();
    await page.keyboard.press("Escape");
    if (!new URL(page.url()).pathname.startsWith(address.split("?")[0] ?? "")) continue;
    await first.focus({ timeout: 1_000 }).catch(() => undefined);
    await page.keyboard.press("Enter");
    await quiet();
  }
  expect([...new Set(refused)]).toEqual([]);
  expect(trial.forbidden()).toEqual([]);
  expect(unexplained).toEqual([]);
  if (presses) expect(trial.count()).toBeGreaterThan(8);
  // Auditors read; everybody else is offered some write that needs no more than a press.
  if (presses && user !== "auditor") expect(trial.tried()).toBeGreaterThan(0);
  await close();
});

test.each(["operator", "clerk"])("no page of scanning asks what the user %s may not", async (user) => {
  const { page, close } = await openScan(service, user, "/scan");
  const quiet = quietOf(page);
  const refused = refusedOf(page);
  for (const address of SCAN_PAGES) {
    await page.goto(`${service.url}${address}`);
    await page.locator("h1").first().waitFor();
    await quiet();
  }
  expect([...new Set(refused)]).toEqual([]);
  await close();
});
