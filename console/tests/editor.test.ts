import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Presses, closeBrowser, expectAccessible, openConsole, signIn } from "./browser";
import { type Service, startService } from "./service";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

interface Found {
  id: string;
  number: string | null;
  status: string;
  description: string;
  lines: { accountCode: string; debit: string; credit: string; description: string | null }[];
}

/** The entries with this text, with their lines. */
async function entries(text: string): Promise<Found[]> {
  const page = await service.call("accountant", "GET", `/accounting/journal-entries?q=${encodeURIComponent(text)}&include=lines`);
  return page.data;
}

const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.id);
const atDate = (page: Page): Promise<unknown> => page.waitForSelector("#entry-date:focus");
const toast = (page: Page, text: string | RegExp): Promise<void> => page.getByRole("status").getByText(text).first().waitFor();

/** Types an entry of two lines up to its posting. */
async function typeRent(page: Page, text: string): Promise<Presses> {
  const keys = new Presses(page);
  await atDate(page);
  await keys.type("24.12.10");
  await keys.key("Enter");
  await keys.type(text);
  await keys.key("Enter");
  await keys.type("6100");
  await keys.key("Enter");
  await keys.type("1200*0.2");
  await keys.key("Enter");
  await keys.type("1010");
  await keys.key("Enter");
  expect(await focused(page)).toBe("Credit, line 2");
  await keys.key("Enter");
  return keys;
}

/** Puts a text where Ctrl V takes it from, as if it came from another program. */
async function copy(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: service.url });
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
}

test("two lines are posted with eight presses of keys, and the next entry is ready", async () => {
  const { page, close } = await openConsole(service, "accountant");
  const first = new Presses(page);
  await page.locator("tr[data-row='0']").waitFor();
  await first.key("c");
  const rest = await typeRent(page, "Rent of the office");
  await page.getByText("Balanced").first().waitFor();
  await rest.key("Control+Enter");
  await toast(page, /GJ-2010-\d+ posted/);
  expect(first.count + rest.count).toBe(8);
  expect(await focused(page)).toBe("entry-date");
  expect(await page.locator("#entry-date").inputValue()).toBe("24 Dec 2010");
  expect(await page.getByLabel("Account, line 1").inputValue()).toBe("");
  const [entry] = await entries("Rent of the office");
  expect(entry?.status).toBe("posted");
  expect(entry?.lines.map((line) => [line.accountCode, line.debit, line.credit])).toEqual([
    ["6100", "240.00", "0.00"],
    ["1010", "0.00", "240.00"],
  ]);
  await page.getByRole("button", { name: `Open ${entry?.number}` }).click();
  await page.waitForURL(`**/journal/${entry?.number}`);
  await close();
});

test("two hundred lines of six columns with decimal commas are pasted and posted with three presses", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal/new" });
  await atDate(page);
  await page.keyboard.type("23.12.10");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Payroll of two hundred");
  const rows = Array.from({ length: 200 }, (_, at) =>
    at % 2 === 0
      ? ["6100", `Share ${at}`, "1.234,56", "", "GBP", "31.12.2010"]
      : ["1010", `Paid ${at}`, "", "1.234,56", "GBP", "31.12.2010"],
  );
  await copy(page, [["Account", "Description", "Debit", "Credit", "Currency", "Due date"], ...rows].map((row) => row.join("\t")).join("\n"));
  const keys = new Presses(page);
  await keys.key("Control+v");
  await page.getByRole("dialog", { name: "Paste a table" }).getByText("Every cell can be read").waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith("Take 200 lines"));
  await expectAccessible(page);
  await keys.key("Enter");
  await page.getByText("Balanced").first().waitFor();
  await expectAccessible(page);
  await keys.key("Control+Enter");
  await toast(page, /posted/);
  expect(keys.count).toBe(3);
  const [entry] = await entries("Payroll of two hundred");
  expect(entry?.lines).toHaveLength(200);
  expect(entry?.lines[0]).toMatchObject({ accountCode: "6100", debit: "1234.56", description: "Share 0" });
  expect(entry?.lines[199]).toMatchObject({ accountCode: "1010", credit: "1234.56" });
  await close();
});

test("a single cell is pasted as text, and what cannot be read of a table stands in its field with what is wrong", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal/new" });
  await atDate(page);
  await page.getByLabel("Memo, line 1").focus();
  await copy(page, "one, two");
  await page.keyboard.press("Control+v");
  expect(await page.getByLabel("Memo, line 1").inputValue()).toBe("one, two");
  await copy(page, "Account\tDebit\n6100\t12.50\n9999999\t1.00");
  await page.keyboard.press("Control+v");
  await page.getByText("1 cell cannot be read").waitFor();
  await page.keyboard.press("Enter");
  expect(await page.getByLabel("Account, line 3").inputValue()).toBe("9999999");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => focused(page)).toBe("Account, line 3");
  await close();
});

test("a refusal goes to its field, and the first of them gets the focus", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal/new" });
  await typeRent(page, "Refused");
  // An account that only stock posts to.
  await page.getByLabel("Account, line 1").focus();
  await page.keyboard.type("1200");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("alert").waitFor();
  await expect.poll(() => focused(page)).toBe("Account, line 1");
  expect(await page.getByLabel("Account, line 1").getAttribute("aria-invalid")).toBe("true");
  expect(await page.locator(".line-words .negative").first().textContent()).toMatch(/^Account: /);
  await expectAccessible(page);
  expect(await entries("Refused")).toHaveLength(0);
  await close();
});

