import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Presses, SignedIn, closeBrowser, expectAccessible } from "./browser";
import { type Service, startService } from "./service";

const REPORTS = "/accounting/reports";
const LONG = "شركة الهدايا الشرقية للتجارة العامة والمقاولات المحدودة";
let service: Service;
const people = new SignedIn();
let party: string;
let paid: { id: string; number: string };
let payment: { id: string; number: string };

/** Posts a line of the party against another account. */
async function post(date: string, side: "debit" | "credit", amount: string, description: string): Promise<{ id: string; number: string }> {
  const other = side === "debit" ? "credit" : "debit";
  return service.call("accountant", "POST", "/accounting/journal-entries", {
    date,
    journalCode: "GJ",
    status: "posted",
    description,
    lines: [
      { accountCode: "1100", [side]: amount, partyId: party, ...(side === "debit" && { dueDate: "2010-12-20" }) },
      { accountCode: side === "debit" ? "4000" : "1010", [other]: amount },
    ],
  });
}

beforeAll(async () => {
  service = await startService();
  party = (await service.call("admin", "POST", "/accounting/parties", { name: LONG, code: "EAST", kinds: ["customer"] })).id;
  paid = await post("2010-11-10", "debit", "1200.00", "Invoice 900");
  payment = await post("2010-12-10", "credit", "1200.00", "Paid by bank");
  await post("2010-12-12", "debit", "1234567.89", "Invoice 901");
  const lines = [paid, payment].map((entry) => ({ entryId: entry.id, lineNumber: 1 }));
  await service.call("accountant", "POST", "/accounting/matches", { lines });
});
afterAll(async () => {
  await people.close();
  await closeBrowser();
  await service.stop();
});

const at = (query = "period=2010-12"): string => `/reports/party-statement?party=${party}&${query}`;
const line = (page: Page, text: string): Locator => page.locator("tr[data-row]").filter({ hasText: text }).first();
/** Every figure that the eye sees, without marks of thousands, with a plain minus. */
const figures = async (within: Locator): Promise<string[]> => {
  const texts = await within.allTextContents();
  return texts.flatMap((text) => text.match(/[\u2212-]?[\d,]+\.\d\d/g) ?? []).map((one) => one.replaceAll(",", "").replace("\u2212", "-"));
};

