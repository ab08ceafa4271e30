import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Presses, closeBrowser, expectAccessible, openConsole } from "./browser";
import { type Service, startService } from "./service";

const COUNTS = "/inventory/counts";
let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

const read = async (id: string): Promise<any> => service.call("admin", "GET", `${COUNTS}/${id}`); // eslint-disable-line @typescript-eslint/no-explicit-any
const linesOf = async (id: string, user = "admin"): Promise<any[]> => (await service.call(user, "GET", `${COUNTS}/${id}/lines`)).data; // eslint-disable-line @typescript-eslint/no-explicit-any
const idOf = (page: Page): string => page.url().split("/").at(-1) ?? "";
const said = (page: Page, text: string | RegExp): Promise<void> => page.getByRole("status").getByText(text).first().waitFor();

async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.insertText(code);
  await page.keyboard.press("Enter");
}

let counted = "";

test("a blind count is planned, counted by labels and keys without the book quantities, and submitted", async () => {
  const { page, close } = await openConsole(service, "operator", { at: "/counts" });
  await page.getByRole("heading", { name: "Counts" }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("c");
  await page.getByRole("heading", { name: "Plan a count" }).waitFor();
  await page.getByLabel("Number").fill("C-1");
  for (const sku of ["10002", "10120", "10125"]) {
    await page.getByRole("textbox", { name: "Items", exact: true }).fill(sku);
    await page.getByRole("option", { name: new RegExp(`^${sku}`) }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: "Chosen: items" }).getByText(sku).waitFor();
  }
  await expectAccessible(page);
  await page.keyboard.press("Control+Enter");
  await page.getByRole("grid", { name: "Lines of the sheet" }).waitFor();
  counted = idOf(page);
  expect((await linesOf(counted, "operator")).map((line) => line.expected)).toEqual([null, null, null]);
  expect(await page.getByRole("columnheader", { name: "Books" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: /what the books say/ }).count()).toBe(0);

  // A dozen by one label, a code that nobody knows, and one by its quantity.
  await page.waitForSelector("#scan-field:focus");
  await scan(page, "10002");
  await said(page, "now 1.");
  await scan(page, "×12");
  await said(page, "now 12.");
  await scan(page, "what-is-this");
  await page.getByRole("region", { name: "Unknown codes" }).getByText("what-is-this").waitFor();
  const keys = new Presses(page);
  await keys.key("Enter");
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Counted of 10120");
  await page.keyboard.insertText("2+5");
  await keys.key("Enter");
  await page.getByText("2 of 3").first().waitFor();
  expect(keys.count).toBe(2);
  await expectAccessible(page);
  expect((await linesOf(counted)).map((line) => line.counted)).toEqual(["12", "7", null]);

  await page.keyboard.press("Control+Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 line has no quantity: 10125").waitFor();
  await dialog.getByText("1 unknown code is still in the list").waitFor();
  await dialog.getByLabel(/Nothing is there/).check();
  await expectAccessible(page);
  await page.keyboard.press("Control+Enter");
  await page.getByText("waits for approval").first().waitFor();
  expect((await read(counted)).status).toBe("submitted");
  expect(await page.getByRole("button", { name: /Approve|Post|Count again|Give/ }).count()).toBe(0);
  expect(await page.getByText("Value").count()).toBe(0);
  await close();
});

