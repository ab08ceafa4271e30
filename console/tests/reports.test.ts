import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Presses, closeBrowser, openConsole } from "./browser";
import { type Service, startService } from "./service";

const REPORTS = "/accounting/reports";
const DECEMBER = "dateFrom=2010-12-01&dateTo=2010-12-31";
let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

/** Posts a sale for cash, and answers its number. */
async function sale(date: string, amount: string, description: string): Promise<string> {
  const made = await service.call<{ number: string }>("accountant", "POST", "/accounting/journal-entries", {
    date,
    journalCode: "GJ",
    status: "posted",
    description,
    lines: [
      { accountCode: "1010", debit: amount },
      { accountCode: "4000", credit: amount },
    ],
  });
  return made.number;
}

const profit = (query: string): Promise<any> => service.call("accountant", "GET", `${REPORTS}/profit-and-loss?${query}`); // eslint-disable-line

const row = (page: Page, title: string | RegExp): Locator =>
  page.locator("tr[data-row]").filter({ has: page.locator("th", { hasText: title }) });

/** What the eye sees in a cell: the words for readers are beside it. */
async function shown(page: Page, title: string, column: number): Promise<string> {
  const cell = row(page, title).first().locator("td").nth(column);
  await cell.waitFor();
  const hidden = cell.locator("[aria-hidden]");
  return ((await hidden.count()) > 0 ? await hidden.first().textContent() : await cell.textContent()) ?? "";
}

/** Hundredths, as whole numbers: nothing of the console's own arithmetic. */
const cents = (amount: string): bigint => BigInt(amount.replaceAll(/[,.]/g, "").replace("\u2212", "-"));
const written = (value: bigint): string => {
  const digits = (value < 0n ? -value : value).toString().padStart(3, "0");
  const whole = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return `${value < 0n ? "\u2212" : ""}${whole}.${digits.slice(-2)}`;
};

test("a figure leads to its lines and on to an entry, with filters, knowledge and sum kept", async () => {
  const known = await profit(`${DECEMBER}&dimension[country]=Germany`);
  const later = await service.call("accountant", "GET", `${REPORTS}/number-gaps`);
  const at = `/reports/profit-and-loss?period=2010-12&dimension=country:Germany&knownAt=seq:${later.seq}`;
  const { page, close } = await openConsole(service, "accountant", { at });
  const sum = written(cents(known.totals.revenue[0]));
  expect(await shown(page, "Total revenue", 0)).toBe(sum);

  // Beside it first, without leaving.
  await row(page, "Total revenue").first().locator("a").focus();
  await page.keyboard.press("Space");
  const peek = page.getByRole("complementary", { name: "Lines of Total revenue" });
  await peek.getByText(sum).first().waitFor();
  await peek.getByRole("row", { name: /SJ-2010-/ }).first().waitFor();
  await page.keyboard.press("Escape");

  let clicks = 0;
  await row(page, "Total revenue").first().locator("a").click();
  clicks += 1;
  await page.getByRole("heading", { name: "General ledger" }).waitFor();
  const address = new URL(page.url());
  expect(Object.fromEntries(address.searchParams)).toEqual({
    accounts: "4000,4100",
    period: "2010-12",
    dimension: "country:Germany",
    knownAt: `seq:${later.seq}`,
  });
  await page.getByText(`more credit ${sum}`).waitFor();
  const entry = page.getByRole("link", { name: /^SJ-2010-/ }).first();
  const number = await entry.textContent();
  await entry.click();
  clicks += 1;
  await page.waitForURL(`**/journal/${number}`);
  await page.getByRole("heading", { name: number ?? "" }).waitFor();
  expect(clicks).toBeLessThan(3);
  await page.goBack();
  await page.getByText(`more credit ${sum}`).waitFor();
  await close();
});

