import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Presses, closeBrowser, expectAccessible, openConsole } from "./browser";
import { atDate, entries, focused, toast, typeRent } from "./editor";
import { type Service, startService } from "./service";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

/** Puts a text where Ctrl V takes it from, as if it came from another program. */
async function copy(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: service.url });
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
}

test("two lines are posted with eight presses of keys, and the next entry is ready", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal" });
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
  const [entry] = await entries(service, "Rent of the office");
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
  await keys.key("Control+Enter");
  await toast(page, /posted/);
  expect(keys.count).toBe(3);
  const [entry] = await entries(service, "Payroll of two hundred");
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
  expect(await entries(service, "Refused")).toHaveLength(0);
  await close();
});

test("who may not post saves drafts, and submits them for approval", async () => {
  const { page, close } = await openConsole(service, "clerk", { at: "/journal/new", scheme: "dark" });
  await typeRent(page, "By a clerk");
  await page.keyboard.press("Control+Enter");
  await toast(page, "Draft saved");
  await atDate(page);
  expect((await entries(service, "By a clerk"))[0]?.status).toBe("draft");
  await typeRent(page, "For approval");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Submit for approval" }).click();
  await toast(page, "Submitted for approval");
  expect((await entries(service, "For approval"))[0]?.status).toBe("pendingApproval");
  await close();
});

test("a rate that is missing is recorded by the way out, and the entry is posted", async () => {
  const { page, close } = await openConsole(service, "admin", { at: "/journal/new" });
  await typeRent(page, "In dollars");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByLabel("Currency", { exact: true }).fill("USD");
  await page.getByLabel("Memo, line 1").focus();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("alert").getByRole("button", { name: /^Record the rate/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Record the rate/ });
  await dialog.getByLabel("Rate").fill("0.64");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.getByText("Done:").waitFor();
  await page.keyboard.press("Enter");
  await toast(page, /posted/);
  expect(await entries(service, "In dollars")).toHaveLength(1);
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

test("an entry that a policy wants approved is submitted by the way out of its refusal", async () => {
  await service.call("admin", "POST", "/accounting/approval-policies", { name: "Everything above a thousand", minAmount: "1000.00" });
  const { page, close } = await openConsole(service, "accountant", { at: "/journal/new" });
  await typeRent(page, "Large");
  await page.getByLabel("Debit, line 1").fill("5000");
  await page.getByLabel("Credit, line 2").fill("5000");
  await page.getByText(/^Posting would be refused: .*approval/).waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("alert").getByRole("button", { name: "Submit for approval" }).click();
  await toast(page, "Submitted for approval");
  await atDate(page);
  expect((await entries(service, "Large"))[0]?.status).toBe("pendingApproval");
  await close();
});

test("the lines of a like entry are taken with one press, and taken back with another", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal/new" });
  await atDate(page);
  await page.keyboard.type("24.12.10");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Invoice 537");
  const like = page.getByRole("region", { name: "Like entries" });
  await like.getByRole("button").first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Alt+1");
  await page.getByText("Balanced").first().waitFor();
  expect(await page.getByLabel("Account, line 1").inputValue()).not.toBe("");
  await toast(page, /The lines of SJ-2010-\d+ are taken/);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => (document.querySelector('[aria-label="Account, line 1"]') as HTMLInputElement | null)?.value === "");
  await close();
});