test("the differences stand by their value, chosen lines are counted again, and then they are approved and posted", async () => {
  const { page, close } = await openConsole(service, "admin", { at: `/counts/${counted}` });
  await page.getByText(/of 3 lines differ/).waitFor();
  await page.getByText("together ≈").waitFor();
  const values = await page.locator("tr[data-row] td.number:last-of-type").count();
  expect(values).toBeGreaterThanOrEqual(0);
  await expectAccessible(page);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  const first = await page.locator("tr[aria-selected=true]").first().innerText();
  await page.getByText("1 marked to be counted again").waitFor();
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog");
  const reason = await dialog.getByLabel("Reason").inputValue();
  expect(reason).toMatch(/^Count again: \w+$/);
  expect(first).toContain(reason.replace("Count again: ", ""));
  await page.keyboard.press("Control+Enter");
  await page.getByText("being counted").first().waitFor();
  await close();

  const operator = await openConsole(service, "operator", { at: `/counts/${counted}` });
  await operator.page.getByText(reason).first().waitFor();
  // A recount is blind, too: what was counted before is not shown.
  expect(await operator.page.getByLabel("Counted of 10002").inputValue()).toBe("");
  await operator.page.getByLabel("Counted of 10002").fill("20");
  await operator.page.keyboard.press("Enter");
  await operator.page.getByText("✓ recorded").waitFor();
  await operator.page.keyboard.press("Control+Enter");
  await operator.page.getByRole("dialog").getByText("2 lines were not counted again and keep their quantity.").waitFor();
  await operator.page.keyboard.press("Control+Enter");
  await operator.page.getByText("waits for approval").first().waitFor();
  await operator.close();

  const again = await openConsole(service, "admin", { at: `/counts/${counted}`, scheme: "dark" });
  await again.page.getByText(/of 3 lines differ/).waitFor();
  const keys = new Presses(again.page);
  await keys.key("a");
  await again.page.getByText("approved, to be posted").waitFor();
  await keys.key("Control+Enter");
  const posting = again.page.getByRole("dialog");
  await posting.getByRole("group", { name: "Stock before and after" }).getByText("10002").waitFor();
  await posting.getByText("Inventory adjustments").first().waitFor();
  await expectAccessible(again.page);
  await keys.key("Control+Enter");
  await posting.waitFor({ state: "detached" });
  expect(keys.count).toBe(3);
  await again.page.getByRole("link", { name: "the movement of its differences" }).click();
  await again.page.getByRole("heading", { name: /Count's differences/ }).waitFor();
  await again.page.getByRole("link", { name: "Links", exact: true }).click();
  await again.page.getByRole("link", { name: "C-1" }).waitFor();
  expect((await read(counted)).status).toBe("posted");
  await again.close();
});

test("a count is given up with a reason, and accuracy tells how right the books were", async () => {
  const { id } = await service.call("operator", "POST", COUNTS, { warehouseCode: "WEB", reference: "C-2", isBlind: false });
  const { page, close } = await openConsole(service, "admin", { at: `/counts/${id}` });
  await page.getByRole("columnheader", { name: "Books" }).waitFor();
  await page.getByRole("button", { name: "Give the count up" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("another one includes it");
  await page.keyboard.press("Control+Enter");
  await page.getByText("given up").first().waitFor();
  expect((await read(id)).status).toBe("cancelled");
  await page.goto(`${service.url}/counts?tab=accuracy`);
  await page.getByRole("link", { name: "85123A" }).waitFor();
  await expectAccessible(page);
  await page.goto(`${service.url}/counts?status=approved`);
  await page.getByText("No counts fit the filters above.").waitFor();
  await close();
});

test("a count is usable on a phone, and who only reads sees no buttons", async () => {
  const { page, close } = await openConsole(service, "auditor", { at: `/counts/${counted}`, width: 320, height: 700 });
  await page.getByText(/of 3 lines differ/).waitFor();
  expect(await page.getByRole("button", { name: /Submit|Approve|Post|Give|again/ }).count()).toBe(0);
  await expectAccessible(page);
  await page.goto(`${service.url}/counts`);
  await page.locator("tr[data-row='0']").waitFor();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await close();
});

test("a count of goods that another count has says which count and which goods, and counts the others", async () => {
  const warehouse = await service.call("admin", "POST", "/warehouses", { code: "ATTIC", name: "Attic", binsMode: "optional" });
  const { id: bin } = await service.call("admin", "POST", `/warehouses/${warehouse.id}/locations`, { code: "Z-01" });
  for (const sku of ["10002", "10120"]) {
    await service.call("admin", "POST", "/inventory/movements", { kind: "receipt", occurredAt: "2010-12-06", warehouseCode: "ATTIC", lines: [{ sku, quantity: "3", totalCost: "3.00", locationCode: "Z-01" }] });
  }
  const item = (await service.call("admin", "GET", "/inventory/items?q=10002")).data[0];
  await service.call("admin", "POST", COUNTS, { warehouseCode: "ATTIC", itemIds: [item.id], description: "Globes" });
  const { page, close } = await openConsole(service, "operator", { at: "/counts/new?warehouse=ATTIC" });
  await page.getByRole("textbox", { name: "Zones and bins" }).fill("Z-01");
  await page.getByRole("option", { name: /^Z-01/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Enter");
  await page.getByText(/Count “Globes”/).waitFor();
  await page.getByText("Both would count 10002.").waitFor();
  await page.getByRole("link", { name: "Open that count" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Count without these goods" }).click();
  await page.getByRole("grid", { name: "Lines of the sheet" }).waitFor();
  const count = await read(idOf(page));
  expect(count.locationIds).toEqual([bin]);
  expect((await linesOf(count.id)).map((line) => line.sku)).toEqual(["10120"]);
  await close();
});
