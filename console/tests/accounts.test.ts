import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Opened, Presses, closeBrowser, openConsole } from "./browser";
import { type Service, startService } from "./service";

let service: Service;
const opened = new Map<string, Opened>();

/** The page of this user at this address: signed in once, as people are. */
async function as(user: string, at: string): Promise<Page> {
  const before = opened.get(user);
  if (before) {
    // Not from the same address, which would be read anew and found as it was left.
    await before.page.goto("about:blank");
    await before.page.goto(`${service.url}${at}`);
    return before.page;
  }
  const now = await openConsole(service, user, { at });
  opened.set(user, now);
  return now.page;
}

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  for (const one of opened.values()) await one.close();
  await closeBrowser();
  await service.stop();
});

const AT = "/accounts?at=2010-12-31";

/** The row of the account that is called so. */
const row = (page: Page, name: string) => page.locator("tr[data-row]").filter({ hasText: name }).first();

/** Which row has the focus. */
const focused = (page: Page): Promise<string> => page.locator("tr[data-row]:focus").innerText();

test("a figure leads to its statement and on to the entry, a click each, and the days stay", async () => {
  const page = await as("accountant", AT);
  await row(page, "1100 Trade receivables").getByRole("link", { name: "179,934.80" }).click();
  await page.getByRole("heading", { name: "1100 Trade receivables" }).waitFor();
  expect(page.url()).toContain("/accounts/1100?from=2010-01-01&to=2010-12-31");
  expect(await page.locator(".account-statement-closing .number").last().innerText()).toBe("179,934.80");
  await page.getByRole("link", { name: "SJ-2010-000003" }).click();
  await page.waitForURL("**/journal/SJ-2010-000003");
  await page.goBack();
  await page.getByRole("link", { name: "SJ-2010-000003" }).waitFor();
  expect(page.url()).toContain("from=2010-01-01&to=2010-12-31");
});

test("Space shows the entry of a line without leaving the statement", async () => {
  const page = await as("accountant", "/accounts/1100?to=2010-12-31");
  await page.getByText("Opening balance").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Space");
  await page.getByRole("complementary", { name: "Entry SJ-2010-000001" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/accounts/1100");
});

test("Back restores what was folded, how far it was scrolled, and the row with the focus", async () => {
  const page = await as("accountant", AT);
  await row(page, "1 Assets").waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowLeft");
  await row(page, "1000 Cash in hand").waitFor({ state: "detached" });
  for (let at = 0; at < 45; at += 1) await page.keyboard.press("j");
  await page.waitForTimeout(50);
  const before = { row: await focused(page), top: await page.locator(".list").evaluate((list) => list.scrollTop) };
  expect(before.top).toBeGreaterThan(100);
  await page.keyboard.press("Enter");
  await page.getByText("all accounts").waitFor();
  await page.goBack();
  await page.locator("tr[data-row]:focus").waitFor();
  expect(await focused(page)).toBe(before.row);
  expect(await page.locator(".list").evaluate((list) => list.scrollTop)).toBe(before.top);
  await page.keyboard.press("Home");
  expect(await row(page, "10 Cash and cash equivalents").getAttribute("aria-expanded")).toBe("false");
});

test("the arrows fold and open: ← on a leaf goes to its group, → on a group to what is below", async () => {
  const page = await as("auditor", AT);
  await row(page, "1000 Cash in hand").focus();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.activeElement?.textContent?.includes("10 Cash"));
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.activeElement?.textContent?.includes("1000 Cash in hand"));
});

test("the statement, the trial balance and the exported file have the same sums", async () => {
  const trial = await service.call("auditor", "GET", "/accounting/reports/trial-balance?asOf=2010-12-31&includeZero=true");
  const page = await as("auditor", "/accounts/4000?from=2010-01-01&to=2010-12-31");
  const closing = page.locator(".account-statement-closing");
  await closing.waitFor();
  const shown = (await closing.locator(".number").last().innerText()).replaceAll(",", "");
  expect(shown).toBe(trial.data.find((one: { code: string }) => one.code === "4000").closingCredit);
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Save as CSV" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  expect(file.trim().split("\n").find((line) => line.startsWith("subtotal"))?.trim().split(",").at(-1)).toBe(shown);
});

