import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { Presses, closeBrowser, expectAccessible, openConsole } from "./browser";
import { type Service, startService } from "./service";

const ENTRIES = "/accounting/journal-entries";
let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

interface Made {
  id: string;
  number: string;
}

/** Makes an entry; as a draft unless it is said to be posted. */
function made(user: string, change: Record<string, unknown> = {}): Promise<Made> {
  return service.call<Made>(user, "POST", ENTRIES, {
    date: "2010-12-06",
    journalCode: "GJ",
    status: "posted",
    description: "Stall rent",
    lines: [
      { accountCode: "6100", debit: "120.00" },
      { accountCode: "1010", credit: "120.00" },
    ],
    ...change,
  });
}

const read = (id: string): Promise<Record<string, any>> => service.call("admin", "GET", `${ENTRIES}/${id}`); // eslint-disable-line
const doings = (page: Page) => page.getByRole("complementary", { name: "What can be done" });

test("an entry is voided with v, a reason and Ctrl Enter, after its mirror and reason were seen", async () => {
  const { id, number } = await made("accountant");
  const { page, close } = await openConsole(service, "accountant", { at: `/journal/${number}` });
  await page.getByRole("heading", { name: number }).waitFor();
  const keys = new Presses(page);
  await keys.key("v");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("The mirror entry, 6 Dec 2010").waitFor();
  await expectAccessible(page);
  await keys.type("entered twice");
  await keys.key("Control+Enter");
  await dialog.waitFor({ state: "detached" });
  await page.locator(".chip", { hasText: "voided" }).waitFor();
  expect(keys.count).toBe(2);
  expect(await read(id)).toMatchObject({ status: "voided", voidReason: "entered twice" });
  // What cannot be done any more says why, and leads to the mirror.
  await doings(page).getByText("It has been voided already.").first().waitFor();
  await doings(page).getByRole("link", { name: /^GJ-2010-/ }).first().click();
  await page.getByText("mirror of a void", { exact: true }).waitFor();
  await close();
});

test("a void in a closed month is refused, and one click reverses in the first open one with the same reason", async () => {
  const { id, number } = await made("accountant", { date: "2010-01-15" });
  const periods = await service.call("admin", "GET", "/accounting/periods?limit=1");
  for (const step of ["soft-close", "close"]) await service.call("admin", "POST", `/accounting/periods/${periods.data[0].id}/${step}`, {});
  const { page, close } = await openConsole(service, "accountant", { at: `/journal/${number}` });
  await page.getByRole("heading", { name: number }).waitFor();
  const keys = new Presses(page);
  await keys.key("v");
  await page.getByRole("alert").getByText("The period is closed").waitFor();
  await keys.type("paid in cash");
  await page.getByRole("button", { name: "Reverse on 1 Feb 2010" }).click();
  await page.getByText("The reversal, 1 Feb 2010").waitFor();
  await expectAccessible(page);
  await keys.key("Control+Enter");
  await page.locator(".chip", { hasText: "reversed" }).waitFor();
  expect(keys.count).toBe(2);
  const { reversedByEntryId } = await read(id);
  expect(await read(reversedByEntryId)).toMatchObject({ date: "2010-02-01", reason: "paid in cash" });
  await page.getByRole("link", { name: "Links" }).click();
  await page.getByText("Reversed by").waitFor();
  await close();
});

test("a dialog that is closed keeps its reason, and none is sent without one", async () => {
  const { number } = await made("accountant");
  const { page, close } = await openConsole(service, "accountant", { at: `/journal/${number}` });
  await page.getByRole("heading", { name: number }).waitFor();
  await page.keyboard.press("v");
  await page.getByText("The mirror entry").waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByText("Say why: the reason stays in the books.").waitFor();
  await page.keyboard.type("half a reason");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(page.url()).toContain(number);
  await page.keyboard.press("v");
  await expect.poll(() => page.getByLabel("Reason").inputValue()).toBe("half a reason");
  await close();
});

test("what somebody may never do is not there, and what is not possible now says where instead", async () => {
  const { number } = await made("accountant");
  const draft = await made("clerk", { status: "draft" });
  await service.call("clerk", "POST", `${ENTRIES}/${draft.id}/submit`, {});
  const auditor = await openConsole(service, "auditor", { at: `/journal/${number}` });
  await auditor.page.getByRole("heading", { name: number }).waitFor();
  await auditor.page.getByRole("link", { name: "History" }).click();
  await auditor.page.getByText("Posted").first().waitFor();
  expect(await doings(auditor.page).count()).toBe(0);
  await auditor.page.keyboard.press("v");
  expect(await auditor.page.getByRole("dialog").count()).toBe(0);
  await auditor.close();

  const clerk = await openConsole(service, "clerk", { at: `/journal/${draft.id}` });
  await doings(clerk.page).getByRole("button", { name: "Withdraw" }).waitFor();
  expect(await doings(clerk.page).getByRole("button", { name: /Approve|Reject|Void/ }).count()).toBe(0);
  // The history of what somebody may read is theirs to read, too.
  await clerk.page.getByRole("link", { name: "History" }).click();
  await clerk.page.getByText(/^Submitted/).first().waitFor();
  await clerk.close();

  const goods = await service.call("admin", "GET", `${ENTRIES}?journalCode=STK&entryType=stock&limit=1`);
  const accountant = await openConsole(service, "accountant", { at: `/journal/${goods.data[0].number}` });
  await doings(accountant.page).getByText(/It belongs to a movement of goods/).waitFor();
  expect(await doings(accountant.page).getByRole("button", { name: /^Void/ }).isDisabled()).toBe(true);
  await accountant.close();
});

