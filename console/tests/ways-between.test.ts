import { afterAll, beforeAll, expect, test } from "vitest";
import { type Opened, SignedIn, closeBrowser, enter, expectAccessible, openConsole, row } from "./browser";
import { type Service, startService } from "./service";

let service: Service;
const users = new SignedIn();
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await users.close();
  await closeBrowser();
  await service.stop();
});

test("who may move goods finds scanning in the column, under the thumb and in the palette, and others do not", async () => {
  const page = await users.as(service, "operator", "/items");
  await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: /^Scan/ }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or do" }).fill("scan");
  await page.getByRole("option", { name: /Go to Scan/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 320, height: 700 });
  const bar = page.getByRole("navigation", { name: "At hand" });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await bar.getByRole("link", { name: "Scan" }).waitFor();
    await expectAccessible(page);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await bar.getByRole("button", { name: "More" }).click();
  await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Movements" }).waitFor();
  await bar.getByRole("link", { name: "Scan" }).click();
  await page.waitForURL("**/scan");
  const auditor = await users.as(service, "auditor", "/items");
  await auditor.locator("tr[data-row='0']").waitFor();
  expect(await auditor.getByRole("link", { name: /^Scan/ }).count()).toBe(0);
});

test("an item and a bin lead to their labels", async () => {
  const { data } = await service.call("admin", "GET", "/inventory/items?limit=1");
  const houses = await service.call("admin", "GET", "/warehouses?limit=1");
  const house = houses.data[0];
  for (const code of ["L-01", "L-02"]) await service.call("admin", "POST", `/warehouses/${house.id}/locations`, { code, kind: "bin" });
  const page = await users.as(service, "admin", `/items/${data[0].sku}`);
  await page.getByRole("button", { name: "Labels" }).click();
  await page.getByRole("list", { name: "On the sheet" }).getByText(data[0].sku).waitFor();
  await page.goto(`${service.url}/places/${house.code}?tab=bins`);
  await page.getByRole("link", { name: "print the label of L-02" }).click();
  await page.waitForURL(`**/labels?what=bins&warehouse=${house.code}&bin=L-02`);
  await page.getByText("Only L-02.").waitFor();
  await page.getByRole("button", { name: "Print 1 label" }).waitFor();
  await page.getByRole("button", { name: "All bins of it" }).click();
  await page.getByRole("button", { name: "Print 3 labels" }).waitFor();
});

test("Work tells what a warehouse has to do by kind, and each job leads to where it is done", async () => {
  const { page, close }: Opened = await openConsole(service, "operator");
  await enter(page, /made up/);
  await page.goto(`${service.url}/work`);
  const jobs = page.getByRole("region", { name: "To receive", exact: true });
  await jobs.getByRole("link").first().waitFor();
  await page.getByRole("region", { name: "Running low" }).waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await jobs.getByRole("link").first().click();
  await page.waitForURL(/\/movements\/mov_/);
  await page.goBack();
  await page.goto(`${service.url}/work?warehouse=SHOP`);
  await page.getByText(/Warehouse: SHOP/).waitFor();
  await close();
});

test("the chart of an item has the days of its movements, and what is on hand at last", async () => {
  const { data } = await service.call("admin", "GET", "/inventory/items?sku=22423&limit=1");
  const page = await users.as(service, "admin", `/items/${data[0].sku}`);
  const chart = page.getByRole("figure").filter({ hasText: "On hand by day" });
  await chart.getByText(/Dec 2010 to/).waitFor();
  await chart.getByRole("button", { name: "As a table" }).click();
  const { points } = await service.call("admin", "GET", `/inventory/items/${data[0].id}/series?dateFrom=2010-12-01&dateTo=${new Date().getFullYear()}-12-31&step=month`);
  const last = await chart.locator("tbody tr").last().innerText();
  expect(last.replaceAll(",", "")).toContain(points.at(-1).quantity.replace(/\.0+$/, ""));
});

test("a chapter of the settings is found from everywhere, and others' changes there are offered as news", async () => {
  const page = await users.as(service, "accountant", "/journal");
  await page.locator("tr[data-row='0']").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or do" }).fill("recurring");
  await page.getByRole("option", { name: /Settings: Recurring entries/ }).waitFor();
  await page.getByRole("combobox", { name: "Search or do" }).fill("journals");
  await page.getByRole("option", { name: /Settings: Journals/ }).click();
  await page.waitForURL("**/settings/journals");
  await row(page, "GJ").waitFor();
  await service.call("admin", "POST", "/accounting/journals", { code: "NEWS", name: "Told to others", type: "general" });
  await page.getByRole("button", { name: "1 new: show" }).click();
  await row(page, "Told to others").waitFor();
});

test("a posted entry recurs: the form is filled from it, and is saved as it stands", async () => {
  const { id } = await service.call("accountant", "POST", "/accounting/journal-entries", {
    date: "2010-12-31",
    journalCode: "GJ",
    status: "posted",
    description: "Rent that recurs",
    lines: [
      { accountCode: "6100", debit: "400.00" },
      { accountCode: "1010", credit: "400.00" },
    ],
  });
  const page = await users.as(service, "admin", `/journal/${id}`);
  await page.getByRole("button", { name: "Let it recur…" }).click();
  const form = page.getByRole("dialog");
  await expect.poll(() => form.getByLabel("Name").inputValue()).toBe("Rent that recurs");
  await expectAccessible(page);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { name: "Rent that recurs" }).waitFor();
  await page.getByText("on the last day of each month, 12 times").waitFor();
});
