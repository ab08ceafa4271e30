import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, SignedIn, row } from "./browser";
import { fillWarehouse } from "./goods";
import { type Service, startService } from "./service";

let service: Service;
const people = new SignedIn();
const as = (user: string, at: string): Promise<Page> => people.as(service, user, at);

beforeAll(async () => {
  service = await startService();
  await fillWarehouse(service);
});
afterAll(async () => {
  await people.close();
  await closeBrowser();
  await service.stop();
});

test("stock shows what is on hand, reserved, available and on its way, and what all of it is worth", async () => {
  const page = await as("accountant", "/stock?item=22423");
  const depot = row(page, "22423", "DEPOT");
  await depot.waitFor();
  const [depots] = (await service.call("auditor", "GET", "/inventory/stock?sku=22423&by=warehouse")).data;
  expect((await depot.innerText()).split(/\s*\n\s*|\t/).filter(Boolean)).toEqual(
    expect.arrayContaining([depots.quantity, "6", String(Number(depots.quantity) - 6), depots.value]),
  );
  expect((await row(page, "22423", "WEB").innerText()).split(/\s*\n\s*|\t/)).toContain("12");
  const { totalValue } = await service.call("auditor", "GET", "/inventory/reports/valuation?sku=22423");
  expect(await page.locator(".sum-row .number").last().innerText()).toBe(totalValue);
});

test("the sum of the stock, its value by account and the exported file are the same", async () => {
  const page = await as("accountant", "/stock?view=valuation&sum=account");
  const total = page.locator(".sum-row .number").last();
  await total.waitFor();
  const shown = (await total.innerText()).replaceAll(",", "");
  expect(shown).toBe((await service.call("auditor", "GET", "/inventory/reports/valuation?by=account")).totalValue);
  await page.getByRole("link", { name: "On hand" }).click();
  await row(page, "10002").waitFor();
  await page.waitForFunction((sum) => document.querySelector(".sum-row td.number:last-child")?.textContent?.replaceAll(",", "") === sum, shown);
  await page.getByRole("link", { name: "Value", exact: true }).click();
  await row(page, "10002").waitFor();
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Save as CSV" }).click();
  expect(await readFile(await (await download).path(), "utf8")).toContain(shown);
});

test("a quantity leads to the movements of that item at that place, and on to a movement, a click each", async () => {
  const page = await as("accountant", "/stock?item=22423&warehouse=DEPOT");
  await row(page, "22423", "DEPOT").locator("td.number a").first().click();
  await page.waitForURL(/\/items\/22423\?tab=ledger&warehouse=DEPOT/);
  await row(page, "Opening stock").getByRole("link", { name: "Opening stock" }).click();
  await page.waitForURL(/\/movements\/mov_/);
  await page.goBack();
  await page.waitForURL(/tab=ledger&warehouse=DEPOT/);
});

test("filters stand in the address, and what cannot be read there is a chip in error", async () => {
  const page = await as("accountant", "/stock?warehouse=NOWHERE&asOf=yesterday");
  await page.getByText("warehouse cannot be “NOWHERE”").waitFor();
  await page.getByText("asOf cannot be “yesterday”").waitFor();
  await page.getByRole("button", { name: "Without warehouse" }).click();
  await page.getByRole("button", { name: "Without asOf" }).click();
  await page.keyboard.press("/");
  await page.keyboard.press("Enter");
  await page.getByPlaceholder("Code or name").fill("TEA-EG");
  await page.getByRole("option", { name: /TEA-EG/ }).waitFor();
  await page.keyboard.press("Enter");
  await row(page, "TEA-EG", "DEPOT").waitFor();
  expect(page.url()).toContain("item=TEA-EG");
  await page.getByRole("button", { name: /^By:/ }).click();
  await page.getByRole("button", { name: "bin", exact: true }).click();
  await row(page, "TEA-EG", "A-01").waitFor();
  expect(page.url()).toContain("by=location");
});

test("lots stand by the day on which they must be used, expired ones say so in words", async () => {
  const page = await as("operator", "/stock?view=expiry");
  await row(page, "L-1001", "expired").waitFor();
  await row(page, "L-1002").waitFor();
  await page.getByRole("button", { name: "Within" }).click();
  await page.getByLabel("Within how many days").fill("0");
  await page.keyboard.press("Enter");
  await row(page, "L-1002").waitFor({ state: "detached" });
  expect(page.url()).toContain("within=0");
});

test("what fell to its reorder point is suggested to be bought, with what is missing", async () => {
  const page = await as("accountant", "/stock?view=reorder");
  const tea = row(page, "TEA-EG");
  await tea.waitFor();
  const { data } = await service.call("auditor", "GET", "/inventory/reorder-suggestions");
  expect(await tea.innerText()).toContain(data.find((one: { sku: string }) => one.sku === "TEA-EG").suggestedQuantity);
});

test("goods in transit stand beside the books, and lead to their transfer", async () => {
  const page = await as("accountant", "/stock?view=transit");
  await page.getByRole("group", { name: "Goods in transit and the books" }).waitFor();
  await row(page, "TR-9", "22423").getByRole("link", { name: "8 Dec 2010" }).click();
  await page.waitForURL(/\/movements\/mov_/);
});

test("turns put items into classes by the cost of what was sold", async () => {
  const page = await as("auditor", "/stock?view=turns&from=2010-12-01&to=2010-12-31");
  await row(page, "22423").filter({ hasText: "A" }).waitFor();
  await page.getByText("1 Dec 2010 to 31 Dec 2010, 31 days.", { exact: false }).waitFor();
});

test("who may not see costs sees no value, and no view that has nothing else", async () => {
  const page = await as("operator", "/stock?view=valuation");
  await row(page, "10002").waitFor();
  const tabs = page.getByRole("navigation", { name: "Views of stock" });
  expect(await tabs.getByRole("link").allInnerTexts()).toEqual(["On hand", "Expiry", "Reorder", "In transit"]);
  expect(await page.getByRole("columnheader", { name: "Value" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Proof" }).count()).toBe(0);
});

test("the proof runs by one key, and says what was checked; its accounts lead to their statements", async () => {
  const page = await as("accountant", "/stock/proof?asOf=2010-12-31");
  await page.getByText("Every movement is costed anew", { exact: false }).waitFor();
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByText("Goods and books agree", { exact: true }).waitFor();
  await page.getByText("The stock of each place is the sum of its days").waitFor();
  await page.getByRole("link", { name: "1200 Goods for resale" }).click();
  await page.waitForURL(/\/accounts\/1200\?to=2010-12-31/);
});