test("the statement behind a figure of one account moves by the same sum", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/reports/profit-and-loss?period=2010-12" });
  const figure = await shown(page, "Cost of goods sold", 0);
  await row(page, "Cost of goods sold").first().locator("a").click();
  await page.getByRole("heading", { name: /Cost of goods sold/ }).waitFor();
  await page.getByText(figure).first().waitFor();
  await page.getByRole("row", { name: /STK-2010-/ }).first().waitFor();
  await close();
});

test("a figure of one account leads to its statement, a sum of a whole group to the group's", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/reports/profit-and-loss?period=2010-12" });
  await row(page, "Sales of goods").first().waitFor();
  expect(await row(page, "Sales of goods").locator("a").getAttribute("href")).toBe("/accounts/4000?from=2010-12-01&to=2010-12-31");
  // The group 5 is in two sections, so neither sum may lead to all of it.
  expect(await row(page, "Total cost of sales").locator("a").getAttribute("href")).toBe("/accounts/5000?from=2010-12-01&to=2010-12-31");
  expect(await row(page, "Total expenses").locator("a").getAttribute("href")).toMatch(/^\/accounts\/5100\?/);
  await close();
});

test("what changed and by how many per cent is what plain arithmetic says", async () => {
  await sale("2010-11-15", "300.10", "Market stall");
  const asked = await profit(`${DECEMBER}&compareWith=previousPeriod`);
  const { page, close } = await openConsole(service, "accountant", { at: "/reports/profit-and-loss?period=2010-12&compare=previousPeriod" });
  for (const [title, amounts] of [
    ["Total revenue", asked.totals.revenue],
    ["Result", asked.totals.result],
  ] as const) {
    const [now, before] = amounts.map(cents) as [bigint, bigint];
    expect(await shown(page, title, 0)).toBe(written(now));
    expect(await shown(page, title, 1)).toBe(written(before));
    expect(await shown(page, title, 2)).toBe(`+${written(now - before)}`);
    // Tenths of a per cent, half up: both are positive here.
    const tenths = ((now - before) * 2000n + before) / (2n * before);
    const percent = `${(tenths / 10n).toString().replaceAll(/\B(?=(\d{3})+$)/g, ",")}.${tenths % 10n}`;
    expect(await shown(page, title, 3)).toBe(`+${percent}\u00a0%`);
  }
  // Nothing was spent in November: there is no percentage of nothing.
  expect(await shown(page, "Total cost of sales", 3)).toBe("n/a");
  await close();
});

test("the totals of table, chart and file are the same", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/reports/profit-and-loss?period=2010&dimension=country:France" });
  const total = await shown(page, "Result", 0);
  await page.getByRole("button", { name: "As a table" }).click();
  const chart = page.locator("figure tfoot td").last();
  await chart.waitFor();
  expect(await chart.textContent()).toBe(total);
  await page.keyboard.press("e");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: "Save as CSV" }).click()]);
  const rows = readFileSync((await file.path()) ?? "", "utf8").trim().split("\n");
  let sum = 0n;
  let isRevenue = false;
  for (const text of rows) {
    const cells = text.split(",");
    if (cells[0] === "group" && cells[1] === "0") isRevenue = cells[2] === "Revenue";
    if (cells[0] === "line") sum += isRevenue ? cents(cells.at(-1) ?? "") : -cents(cells.at(-1) ?? "");
  }
  expect(written(sum)).toBe(total);
  await close();
});

test("Back restores what was folded, how far it was scrolled and the row that was left", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/reports/profit-and-loss?period=2010-12", height: 400 });
  await page.getByRole("button", { name: "Fold Cost of sales" }).click();
  await row(page, "Total cost of sales").waitFor({ state: "detached" });
  const region = page.locator("#screen");
  await region.evaluate((element) => element.scrollTo(0, 20));
  const figure = row(page, "Cost of sales").locator("a");
  await figure.click();
  await page.getByRole("heading", { name: /Cost of goods sold/ }).waitFor();
  await page.goBack();
  await row(page, "Cost of sales").waitFor();
  expect(await row(page, "Total cost of sales").count()).toBe(0);
  await expect.poll(() => region.evaluate((element) => element.scrollTop)).toBe(20);
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("tr")?.querySelector("th")?.textContent)).toBe("Cost of sales");
  await close();
});

