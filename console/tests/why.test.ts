import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, expectAccessible, openConsole } from "./browser";
import { type Service, startService } from "./service";

// Why is this figure what it is?

const PROFIT = "/reports/profit-and-loss";
let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

const row = (page: Page, title: string) => page.locator("tr[data-row]").filter({ has: page.locator("th", { hasText: title }) });

test("a moment before the first entry says when that came, and leads there and to now", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: `${PROFIT}?period=2010-12&knownAt=2020-01-01T00:00:00Z` });
  await page.getByRole("heading", { name: "Nothing had been recorded by then" }).waitFor();
  await page.getByText(/^The first entry came on \d+ \w+ \d{4} at \d\d:\d\d\.$/).waitFor();
  expect(await page.getByText("does not match its schema").count()).toBe(0);
  await page.getByRole("button", { name: /^As known on / }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("knownAt")).not.toBe("2020-01-01T00:00:00Z");
  await page.getByText(/As the books were known at/).waitFor();
  await page.getByRole("button", { name: "As known now" }).first().click();
  await row(page, "Result").waitFor();
  await close();
});

test("what was known is chosen by day, by time, and by when the month was closed", async () => {
  const periods = await service.call("admin", "GET", "/accounting/periods?limit=200");
  const december = periods.data.find((one: { name: string }) => one.name === "2010-12");
  await service.call("admin", "POST", `/accounting/periods/${december.id}/soft-close`, { reason: "month end" });
  const { page, close } = await openConsole(service, "accountant", { at: `${PROFIT}?period=2010-12` });
  await page.getByRole("button", { name: "As known: now" }).click();
  await page.getByLabel("At", { exact: true }).fill("5 Jan 2020 19:15");
  await page.keyboard.press("Enter");
  // London has no summer time then.
  await expect.poll(() => new URL(page.url()).searchParams.get("knownAt")).toBe("2020-01-05T19:15:59.999Z");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "As known: 5 Jan 2020, 19:15" }).click();
  await page.getByRole("button", { name: /^December 2010 was soft-closed, / }).click();
  await row(page, "Result").waitFor();
  await page.getByText(/As the books were known at/).waitFor();
  await close();
  await service.call("admin", "POST", `/accounting/periods/${december.id}/reopen`, { reason: "tried" });
});

test("a change tells what makes it: by account, by party, and its largest lines", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: `${PROFIT}?period=2010-12&compare=previousPeriod` });
  await row(page, "Total cost of sales").locator("a").nth(2).click();
  const panel = page.getByRole("complementary", { name: "What makes the difference: Total cost of sales" });
  await panel.getByText("5000 Cost of goods sold").first().waitFor();
  await panel.getByRole("table", { name: "By party" }).getByText("Web sales").waitFor();
  expect(await panel.getByRole("table", { name: "Largest lines" }).getByRole("row").count()).toBe(8);
  const report = await service.call("accountant", "GET", "/accounting/reports/profit-and-loss?dateFrom=2010-12-01&dateTo=2010-12-31");
  const cost = report.data.find((one: { code: string | null }) => one.code === "5000").amounts[0] as string;
  const shown = `+${cost.replace(/(\d)(?=(\d{3})+\.)/g, "$1,")}`;
  expect(await panel.getByRole("table", { name: "By party" }).locator("tfoot").innerText()).toContain(shown);
  await page.keyboard.press("Escape");
  await row(page, "Result").locator("a").nth(2).click();
  await page.getByRole("complementary", { name: "What makes the difference: Result" }).getByRole("button", { name: "4000 Sales of goods" }).waitFor();
  await expectAccessible(page);
  await close();
});

test("a comparison fits on the page, and less of a cost is not red", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: `${PROFIT}?period=2010-11&compare=previousPeriod` });
  await page.goto(`${service.url}${PROFIT}?period=2011-01&compare=previousPeriod`);
  await row(page, "Total cost of sales").waitFor();
  const change = row(page, "Total cost of sales").locator("td").nth(2);
  expect(await change.innerText()).toContain("\u2212");
  expect(await change.locator(".negative").count()).toBe(0);
  const overflow = await page.locator(".statement").evaluate((element) => [element.scrollWidth - element.clientWidth, getComputedStyle(element).overflowY]);
  expect(overflow).toEqual([0, "visible"]);
  await close();
});

