import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, openConsole } from "./browser";
import { openScan } from "./scanner";
import { quietOf } from "./screens";
import { type Service, startService } from "./service";

// A window of 1280 × 1024 that is enlarged four times has room for this much.
const ENLARGED = { width: 320, height: 256 };

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

/** A press would meet it: it can be scrolled into view, and nothing lies over it. */
async function expectReachable(what: Locator): Promise<void> {
  await what.first().click({ trial: true, timeout: 5_000 });
}

/** With the focus it is in sight whole, or fills the window, and nothing lies over it. */
async function expectInSightWithFocus(page: Page, what: Locator): Promise<void> {
  await what.focus();
  const hidden = await what.evaluate((field) => {
    const box = field.getBoundingClientRect();
    const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return over === field || field.contains(over) ? "" : `under ${over?.outerHTML.slice(0, 120)} at ${box.top}–${box.bottom}`;
  });
  expect(hidden, String(what)).toBe("");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

test("enlarged four times, the main act of every job can be reached, and what has the focus is in sight", async () => {
  const { page, close } = await openConsole(service, "admin", ENLARGED);
  const quiet = quietOf(page);
  const at = async (address: string, drawn: string): Promise<void> => {
    await page.goto(`${service.url}${address}`);
    await page.locator(drawn).first().waitFor();
    await quiet();
  };
  await at("/journal", "tr[data-row='0']");
  await expectReachable(page.getByRole("button", { name: /^New entry/ }));
  await expectReachable(page.locator("tr[data-row='0']"));
  await expectInSightWithFocus(page, page.locator("#journal-text"));
  await page.keyboard.press("Enter");
  for (let down = 0; down < 6; down += 1) await page.keyboard.press("ArrowDown");
  await expectInSightWithFocus(page, page.locator("tr[data-row]:focus"));
  await expectReachable(page.getByRole("button", { name: "Screens" }));

  await at("/journal/new", "#entry-date:focus");
  await expectInSightWithFocus(page, page.locator("#entry-date"));
  for (const name of ["Account, line 1", "Debit, line 1", "Credit, line 1"]) await expectInSightWithFocus(page, page.getByLabel(name, { exact: true }));
  await page.getByLabel("Account, line 1").focus();
  await page.keyboard.type("6100");
  await page.getByRole("option", { name: /^6100/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type("12");
  await expectReachable(page.getByRole("button", { name: /^Post/ }));

  const { number } = await service.call("accountant", "POST", "/accounting/journal-entries", {
    date: "2010-12-06",
    journalCode: "GJ",
    status: "posted",
    description: "To be voided",
    lines: [
      { accountCode: "6100", debit: "12.00" },
      { accountCode: "1010", credit: "12.00" },
    ],
  });
  await at(`/journal/${number}`, "h1");
  await expectReachable(page.getByRole("button", { name: /^Void/ }));
  await page.keyboard.press("v");
  await page.getByLabel("Reason").waitFor();
  await expectInSightWithFocus(page, page.getByLabel("Reason"));
  await expectReachable(page.getByRole("dialog").getByRole("button", { name: /^Void/ }));
  await page.keyboard.press("Escape");

  await at("/close/2010-01", "[data-seal]");
  await expectReachable(page.getByRole("main").getByRole("button", { name: "Soft-close", exact: true }));
  await page.getByRole("main").getByRole("button", { name: "Soft-close", exact: true }).click();
  await expectReachable(page.getByRole("dialog").getByRole("button", { name: "Soft-close", exact: true }));

  await at("/movements/new?kind=receipt", "#scan-field");
  await expectInSightWithFocus(page, page.locator("#scan-field"));
  for (const name of ["Item, line 1", "Quantity, line 1"]) await expectInSightWithFocus(page, page.getByLabel(name, { exact: true }));
  await expectReachable(page.getByRole("button", { name: /^Post/ }));
  await close();
});

test("enlarged four times, goods are received by a scanner: list, keys and commands are in reach", async () => {
  const { page, scanner, close } = await openScan(service, "operator", "/scan/receive?place=DEPOT", ENLARGED);
  await page.getByRole("toolbar").waitFor();
  await scanner.scan(["22423", "10002"]);
  await page.locator("[data-total='2']").waitFor();
  for (const name of ["UNDO", "DONE", "×N"]) await expectReachable(page.getByRole("button", { name, exact: true }));
  await expectReachable(page.getByPlaceholder("Type a code"));
  await expectReachable(page.getByRole("link", { name: "Jobs" }));
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "×N" }).click();
  await expectReachable(page.getByRole("button", { name: "9", exact: true }));
  await close();
});
