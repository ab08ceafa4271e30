import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Opened, Presses, closeBrowser, expectAccessible, openConsole } from "./browser";
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


/** Posts what a customer owes, or pays. */
async function post(party: string, side: "invoice" | "payment", amount: string, description: string): Promise<{ id: string; number: string }> {
  const [account, other] = side === "invoice" ? (["debit", "credit"] as const) : (["credit", "debit"] as const);
  return service.call("accountant", "POST", "/accounting/journal-entries", {
    date: side === "invoice" ? "2010-12-10" : "2010-12-20",
    journalCode: "GJ",
    status: "posted",
    description,
    lines: [
      { accountCode: "1100", [account]: amount, partyId: party },
      { accountCode: side === "invoice" ? "4000" : "1010", [other]: amount },
    ],
  });
}

async function customer(name: string): Promise<string> {
  const made = await service.call("admin", "POST", "/accounting/parties", { name, kinds: ["customer"] });
  return made.id;
}

const at = (party: string): string => `/open-items?side=receivable&party=${party}&at=2010-12-31`;
const line = (page: Page, text: string) => page.locator(".party-items tr[data-row]").filter({ hasText: text }).first();

beforeAll(async () => {
  service = await startService();
  await service.call("admin", "PUT", "/organization", { writeOffTolerance: "1.00" });
});
afterAll(async () => {
  for (const one of opened.values()) await one.close();
  await closeBrowser();
  await service.stop();
});

test("a payment is matched with three presses, and the next line has the focus", async () => {
  const party = await customer("Three Presses Ltd");
  await post(party, "invoice", "100.00", "First invoice");
  await post(party, "invoice", "250.00", "Second invoice");
  await post(party, "payment", "250.00", "Payment of the second");
  await post(party, "payment", "40.00", "Another payment");
  const page = await as("accountant", at(party));
  await line(page, "Payment of the second").focus();
  const keys = new Presses(page);
  await keys.key("Enter");
  await page.locator(".proposals input:focus").waitFor();
  expect(await page.locator(".proposals li").first().innerText()).toContain("same amount");
  await keys.key("Enter");
  await page.getByText("No entry is needed").waitFor();
  await keys.key("ControlOrMeta+Enter");
  await page.getByText(/^Matched GJ-2010-\d+ with GJ-2010-\d+/).waitFor();
  expect(keys.count).toBe(3);
  await line(page, "Payment of the second").waitFor({ state: "detached" });
  expect(await page.locator("tr[data-row]:focus").innerText()).toContain("Another payment");
  expect(await page.locator(".items-total").innerText()).toContain("60.00");
});

test("several lines and a part are matched, and the rest is said as it changes", async () => {
  const party = await customer("Parts and Sons");
  await post(party, "invoice", "100.00", "Invoice A");
  await post(party, "payment", "60.00", "Payment A");
  await post(party, "payment", "70.00", "Payment B");
  const page = await as("accountant", at(party));
  await line(page, "Invoice A").click();
  await page.locator(".proposals li").filter({ hasText: "Payment A" }).getByRole("checkbox").check();
  const rest = page.locator(".rest");
  await rest.getByText("Rest of this line").waitFor();
  expect(await rest.innerText()).toContain("40.00");
  const other = page.locator(".proposals li").filter({ hasText: "Payment B" });
  await other.getByRole("checkbox").check();
  await rest.getByText("Rest of the others").waitFor();
  expect(await rest.innerText()).toContain("30.00");
  await other.getByLabel(/Part of/).fill("30");
  await page.keyboard.press("Enter");
  await rest.getByText("Rest of this line").waitFor();
  expect(await rest.innerText()).toContain("10.00");
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByText(/^Matched/).waitFor();
  await line(page, "Payment A").waitFor({ state: "detached" });
  expect(await line(page, "Invoice A").innerText()).toContain("10.00");
  expect(await line(page, "Payment B").innerText()).toContain("40.00");
});