test("the days and the comparison of one report are those of the next", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: PROFIT });
  await page.getByRole("button", { name: /^Days: / }).click();
  await page.getByLabel("From", { exact: true }).fill("1.12.2010");
  await page.keyboard.press("Enter");
  await page.getByLabel("To", { exact: true }).fill("31.12.2010");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await row(page, "Sales of goods").waitFor();
  await page.getByRole("button", { name: "% of revenue" }).click();
  await page.getByRole("link", { name: /^Balance sheet/ }).click();
  await page.getByRole("button", { name: "As of: 31 Dec 2010" }).waitFor();
  expect(new URL(page.url()).searchParams.get("asOf")).toBe("2010-12-31");
  await page.getByRole("link", { name: /^Profit and loss/ }).click();
  await page.getByRole("button", { name: "Days: December 2010" }).waitFor();
  const address = new URL(page.url()).searchParams;
  expect([address.get("period"), address.get("share")]).toEqual(["2010-12", "true"]);
  await page.locator(".shell-period").getByText("December 2010").waitFor();
  await close();
});

test("Print opens the dialog of the printer by itself", async () => {
  const { page, context, close } = await openConsole(service, "accountant", { at: `${PROFIT}?period=2010-12` });
  await context.addInitScript(() => {
    window.print = () => void document.documentElement.setAttribute("data-printed", "true");
  });
  await row(page, "Result").waitFor();
  await page.getByRole("button", { name: /^Export/ }).click();
  const [paper] = await Promise.all([context.waitForEvent("page"), page.getByRole("menuitem", { name: "Print" }).click()]);
  await paper.locator("html[data-printed]").waitFor();
  await close();
});

test("a report with entries that are not posted says so, and leads to them", async () => {
  const lines = [
    { accountCode: "6100", debit: "90.00" },
    { accountCode: "1010", credit: "90.00" },
  ];
  await service.call("accountant", "POST", "/accounting/journal-entries", { date: "2010-12-30", journalCode: "GJ", description: "A bill to come", lines });
  const { page, close } = await openConsole(service, "accountant", { at: `${PROFIT}?period=2010-12` });
  await page.getByText("One entry of these days is a draft or waits for approval").waitFor();
  await page.getByRole("link", { name: "Show it" }).click();
  await page.getByText("A bill to come").first().waitFor();
  await close();
});

test("a statement is read by the largest lines, and its foot says what the days moved", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/accounts/5000?from=2010-12-01&to=2010-12-31" });
  await page.getByText("Net of these days: more debit").waitFor();
  await page.getByText("Debits and credits of these days").waitFor();
  await page.getByRole("button", { name: /^Order/ }).click();
  await page.getByRole("button", { name: "largest first" }).click();
  await expect.poll(() => page.locator("tr[data-row='0']").innerText()).toContain("1,924.71");
  expect(await page.locator("tr[data-row='0']").innerText()).toContain("Web sales");
  await close();
});

test("a history names accounts, and says nothing as a dash", async () => {
  const lines = [
    { accountCode: "6100", debit: "12.00" },
    { accountCode: "1010", credit: "12.00" },
  ];
  const made = await service.call<{ id: string }>("accountant", "POST", "/accounting/journal-entries", { date: "2010-12-29", journalCode: "GJ", description: "Named", reference: "out-1308", externalId: "doc-1308", source: "shop", lines });
  await service.call("accountant", "POST", "/accounting/journal-entries", { date: "2010-12-29", journalCode: "GJ", description: "Of the same paper", reference: "out-1308", lines });
  const { page, close } = await openConsole(service, "accountant", { at: `/journal/${made.id}?tab=history` });
  await page.getByText(/^1010 /).first().waitFor();
  expect(await page.locator(".change-list").innerText()).not.toContain("acc_");
  await page.goto(`${service.url}/journal/${made.id}?tab=links`);
  await page.getByText("Came over the API from shop, as its document doc-1308.").waitFor();
  await page.getByRole("heading", { name: "Same reference" }).waitFor();
  await page.getByText("Of the same paper").waitFor();
  await close();
});