test("the page for paper opens beside, with the same days", async () => {
  const page = await as("auditor", "/accounts/4000?from=2010-12-01&to=2010-12-31");
  await page.locator(".account-statement-closing").waitFor();
  await page.getByRole("button", { name: "Export" }).click();
  const paper = page.context().waitForEvent("page");
  await page.getByRole("menuitem", { name: "Print" }).click();
  const sheet = await paper;
  await sheet.waitForURL(/dateFrom=2010-12-01&dateTo=2010-12-31/);
  await sheet.getByText("4000").first().waitFor();
  await sheet.close();
});

test("every word start of code and name finds an account, and an empty list names the filter", async () => {
  const page = await as("auditor", AT);
  await row(page, "1 Assets").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("rec tra");
  await row(page, "1100 Trade receivables").waitFor();
  await row(page, "1000 Cash in hand").waitFor({ state: "detached" });
  expect(page.url()).toContain("q=rec+tra");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("nonsense");
  await page.getByText("No accounts fit the filter “nonsense”.").waitFor();
  await page.getByRole("button", { name: "Show all accounts" }).click();
  await row(page, "1000 Cash in hand").waitFor();
});

test("days without a line are named where the list is empty", async () => {
  const page = await as("auditor", "/accounts/1000?from=2010-12-01&to=2010-12-31");
  await page.getByText("No lines fit the filter 1 Dec 2010 to 31 Dec 2010.").waitFor();
});

test("an account is made with the keyboard alone, and a change under somebody's hands is settled field by field", async () => {
  const page = await as("admin", AT);
  await row(page, "1 Assets").waitFor();
  await page.keyboard.press("c");
  await page.getByRole("dialog", { name: "New account" }).waitFor();
  await page.keyboard.type("1035");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Petty cash");
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.locator("tr[data-row]:focus").filter({ hasText: "1035 Petty cash" }).waitFor();
  await page.keyboard.press("e");
  const name = page.getByRole("dialog").getByRole("textbox", { name: "Name", exact: true });
  await name.waitFor();
  const { data } = await service.call("admin", "GET", "/accounting/accounts?code=1035");
  await service.call("admin", "PUT", `/accounting/accounts/${data[0].id}`, { name: "Cash box", currency: "GBP" });
  await name.fill("Cash desk");
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByText("They changed currency: the form has their value now.").waitFor();
  await page.getByRole("button", { name: "Theirs: Cash box" }).click();
  await page.keyboard.press("ControlOrMeta+Enter");
  await row(page, "1035 Cash box").waitFor();
});

test("who may not change the chart is not offered to", async () => {
  const page = await as("auditor", AT);
  await row(page, "1 Assets").waitFor();
  expect(await page.getByRole("button", { name: "New account" }).count()).toBe(0);
});

test("a bank's balance agrees only where nothing is between it and the ledger", async () => {
  const page = await as("accountant", "/accounts/1010");
  const typed = page.getByLabel(/Balance on the bank's statement/);
  await typed.fill("12.5");
  await page.getByText("differs by GBP 12.50").waitFor();
  await typed.fill("0,00");
  await page.getByText("agrees with the statement, difference 0.00").waitFor();
});

test("a statement is read with the keyboard alone", async () => {
  const page = await as("accountant", AT);
  await row(page, "1 Assets").waitFor();
  const keys = new Presses(page);
  await keys.key("/");
  await keys.type("1100");
  await row(page, "1000 Cash in hand").waitFor({ state: "detached" });
  await keys.key("Enter");
  for (let at = 0; at < 2; at += 1) await keys.key("j");
  await keys.key("Enter");
  await page.getByRole("heading", { name: "1100 Trade receivables" }).waitFor();
  await page.getByText("Opening balance").waitFor();
  await keys.key("j");
  await keys.key("j");
  await keys.key("Enter");
  await page.waitForURL("**/journal/SJ-2010-000001");
  expect(keys.count).toBe(8);
});
