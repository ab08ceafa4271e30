import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, expectAccessible, openConsole, openPage, row, signIn } from "./browser";
import { atDate, entries, focused, toast, typeRent } from "./editor";
import { type Service, startService } from "./service";

let service: Service;
beforeAll(async () => {
  service = await startService();
  await service.call("admin", "POST", "/accounting/parties", { code: "LATE", name: "Late & Sons", kinds: ["customer"], paymentTermsDays: 30 });
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

/** The lines of a new sale, with the focus at the party of the first. */
async function atParty(page: Page, text: string): Promise<void> {
  await atDate(page);
  await page.keyboard.type("20.12.10");
  await page.keyboard.press("Enter");
  await page.locator("#entry-text").fill(text);
  await page.keyboard.press("Enter");
  await page.keyboard.type("1100");
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("Party, line 1");
}

test("what is typed right after opening the search stands in it, and “invoice” opens a sale", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/accounts" });
  await page.locator("tr[data-row='0']").waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("invoice");
  await expect.poll(() => page.getByRole("combobox", { name: "Search or do" }).inputValue()).toBe("invoice");
  await page.getByRole("option", { name: /New supplier invoice/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/journal/new?kind=sales");
  await page.getByLabel("Document date").waitFor();
  expect(await page.getByLabel("Journal", { exact: true }).locator("option:checked").textContent()).toBe("SJ Sales");
  await page.goto(`${service.url}/open-items`);
  await page.getByRole("link", { name: /New entry/ }).waitFor();
  await page.keyboard.press("c");
  await page.waitForURL("**/journal/new");
  await close();
});

test("Enter stays at a missing party, and an account's code makes no customer unless somebody chooses it", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal/new?kind=sales" });
  await atParty(page, "Sold late");
  await page.keyboard.press("Enter");
  expect(await focused(page)).toBe("Party, line 1");
  await page.getByText(/The party is missing/).waitFor();
  await page.keyboard.type("4000");
  await page.getByRole("option", { name: "Make “4000” a new customer" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText(/“4000” is account 4000/).waitFor();
  expect(await focused(page)).toBe("Party, line 1");
  await expectAccessible(page);
  expect(await page.getByText("Makes a new party").count()).toBe(0);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByText("Makes a new party: customer “4000”.").waitFor();
  expect(await focused(page)).toBe("Debit, line 1");
  await close();
});

test("the due date follows from the terms of the party, and posting takes the proposed amount", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal/new?kind=sales" });
  await atParty(page, "Due in thirty days");
  expect(await page.getByLabel("Due, line 1").getAttribute("placeholder")).toBe("at once");
  await page.keyboard.type("Late");
  await page.getByRole("option", { name: /Late & Sons/ }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByLabel("Due, line 1").inputValue()).toBe("19 Jan 2011");
  await page.keyboard.type("250");
  await page.keyboard.press("Enter");
  await page.keyboard.type("4000");
  await page.keyboard.press("Enter");
  const credit = page.getByLabel("Credit, line 2");
  await expect.poll(() => credit.getAttribute("placeholder")).toBe("250.00 ⏎");
  await expectAccessible(page);
  await page.keyboard.press("Control+Enter");
  await toast(page, /SJ-2010-\d+ posted/);
  const [entry] = await entries(service, "Due in thirty days");
  expect(entry?.lines.map((line) => [line.debit, line.credit])).toEqual([
    ["250.00", "0.00"],
    ["0.00", "250.00"],
  ]);
  await page.getByRole("button", { name: `Open ${entry?.number}` }).click();
  await page.getByText("19 Jan 2011").filter({ visible: true }).first().waitFor();
  await close();
});

test("a screen looks as before after another one was opened", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal/SJ-2010-000424" });
  const head = page.locator(".entry-head");
  const look = async (): Promise<unknown> => {
    await page.getByRole("heading", { name: "SJ-2010-000424" }).waitFor();
    await page.waitForLoadState("networkidle");
    return head.evaluate((part) => [...part.querySelectorAll("*")].map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().width]));
  };
  const before = await look();
  await page.keyboard.press("g");
  await page.keyboard.press("j");
  await page.locator("tr[data-row='0']").waitFor();
  await page.keyboard.press("c");
  await atDate(page);
  await page.goBack();
  await page.goBack();
  await expect.poll(look).toEqual(before);
  await close();
});

