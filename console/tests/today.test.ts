import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, enter, openConsole } from "./browser";
import { type Service, startService } from "./service";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

const LIVING = /made up/;

test("what waits, the next month to close, cash and result stand on the first page, and each leads to where it is done", async () => {
  const { page, close } = await openConsole(service, "accountant");
  await enter(page, LIVING);
  const part = (name: string) => page.getByRole("region", { name, exact: true });
  await part("Inbox").getByRole("link", { name: "Stand at the autumn fair" }).waitFor();
  await part("Close").getByText(/things stand in its way/).waitFor();
  await part("Close").getByText("1 draft is dated in it").waitFor();
  await part("Cash").getByText(/than at the end of/).waitFor();
  const bars = part("Income and expense").getByRole("link");
  expect(await bars.count()).toBe(12);
  await bars.last().click();
  await page.waitForURL(/\/reports\/profit-and-loss\?period=\d{4}-\d{2}$/);
  await page.goBack();
  await part("To receive").getByRole("link", { name: /^Order \d+, expected on/ }).first().waitFor();
  await part("Running low").getByRole("link").first().waitFor();
  await close();
});

test("the sums of the bars are those of their table, of the report and of its export", async () => {
  const { page, close } = await openConsole(service, "accountant");
  await enter(page, LIVING);
  const part = page.getByRole("region", { name: "Income and expense", exact: true });
  const sentence = (await part.getByText(/result/).first().textContent()) ?? "";
  const said = [...sentence.matchAll(/[\d,]+\.\d{2}/g)].map(([text]) => text.replaceAll(",", ""));
  await part.getByRole("button", { name: "As a table" }).click();
  const foot = await part.locator("tfoot td").allTextContents();
  expect(foot.map((text) => text.replaceAll(",", "").trim())).toEqual(said);
  const months = await part.locator("tbody th a").evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get("period")));
  const [first, last] = [months[0], months.at(-1)];
  const [year = 0, month = 0] = (last ?? "").split("-").map(Number);
  const end = `${last}-${new Date(Date.UTC(year, month, 0)).getUTCDate()}`;
  const read = (form: string) =>
    page.evaluate(
      async ([path]) => {
        const answer = await fetch(path ?? "");
        return answer.text();
      },
      [`/api/v1/accounting/reports/profit-and-loss?dateFrom=${first}-01&dateTo=${end}${form}`],
    );
  const report = JSON.parse(await read("")) as { totals: { revenue: string[]; expenses: string[]; result: string[] } };
  expect([report.totals.revenue[0], report.totals.expenses[0], report.totals.result[0]]).toEqual(said);
  expect(await read("&format=csv")).toContain(said[2]);
  await close();
});

test("an operator sees the jobs of the warehouse and no money", async () => {
  const { page, close } = await openConsole(service, "operator");
  await enter(page, LIVING);
  const jobs = page.getByRole("region", { name: "To count", exact: true });
  await jobs.getByText("3 of 6").waitFor();
  await page.getByRole("region", { name: "To ship", exact: true }).getByText("order-2029").waitFor();
  expect(await page.getByRole("region", { name: "Cash" }).count()).toBe(0);
  await close();
});