test("an earlier knowledge shows the earlier figure, and what changed since explains the difference", async () => {
  const before = await profit(DECEMBER);
  const number = await sale("2010-12-20", "123.45", "Came late");
  const { page, close } = await openConsole(service, "accountant", { at: `/reports/profit-and-loss?period=2010-12&knownAt=seq:${before.seq}` });
  const then = cents(before.totals.result[0]);
  expect(await shown(page, "Result", 0)).toBe(written(then));
  await page.getByRole("link", { name: "What changed since" }).click();
  await page.getByText("The entries below explain all of it.").waitFor();
  const figures = page.locator(".report-then dd");
  expect(await figures.allTextContents()).toEqual([written(then), written(then + 12_345n), "123.45"]);
  await page.getByRole("link", { name: number }).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "As known now" }).click();
  await expect.poll(() => shown(page, "Result", 0)).toBe(written(then + 12_345n));
  await close();
});

test("a report of days without postings says which days have some, and goes there", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/reports/profit-and-loss?period=2009-05" });
  await page.getByText(/The books have postings from/).waitFor();
  await page.getByRole("button", { name: /^Show / }).click();
  await row(page, "Result").waitFor();
  await close();
});

test("a mistyped parameter is shown as such and can be taken away", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/reports/balance-sheet?asOf=2010-12-31&compare=lastWeek" });
  await page.getByText("compare cannot be “lastWeek”").waitFor();
  await page.getByRole("button", { name: "Without compare" }).click();
  await page.getByText("compare cannot be").waitFor({ state: "detached" });
  expect(await shown(page, "Total assets", 0)).toBe(await shown(page, "Total liabilities and equity", 0));
  await close();
});

test("keys alone go from the journal to a statement, through its periods, to the lines of a figure and back", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal" });
  await page.getByRole("heading", { name: "Journal" }).waitFor();
  const keys = new Presses(page);
  await keys.key("g");
  await keys.key("t");
  await page.getByRole("heading", { name: "Trial balance" }).waitFor();
  await keys.key("g");
  await keys.key("p");
  await page.getByRole("heading", { name: "Profit and loss" }).waitFor();
  await page.goto(`${service.url}/reports/profit-and-loss?period=2011-01`);
  await page.getByText("Nothing in January 2011").waitFor();
  await keys.key("[");
  await row(page, "Sales of goods").waitFor();
  expect(new URL(page.url()).searchParams.get("period")).toBe("2010-12");
  await keys.key("j");
  await keys.key("j");
  await keys.key("Space");
  await page.getByRole("complementary", { name: "Lines of Sales of goods" }).waitFor();
  await keys.key("Escape");
  await page.getByRole("complementary").waitFor({ state: "detached" });
  await keys.key("k");
  await keys.key("ArrowLeft");
  await row(page, "Total revenue").waitFor({ state: "detached" });
  await keys.key("ArrowRight");
  await row(page, "Total revenue").waitFor();
  await keys.key("End");
  await keys.key("Enter");
  await page.getByRole("heading", { name: "General ledger" }).waitFor();
  await keys.key("/");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Days/);
  await page.goBack();
  await row(page, "Result").waitFor();
  await close();
});

test("a long report draws what is seen, and End leads to its total", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/reports/aged-open-items?asOf=2010-12-31" });
  const table = page.getByRole("treegrid");
  await table.waitFor();
  const all = Number(await table.getAttribute("aria-rowcount")) - 1;
  expect(all).toBeGreaterThan(120);
  expect(await page.locator("tr[data-row]").count()).toBeLessThan(100);
  await page.keyboard.press("j");
  await page.keyboard.press("End");
  await row(page, "Total in GBP").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("tr")?.querySelector("th")?.textContent)).toBe("Total in GBP");
  await page.keyboard.press("Home");
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("tr")?.getAttribute("data-row"))).toBe("0");
  await close();
});