test("a closed month is told at the date with the first open day, and a refusal ends when its fault is cured", async () => {
  const periods = await service.call("admin", "GET", "/accounting/periods?limit=1");
  for (const step of ["soft-close", "close"]) await service.call("admin", "POST", `/accounting/periods/${periods.data[0].id}/${step}`, {});
  const { page, close } = await openConsole(service, "accountant", { at: "/journal/new" });
  await typeRent(page, "Late rent");
  await page.locator("#entry-date").fill("05/01/2010");
  await page.locator("#entry-text").focus();
  await page.getByText("Tuesday 5 January 2010").waitFor();
  await page.getByText("January 2010 is closed.").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Control+Enter");
  const refusal = page.getByRole("alert");
  await refusal.waitFor();
  await refusal.getByRole("button", { name: "Use 1 Feb 2010, keep 5 Jan 2010 as document date" }).click();
  await refusal.waitFor({ state: "detached" });
  expect(await page.getByLabel("Document date").inputValue()).toBe("5 Jan 2010");
  await page.keyboard.press("Control+Enter");
  await toast(page, /posted/);
  await close();
});

test("letters still typed after Esc out of an entry do nothing", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal/new" });
  await atDate(page);
  await page.keyboard.press("Escape");
  await page.keyboard.type("ce");
  await page.waitForURL("**/journal");
  await page.locator("tr[data-row='0']").waitFor();
  await page.waitForTimeout(1_000);
  expect(page.url()).toBe(`${service.url}/journal`);
  await page.keyboard.press("c");
  await atDate(page);
  await close();
});

test("an invoice is reached from its open item", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/open-items" });
  await page.locator("tr[data-row='0']").click();
  await page.getByText("⏎ on a line proposes").waitFor();
  const item = page.locator("tr[data-row='0']");
  await item.click();
  await page.getByRole("link", { name: /^Open \w+-2010-\d+/ }).waitFor();
  await page.keyboard.press("o");
  await page.waitForURL(/\/journal\/\w+-2010-\d+$/);
  await close();
});

test("a double press of Post meets no Void", async () => {
  const made = await service.call("accountant", "POST", "/accounting/journal-entries", {
    date: "2010-12-06",
    journalCode: "GJ",
    status: "draft",
    description: "Pressed twice",
    lines: [
      { accountCode: "6100", debit: "20.00" },
      { accountCode: "1010", credit: "20.00" },
    ],
  });
  const { page, close } = await openConsole(service, "accountant", { at: `/journal/${made.id}` });
  const doings = page.getByRole("complementary", { name: "What can be done" });
  const post = await doings.getByRole("button", { name: /^Post/ }).boundingBox();
  const [x, y] = [(post?.x ?? 0) + 20, (post?.y ?? 0) + 10];
  await page.mouse.click(x, y);
  await doings.getByRole("button", { name: /^Void/ }).waitFor();
  await page.mouse.click(x, y);
  await page.locator(".chip", { hasText: "posted" }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(page.url()).toContain(made.id);
  await close();
});

test("a sign-in enters the books that were shown last, also of another user who may", async () => {
  const { page, close } = await openPage(service);
  await page.getByLabel("User name").fill("accountant");
  await page.getByLabel("Password", { exact: true }).fill("countinghouse-demo");
  await page.keyboard.press("Enter");
  await page.getByText("Which one?").waitFor();
  await expectAccessible(page);
  await page.getByLabel(/Fernhill/).check();
  await page.getByRole("button", { name: "Sign in" }).click();
  const shown = page.getByRole("button", { name: /Organization: Fernhill/ });
  for (const next of ["accountant", "admin"]) {
    await shown.waitFor();
    await page.getByRole("button", { name: /settings and sign-out/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await signIn(page, next);
  }
  await shown.waitFor();
  await close();
});

test("a phone shows account and amounts of a line together, and what waits with amount and due date", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal/new", width: 390, height: 800 });
  await atDate(page);
  const [account, debit] = [await page.getByLabel("Account, line 1").boundingBox(), await page.getByLabel("Credit, line 1").boundingBox()];
  expect((debit?.y ?? 999) - (account?.y ?? 0)).toBeLessThan(60);
  expect((debit?.x ?? 999) + (debit?.width ?? 0)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await page.goto(`${service.url}/open-items`);
  await page.getByRole("list", { name: "Ages" }).getByText("not due").waitFor();
  await page.goto(`${service.url}/journal`);
  await row(page, "2010-").locator(".journal-number").waitFor();
  await expectAccessible(page);
  await close();
});