test("a draft that needs approval is not posted, and the way out submits it", async () => {
  await service.call("admin", "POST", "/accounting/approval-policies", { name: "Large", minAmount: "5000.00" });
  const lines = [
    { accountCode: "6100", debit: "6000.00" },
    { accountCode: "1010", credit: "6000.00" },
  ];
  const { id } = await made("accountant", { status: "draft", lines });
  const { page, close } = await openConsole(service, "accountant", { at: `/journal/${id}` });
  await doings(page).getByRole("button", { name: /^Post/ }).click();
  const refusal = page.getByRole("alert");
  await refusal.waitFor();
  await expectAccessible(page);
  await refusal.getByRole("button", { name: /[Ss]ubmit/ }).click();
  await page.locator(".chip", { hasText: "waits for approval" }).waitFor();
  expect(await read(id)).toMatchObject({ status: "pendingApproval" });
  await close();
});

test("] goes on in the list that somebody came from, and Esc leads back to its place", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal?journal=SJ" });
  await page.locator("tr[data-row='0']").waitFor();
  for (let at = 0; at < 60; at += 1) await page.keyboard.press("j");
  const chosen = page.locator("tr[data-row]:focus");
  await expect.poll(() => chosen.getAttribute("data-row")).toBe("59");
  const number = await chosen.locator("td").nth(2).innerText();
  const after = await page.locator("tr[data-row='60'] td").nth(2).innerText();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: number }).waitFor();
  await page.keyboard.press("]");
  await page.getByRole("heading", { name: after }).waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL("**/journal?journal=SJ");
  await expect.poll(() => chosen.locator("td").nth(2).innerText()).toBe(after);
  await page.keyboard.press("k");
  await expect.poll(() => chosen.locator("td").nth(2).innerText()).toBe(number);
  await close();
});

test("without a list, [ and ] go by number in the journal", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal/SJ-2010-000002" });
  await page.getByRole("heading", { name: "SJ-2010-000002" }).waitFor();
  await page.keyboard.press("]");
  await page.getByRole("heading", { name: "SJ-2010-000003" }).waitFor();
  await page.keyboard.press("[");
  await page.getByRole("heading", { name: "SJ-2010-000002" }).waitFor();
  await page.keyboard.press("[");
  await page.getByRole("heading", { name: "SJ-2010-000001" }).waitFor();
  await page.keyboard.press("[");
  await page.getByText("This is the first entry of its journal.").waitFor();
  await close();
});

test("a deleted draft can be had back for ten seconds, and is gone when the page is left", async () => {
  const { id } = await made("accountant", { status: "draft", description: "Twice typed" });
  const { page, close } = await openConsole(service, "accountant", { at: `/journal/${id}` });
  const remove = doings(page).getByRole("button", { name: "Delete the draft" });
  await remove.click();
  await page.getByText("The draft “Twice typed” will be deleted in ten seconds.").waitFor();
  await page.getByRole("button", { name: "Undo" }).first().click();
  expect(await read(id)).toMatchObject({ status: "draft" });
  await page.goto(`${service.url}/journal/${id}`);
  await remove.click();
  await page.goto("about:blank");
  await expect.poll(async () => read(id).then(() => "there", () => "gone")).toBe("gone");
  await close();
});

test("an entry has no fault of access in both themes, wide and narrow, on any of its parts", async () => {
  const { page, close } = await openConsole(service, "admin", { at: "/journal/SJ-2010-000424" });
  const ways = [
    { colorScheme: "light", width: 320, parts: ["Lines"] },
    { colorScheme: "light", width: 1280, parts: ["Lines", "Links", "History", "As curl"] },
    { colorScheme: "dark", width: 1280, parts: ["Lines"] },
    { colorScheme: "dark", width: 320, parts: ["Lines", "Links", "History", "As curl"] },
  ] as const;
  for (const { colorScheme, width, parts } of ways) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    for (const part of parts) {
      const tab = page.getByRole("navigation", { name: "Parts of the entry" }).getByRole("link", { name: part });
      await tab.click();
      await page.locator(".tabs a[aria-current]", { hasText: part }).waitFor();
      await page.locator(".entry-body > div:first-child > *").first().waitFor();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${part} at ${width}`).toBe(true);
    }
  }
  await close();
});

test("a posted entry is corrected in the editor, and both are linked", async () => {
  const wrong = await service.call("accountant", "POST", "/accounting/journal-entries", {
    date: "2010-12-05",
    journalCode: "GJ",
    status: "posted",
    description: "Stall rent, wrong amount",
    lines: [
      { accountCode: "6100", debit: "21.00" },
      { accountCode: "1010", credit: "21.00" },
    ],
  });
  const { page, close } = await openConsole(service, "accountant", { at: `/journal/new?correct=${wrong.number}` });
  await page.getByRole("heading", { name: `Correct ${wrong.number}` }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Control+Enter");
  const why = page.getByLabel("Why it is corrected");
  await expect.poll(() => why.evaluate((field) => field === document.activeElement)).toBe(true);
  await why.fill("the invoice says 12.00");
  for (const field of await page.getByRole("grid").getByRole("textbox").all()) {
    if ((await field.inputValue()) === "21.00") await field.fill("12.00");
  }
  await page.keyboard.press("Control+Enter");
  await page.getByText(/posted in the place of what was wrong/).waitFor();
  const before = await service.call("accountant", "GET", `/accounting/journal-entries/${wrong.id}`);
  expect(before.status).toBe("voided");
  const after = await service.call("accountant", "GET", `/accounting/journal-entries/${before.correctedByEntryId}`);
  expect([after.totalDebit, after.reason]).toEqual(["12.00", "the invoice says 12.00"]);
  await close();
});