test("a session that ends amid forty lines loses nothing, and the entry is posted once", async () => {
  const { page, context, close } = await openConsole(service, "accountant", { at: "/journal/new" });
  await atDate(page);
  await page.keyboard.type("22.12.10");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Forty lines");
  await page.keyboard.press("Enter");
  for (let at = 1; at <= 40; at += 1) {
    await page.keyboard.type(at % 2 ? "6100" : "1010");
    await page.keyboard.press("Enter");
    if (at % 2) await page.keyboard.type(`${at}.10`);
    await page.keyboard.press("Enter");
    if (at === 20) await context.clearCookies();
  }
  // The preview meets the end of the session first.
  await page.getByRole("heading", { name: "Sign in again" }).waitFor();
  await signIn(page, "accountant");
  expect(await page.getByLabel("Debit, line 39").inputValue()).toBe("39.10");
  await page.getByText("Balanced").first().waitFor();
  await context.clearCookies();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { name: "Sign in again" }).waitFor();
  await signIn(page, "accountant");
  await toast(page, /posted/);
  const found = await entries("Forty lines");
  expect(found).toHaveLength(1);
  expect(found[0]?.lines).toHaveLength(40);
  await close();
});

test("an entry whose answer is lost is posted once", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal/new" });
  let lost = 0;
  await page.route("**/api/v1/accounting/journal-entries", async (route) => {
    if (route.request().method() !== "POST" || lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort("connectionreset");
  });
  await typeRent(page, "Lost answer");
  await page.keyboard.press("Control+Enter");
  await toast(page, /posted/);
  expect(lost).toBe(1);
  expect(await entries("Lost answer")).toHaveLength(1);
  await close();
});

test("a draft that somebody else changed shows both versions of a field, and one choice settles it", async () => {
  const draft = await service.call("accountant", "POST", "/accounting/journal-entries", {
    date: "2010-12-21",
    journalCode: "GJ",
    description: "Under conflict",
    lines: [
      { accountCode: "6100", debit: "10.00" },
      { accountCode: "1010", credit: "10.00" },
    ],
  });
  const { page, close } = await openConsole(service, "accountant", { at: `/journal/${draft.id}/edit` });
  await atDate(page);
  await service.call("admin", "PUT", `/accounting/journal-entries/${draft.id}`, { description: "As they want it", reference: "R-1" });
  await page.getByRole("textbox", { name: "Text" }).fill("As I want it");
  await page.keyboard.press("Control+s");
  const dialog = page.getByRole("dialog", { name: "Somebody else changed this draft" });
  await dialog.waitFor();
  await expectAccessible(page);
  // The reference was changed by them alone, and is no question.
  expect(await dialog.getByRole("row").count()).toBe(2);
  await dialog.getByRole("radio", { name: "As I want it" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await toast(page, "Draft saved");
  const now = await service.call("accountant", "GET", `/accounting/journal-entries/${draft.id}`);
  expect([now.description, now.reference]).toEqual(["As I want it", "R-1"]);
  await close();
});

test("unsent work is offered again after a reload, and gone when its owner signs out", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal/new" });
  await typeRent(page, "Not sent yet");
  await page.waitForTimeout(600);
  await page.reload();
  await page.getByText("You have an unsent entry").waitFor();
  await page.getByRole("button", { name: "Continue it" }).click();
  expect(await page.getByRole("textbox", { name: "Text" }).inputValue()).toBe("Not sent yet");
  expect(await page.getByLabel("Credit, line 2").inputValue()).toBe("240.00");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Leave and keep it" }).click();
  await page.waitForURL("**/journal");
  await page.getByRole("button", { name: /settings and sign-out/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await signIn(page, "accountant");
  await page.goto(`${service.url}/journal/new`);
  await atDate(page);
  await page.waitForTimeout(300);
  expect(await page.getByText("You have an unsent entry").count()).toBe(0);
  expect(await entries("Not sent yet")).toHaveLength(0);
  await close();
});

test("who may not post saves drafts, and submits them for approval", async () => {
  const { page, close } = await openConsole(service, "clerk", { at: "/journal/new", scheme: "dark" });
  await typeRent(page, "By a clerk");
  await page.keyboard.press("Control+Enter");
  await toast(page, "Draft saved");
  expect((await entries("By a clerk"))[0]?.status).toBe("draft");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Submit for approval" }).click();
  await toast(page, "Submitted for approval");
  expect((await entries("By a clerk"))[0]?.status).toBe("pendingApproval");
  await close();
});

test("lines are filled down, removed, and put back", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal/new" });
  await typeRent(page, "Filled down");
  await page.getByLabel("Memo, line 1").focus();
  await page.keyboard.type("Winter");
  await page.keyboard.press("ArrowDown");
  expect(await focused(page)).toBe("Memo, line 2");
  await page.keyboard.press("Control+d");
  expect(await page.getByLabel("Memo, line 2").inputValue()).toBe("Winter");
  await page.keyboard.press("Control+Backspace");
  await toast(page, "Line removed");
  expect(await page.getByLabel("Account, line 2").inputValue()).toBe("");
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await page.getByLabel("Credit, line 2").inputValue()).toBe("240.00");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Throw it away" }).click();
  await page.waitForURL("**/journal");
  await close();
});