test("a statement of account has the figures of its file, and each line leads to its entry", async () => {
  const page = await people.as(service, "accountant", at());
  await line(page, "Opening balance").getByText("1,200.00").waitFor();
  const asked = `/api/v1${REPORTS}/party-statement?partyId=${party}&dateFrom=2010-12-01&dateTo=2010-12-31&format=csv`;
  const file = await page.evaluate(async (address) => (await fetch(address)).text(), asked);
  const known = new Set(file.match(/-?\d+\.\d\d/g));
  const shown = await figures(page.locator("tr[data-row] td.number [aria-hidden], tr[data-row] td.number:not(:has([aria-hidden]))"));
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.filter((one) => !known.has(one))).toEqual([]);

  const row = line(page, "Paid by bank");
  expect(await figures(row.locator("td.number"))).toEqual(["1200.00", "0.00", "0.00"]);
  await row.getByRole("link", { name: paid.number }).waitFor();
  await row.focus();
  await page.keyboard.press("Space");
  await page.getByRole("complementary").getByText("Paid by bank").first().waitFor();
  await page.keyboard.press("Escape");
  await row.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/journal/${payment.number}`);
  await page.goBack();
  await line(page, "Total due in GBP").getByText("1,234,567.89").waitFor();
  await expectAccessible(page);
});

test("whose statement it is, is asked first, and answered by its code with one press", async () => {
  const page = await people.as(service, "accountant", "/reports/party-statement?period=2010-12");
  await page.getByLabel("Customer, supplier or other party").waitFor();
  const presses = new Presses(page);
  await presses.type("EAST");
  await presses.key("Enter");
  await page.getByRole("heading", { name: LONG }).waitFor();
  expect(presses.count).toBe(1);
  expect(new URL(page.url()).searchParams.get("party")).toBe(party);
});

test("who has no lines is told so, with the days in which there may be some", async () => {
  const none = await service.call("admin", "POST", "/accounting/parties", { name: "Quiet & Daughters", kinds: ["customer"] });
  const page = await people.as(service, "accountant", `/reports/party-statement?party=${none.id}&period=2010-12&side=payable`);
  await page.getByRole("heading", { name: "Nothing of Quiet & Daughters in December 2010" }).waitFor();
  await page.getByRole("button", { name: "Both sides and all currencies" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("side")).toBeNull();
  await page.getByRole("button", { name: "Another party" }).click();
  await page.getByRole("heading", { name: "Whose statement?" }).waitFor();
});

test("open items, their ages and the palette lead to the statement of a party", async () => {
  const page = await people.as(service, "accountant", `/open-items?side=receivable&party=${party}&at=2010-12-31`);
  await page.getByRole("heading", { name: LONG }).waitFor();
  await page.keyboard.press("s");
  await page.getByRole("heading", { name: "Statement of account" }).waitFor();
  await line(page, "Invoice 901").waitFor();

  await page.goto(`${service.url}/reports/aged-open-items?asOf=2010-12-31&party=${party}`);
  await page.getByRole("link", { name: LONG }).click();
  await line(page, "Invoice 901").waitFor();

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or do" }).fill("EAST");
  await page.getByRole("option", { name: /Statement of account/ }).filter({ hasText: "EAST" }).click();
  await page.waitForURL(`**/reports/party-statement?party=${party}*`);
});

test("the palette says why it found an entry, and finds every report by its name", async () => {
  const page = await people.as(service, "accountant", "/journal?q=901");
  await line(page, "Invoice 901").waitFor();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search or do" });
  await field.fill("1,234,567.89");
  await page.getByRole("option", { name: /Invoice 901 .*GBP 1,234,567.89/ }).waitFor();
  await field.fill("الهدايا");
  await page.getByRole("option", { name: new RegExp(`Invoice 901.*Entry · .*${LONG}`) }).waitFor();
  await field.fill("changes in equity");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Changes in equity" }).waitFor();
});

test("the statement of changes in equity adds up, and its figures lead to where they come from", async () => {
  const asked = await service.call("accountant", "GET", `${REPORTS}/changes-in-equity?dateFrom=2010-01-01&dateTo=2010-12-31`);
  const sheet = await service.call("accountant", "GET", `${REPORTS}/balance-sheet?asOf=2010-12-31`);
  expect(asked.totals.closing).toBe(sheet.totals.equity[0]);
  const page = await people.as(service, "accountant", "/reports/changes-in-equity?period=2010");
  const total = line(page, "Total equity");
  await total.waitFor();
  const { opening, result, closed, increase, decrease, closing } = asked.totals;
  expect(await figures(total.locator("td"))).toEqual([opening, result, closed, increase, decrease, closing]);
  await line(page, "3900").locator("td").nth(3).locator("a").focus();
  await page.keyboard.press("Space");
  await page.getByRole("complementary", { name: /Lines of 3900/ }).waitFor();
  await page.keyboard.press("Escape");
  await expectAccessible(page);
  await line(page, "Result, not closed").locator("td").nth(1).locator("a").click();
  await page.getByRole("heading", { name: "Profit and loss" }).waitFor();
  expect(new URL(page.url()).searchParams.get("period")).toBe("2010");
});

test("entries of a party and of some amounts are found without a day being chosen", async () => {
  const page = await people.as(service, "accountant", `/journal?party=${party}&amountFrom=1200&amountTo=1200`);
  await line(page, paid.number).waitFor();
  await line(page, payment.number).waitFor();
  expect(await page.locator("tr[data-row]").count()).toBe(2);
  await page.getByText("Amount: 1,200").first().waitFor();
  await page.getByText(`Party: ${LONG}`).first().waitFor();
});