test("a small difference is written off to the account that somebody chooses, and the preview says what is posted", async () => {
  const party = await customer("Pennies plc");
  await post(party, "invoice", "80.40", "Invoice with pennies");
  await post(party, "payment", "80.00", "Round payment");
  const page = await as("accountant", at(party));
  await line(page, "Round payment").focus();
  await page.keyboard.press("Enter");
  await page.locator(".proposals input:focus").waitFor();
  expect(await page.locator(".proposals li").first().innerText()).toContain("differs by 0.40");
  await page.keyboard.press("Enter");
  await page.getByLabel("Write off the difference").check();
  await page.locator("input:focus").and(page.getByLabel("Account for the difference")).waitFor();
  await page.keyboard.type("6100");
  await page.keyboard.press("Enter");
  await page.getByText("Also posted").waitFor();
  expect(await page.locator(".match-preview").innerText()).toContain("Debit 6100");
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByText("Nothing of Pennies plc is open").waitFor();
});

test("a match is undone with a reason, and its lines are open again", async () => {
  const party = await customer("Undone and Co");
  const invoice = await post(party, "invoice", "90.00", "Invoice to undo");
  const payment = await post(party, "payment", "50.00", "Wrong payment");
  const lines = [invoice, payment].map((entry) => ({ entryId: entry.id, lineNumber: 1 }));
  await service.call("accountant", "POST", "/accounting/matches", { lines });
  const page = await as("accountant", at(party));
  await line(page, "Invoice to undo").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Matched so far" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Unmatch" }).click();
  await page.getByLabel("Reason").fill("it paid another invoice");
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByText("The lines are open again").waitFor();
  await line(page, "Wrong payment").waitFor();
  expect(await page.locator(".party-items").innerText()).not.toMatch(/reconcil/i);
});

test("a match that is refused says why, and what was chosen stays", async () => {
  const party = await customer("Refused GmbH");
  await post(party, "invoice", "30.00", "Invoice twice");
  const payment = await post(party, "payment", "30.00", "Payment twice");
  const page = await as("accountant", at(party));
  await line(page, "Payment twice").focus();
  await page.keyboard.press("Enter");
  await page.locator(".proposals input:focus").waitFor();
  await service.call("accountant", "POST", `/accounting/journal-entries/${payment.id}/void`, { reason: "entered twice" });
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  expect(await page.locator(".proposals input").first().isChecked()).toBe(true);
});

test("Enter opens the items of a party, Back finds it again, and the sums are those of the report", async () => {
  const report = await service.call("auditor", "GET", "/accounting/reports/aged-open-items?controlFor=receivable&asOf=2010-12-31");
  const page = await as("auditor", "/open-items?at=2010-12-31");
  await page.locator("tr[data-row='0']").waitFor();
  expect((await page.locator(".aged-total .number").first().innerText()).replaceAll(",", "")).toBe(report.totals.total);
  await page.getByText("agree with the ledger as of 31 Dec 2010, difference 0.00").waitFor();
  for (let press = 0; press < 30; press += 1) await page.keyboard.press("j");
  await page.waitForTimeout(50);
  const party = await page.locator("tr[data-row]:focus td").nth(1).innerText();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: party }).waitFor();
  expect(page.url()).toContain("at=2010-12-31");
  await page.goBack();
  await page.locator("tr[data-row]:focus").waitFor();
  expect(await page.locator("tr[data-row]:focus td").nth(1).innerText()).toBe(party);
});

test("an empty list names the day that empties it", async () => {
  const page = await as("auditor", "/open-items?side=payable&at=2010-01-31");
  await page.getByText("No payables fit the filter As of 31 Jan 2010.").waitFor();
  await page.getByRole("button", { name: "Show all payables" }).click();
  await page.getByText("No payables are open").waitFor();
});

const WAYS = [
  ["light", 1280],
  ["dark", 320],
  ["dark", 1280],
  ["light", 320],
] as const;

test("matching has no barrier, wide or narrow, light or dark, with long names and large amounts", async () => {
  const party = await customer("A customer with a name of some forty letters");
  await post(party, "invoice", "123456789012.34", "A very large invoice");
  await post(party, "payment", "123456789012.00", "A very large payment");
  const page = await as("accountant", at(party));
  await line(page, "A very large payment").focus();
  await page.keyboard.press("Enter");
  await page.locator(".proposals input:focus").waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Rest of the others").waitFor();
  for (const [scheme, width] of WAYS) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
  }
});
