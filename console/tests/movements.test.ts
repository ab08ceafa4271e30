import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Presses, closeBrowser, expectAccessible, openConsole } from "./browser";
import { type Service, startService } from "./service";

const MOVEMENTS = "/inventory/movements";
let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

const made = async (body: object, user = "admin"): Promise<any> => service.call(user, "POST", MOVEMENTS, body); // eslint-disable-line @typescript-eslint/no-explicit-any
const read = async (id: string): Promise<any> => service.call("admin", "GET", `${MOVEMENTS}/${id}`); // eslint-disable-line @typescript-eslint/no-explicit-any
const withReference = async (reference: string): Promise<any[]> => // eslint-disable-line @typescript-eslint/no-explicit-any
  (await service.call("admin", "GET", `${MOVEMENTS}?reference=${reference}&include=lines`)).data;
const said = (page: Page, text: string | RegExp): Promise<void> => page.getByRole("status").getByText(text).first().waitFor();

/** What a scanner does: the code and Enter behind it. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.insertText(code);
  await page.keyboard.press("Enter");
}

test("the list tells where goods go and what they cost, and a filter that empties it is named", async () => {
  const { page, close } = await openConsole(service, "admin", { at: "/movements?kind=receipt" });
  const row = page.locator("tr[data-row]").first();
  await row.getByText("Potteries of Stoke → DEPOT").waitFor();
  await row.getByText("304.20").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("j");
  await page.keyboard.press("Space");
  await page.getByRole("complementary", { name: "Receipt D-4711" }).getByText("120", { exact: true }).waitFor();
  await page.goto(`${service.url}/movements?kind=writeDown`);
  await page.getByText("No movements fit the filter “Write-down”.").waitFor();
  await page.getByRole("button", { name: "Show all movements" }).click();
  await page.locator("tr[data-row='5']").waitFor();
  await close();
});

test("b shows the entry behind a movement, which leads back to it", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/movements/D-4711" });
  await page.getByRole("heading", { name: "Receipt D-4711" }).waitFor();
  await page.keyboard.press("b");
  const books = page.getByRole("region", { name: /STK-2010-/ }).first();
  await books.getByText("Goods received, not invoiced").waitFor();
  await expectAccessible(page);
  await books.getByRole("link", { name: /STK-2010-/ }).click();
  await page.getByRole("heading", { level: 1, name: /STK-2010-/ }).waitFor();
  await page.getByRole("link", { name: "Links", exact: true }).click();
  await page.getByRole("link", { name: /a receipt of 2 Dec 2010, D-4711/ }).first().click();
  await page.getByRole("heading", { name: "Receipt D-4711" }).waitFor();
  await page.getByRole("link", { name: "Links", exact: true }).click();
  await page.getByRole("link", { name: /F-88/ }).waitFor();
  await close();
});

test("the cost of a line is followed to where it came from", async () => {
  const [landed] = await withReference("F-88");
  const issue = (await service.call("admin", "GET", `${MOVEMENTS}?kind=issue&status=posted&limit=1`)).data[0];
  const { page, close } = await openConsole(service, "auditor", { at: `/movements/${issue.id}` });
  await page.getByTitle("Where this cost came from, and where it went").first().click();
  await page.getByRole("dialog").getByText("came from").first().waitFor();
  await expectAccessible(page);
  await page.goto(`${service.url}/movements/${landed.id}`);
  await page.getByRole("heading", { name: "Landed cost F-88" }).waitFor();
  expect(await page.getByRole("button", { name: /Void|Copy|Receive/ }).count()).toBe(0);
  await page.goto(`${service.url}/movements`);
  await page.locator("tr[data-row='0']").waitFor();
  expect(await page.getByRole("button", { name: /New movement/ }).count()).toBe(0);
  await close();
});

test("a receipt is scanned, costed and posted with six presses beyond the data", async () => {
  const { page, close } = await openConsole(service, "admin", { at: "/movements/new?kind=receipt" });
  await page.waitForSelector("#scan-field:focus");
  // Two labels of one item, the second by its GTIN, raise one line.
  await scan(page, "10002");
  await said(page, /10002 .* 1\./);
  await scan(page, "09520000000011");
  await said(page, "now 2.");
  const keys = new Presses(page);
  await keys.key("Enter");
  await keys.key("ArrowUp");
  await keys.key("Enter");
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Cost of all, line 1");
  await page.keyboard.insertText("@1.25");
  await keys.key("Enter");
  const preview = page.getByRole("complementary", { name: "What posting will do" });
  await preview.getByText("2.50").first().waitFor();
  await preview.getByRole("group", { name: "Stock before and after" }).getByText("DEPOT").waitFor();
  await expectAccessible(page);
  await page.getByLabel("Number", { exact: true }).fill("SCAN-1");
  await keys.key("Control+Enter");
  await said(page, "Receipt SCAN-1 posted");
  expect(keys.count).toBeLessThanOrEqual(6);
  const [movement] = await withReference("SCAN-1");
  expect(movement.status).toBe("posted");
  expect(movement.lines.map((line: any) => [line.sku, line.quantity, line.totalCost])).toEqual([["10002", "2", "2.50"]]); // eslint-disable-line @typescript-eslint/no-explicit-any
  // The next one is ready.
  await page.waitForSelector("#scan-field:focus");
  await close();
});

test("goods with lots leave by the lots that expire first", async () => {
  await service.call("admin", "POST", "/inventory/items", { sku: "FUDGE", name: "Clotted cream fudge", tracking: "lot" });
  await made({
    kind: "receipt",
    occurredAt: "2010-12-06",
    warehouseCode: "DEPOT",
    lines: [
      { sku: "FUDGE", quantity: "30", totalCost: "45.00", lot: { number: "LATE", expiresOn: "2099-03-31" } },
      { sku: "FUDGE", quantity: "12", totalCost: "18.00", lot: { number: "SOON", expiresOn: "2099-01-31" } },
    ],
  });
  const { page, close } = await openConsole(service, "admin", { at: "/movements/new?kind=shipment" });
  await page.waitForSelector("#scan-field:focus");
  await page.getByLabel("Number", { exact: true }).fill("LOTS-1");
  await page.getByLabel("Item, line 1").focus();
  await page.keyboard.insertText("FUDGE");
  await page.getByRole("option", { name: /FUDGE/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Quantity, line 1");
  await page.keyboard.insertText("15");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.getAttribute("placeholder") === "SOON +1");
  await page.getByRole("option", { name: /SOON 12 there expires 31 Jan 2099/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByLabel("Lot, line 2").waitFor();
  await page.keyboard.press("Control+Enter");
  await said(page, "Issue LOTS-1 posted");
  const [movement] = await withReference("LOTS-1");
  expect(movement.lines.map((line: any) => [line.lotNumber, line.quantity])).toEqual([["SOON", "-12"], ["LATE", "-3"]]); // eslint-disable-line @typescript-eslint/no-explicit-any
  await close();
});

test("an operator hands a receipt to the office without seeing costs, and the office is asked for them", async () => {
  const { page, close } = await openConsole(service, "operator", { at: "/movements/new?kind=receipt" });
  await page.waitForSelector("#scan-field:focus");
  await scan(page, "22423");
  await said(page, /22423 .* 1\./);
  await page.getByText("the office adds the costs and posts it").waitFor();
  expect(await page.getByText("Cost of all").count()).toBe(0);
  expect(await page.locator(".movement-editor").getByRole("button", { name: /Post|More/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Save draft" }).waitFor();
  // Text that nobody chose is taken back by Esc, and a quantity knows its unit.
  await page.getByRole("textbox", { name: "Into" }).fill("w");
  await page.keyboard.press("Escape");
  expect(await page.getByRole("textbox", { name: "Into" }).inputValue()).toContain("DEPOT");
  await page.getByLabel("Quantity, line 1").fill("6 box");
  await page.getByLabel("Number", { exact: true }).focus();
  await page.getByText(/22423 is counted by/).waitFor();
  await page.getByLabel("Quantity, line 1").fill("6");
  await page.getByLabel("Number", { exact: true }).fill("OP-1");
  await page.keyboard.press("Control+Enter");
  await said(page, "Receipt OP-1 submitted: the office adds the costs and posts it");
  const [movement] = await withReference("OP-1");
  expect([movement.status, movement.lines[0].totalCost]).toEqual(["pendingApproval", null]);
  await page.getByRole("button", { name: "Open it" }).click();
  await page.getByText("waits for approval").first().waitFor();
  expect(await page.getByRole("button", { name: /^Post|^Approve/ }).count()).toBe(0);
  await close();
  const office = await openConsole(service, "admin", { at: `/movements/${movement.id}` });
  await office.page.getByRole("button", { name: "Add costs" }).click();
  expect(await office.page.getByRole("button", { name: /^Approve/ }).count()).toBe(0);
  await office.page.getByLabel("Cost of all, line 1").fill("12.00");
  await office.page.keyboard.press("Tab");
  await office.page.getByText("Stock before and after").or(office.page.getByRole("table", { name: "Stock before and after" })).first().waitFor();
  expect(await office.page.getByText(/allowDuplicateReference/).count()).toBe(0);
  await office.close();
});

test("goods that came in are put away: from where they lie, each to its bin, or all to one by its code", async () => {
  const warehouse = await service.call("admin", "POST", "/warehouses", { code: "BAY", name: "Bay", binsMode: "optional" });
  for (const code of ["DOCK", "B-01", "B-02"]) await service.call("admin", "POST", `/warehouses/${warehouse.id}/locations`, { code });
  const receipt = await made({
    kind: "receipt",
    occurredAt: "2010-12-06",
    warehouseCode: "BAY",
    lines: [{ sku: "22423", quantity: "20", totalCost: "100.00", locationCode: "DOCK" }],
  });
  const { page, close } = await openConsole(service, "operator", { at: `/movements/${receipt.id}` });
  await page.getByRole("button", { name: /^Put away/ }).click();
  await page.getByLabel("From bin, line 1").waitFor();
  expect(await page.getByLabel("From bin, line 1").inputValue()).toBe("DOCK");
  expect(await page.getByLabel("Quantity, line 1").inputValue()).toBe("20");
  // A part of a bin's code is no bin: it is not taken when the movement is posted.
  await page.getByLabel("To bin, line 1").fill("b");
  await page.keyboard.press("Control+Enter");
  await page.getByText(/“b” is not the whole of it/).waitFor();
  await page.getByLabel("To bin, line 1").fill("");
  await page.getByRole("textbox", { name: "To", exact: true }).fill("B-02");
  await page.getByRole("option", { name: /^B-02/ }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByLabel("To bin, line 1").inputValue()).toBe("B-02");
  const stock = page.getByRole("table", { name: "Stock before and after" });
  await stock.getByText("BAY B-02").waitFor();
  await stock.getByText("BAY DOCK").waitFor();
  expect(await stock.getByRole("row").count()).toBe(3);
  // All columns fit, and the message stands beside the buttons.
  expect(await page.locator(".entry-lines").evaluate((grid) => grid.scrollWidth <= grid.clientWidth)).toBe(true);
  await page.keyboard.press("Control+s");
  const message = await page.locator(".toast").last().boundingBox();
  const button = await page.getByRole("button", { name: /^Post/ }).boundingBox();
  expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
  await page.keyboard.press("Control+Enter");
  await said(page, /Transfer .*posted/);
  const { data } = await service.call("admin", "GET", `/inventory/stock?by=location&nonZero=true&warehouseId=${warehouse.id}`);
  expect(data.map((row: any) => [row.locationCode, row.onHand])).toEqual([["B-02", "20"]]); // eslint-disable-line @typescript-eslint/no-explicit-any
  await close();
});

test("what waits for approval is sent back with a reason", async () => {
  const { id, version } = await made({ kind: "issue", status: "draft", occurredAt: "2010-12-06", warehouseCode: "DEPOT", reference: "OP-2", lines: [{ sku: "22423", quantity: "1" }] }, "operator");
  await service.call("operator", "POST", `${MOVEMENTS}/${id}/submit`, {});
  expect(version).toBe(1);
  const { page, close } = await openConsole(service, "admin", { at: `/movements/${id}` });
  await page.getByText("waits for approval").first().waitFor();
  await page.keyboard.press("r");
  await page.getByRole("dialog").getByLabel("Reason").fill("the order is missing");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByText("the order is missing").waitFor();
  expect((await read(id)).status).toBe("draft");
  await close();
});

test("a refused transfer shows its way out, arrives in parts, and the rest is given up", async () => {
  const { page, close } = await openConsole(service, "admin", { at: "/movements/new?kind=transfer" });
  await page.waitForSelector("#scan-field:focus");
  await scan(page, "22423");
  await said(page, /22423 .* 1\./);
  await scan(page, "22423");
  await said(page, "now 2.");
  await page.getByRole("textbox", { name: "To", exact: true }).fill("WEB");
  await page.keyboard.press("Enter");
  await page.getByLabel("Number", { exact: true }).fill("T-1");
  await page.getByLabel(/In two steps/).check();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("alert").getByRole("button", { name: /Set it for the whole organization: account 1210/ }).click();
  await page.getByRole("button", { name: "Post", exact: true }).first().click();
  await said(page, "Transfer T-1 posted");
  const [transfer] = await withReference("T-1");

  await page.goto(`${service.url}/movements/T-1`);
  await page.getByText("on its way").first().waitFor();
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Arrived of 22423").fill("1");
  await dialog.getByText("1210").first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Give up the rest" }).click();
  await dialog.getByLabel("Reason").fill("fell off the lorry");
  await dialog.getByText("Inventory adjustments").first().waitFor();
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByText("All of it has arrived or was given up.").first().waitFor();
  const followers = (await service.call("admin", "GET", `${MOVEMENTS}?ofMovementId=${transfer.id}`)).data;
  expect(followers).toHaveLength(2);
  await close();
});

test("a void shows stock and books before, and wants a reason", async () => {
  const receipt = await made({ kind: "receipt", occurredAt: "2010-12-07", warehouseCode: "DEPOT", reference: "V-1", lines: [{ sku: "10120", quantity: "4", totalCost: "8.00" }] });
  const { page, close } = await openConsole(service, "admin", { at: "/movements/V-1", scheme: "dark" });
  await page.getByRole("heading", { name: "Receipt V-1" }).waitFor();
  const keys = new Presses(page);
  await keys.key("v");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("group", { name: "Stock before and after" }).getByText("10120").waitFor();
  await dialog.getByText("The mirror entry, 7 Dec 2010").waitFor();
  await expectAccessible(page);
  await keys.key("Control+Enter");
  await dialog.getByText("Say why: the reason stays in the books.").waitFor();
  await page.keyboard.insertText("entered twice");
  await keys.key("Control+Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByText("entered twice").first().waitFor();
  expect(keys.count).toBe(3);
  expect((await read(receipt.id)).status).toBe("voided");
  await close();
});

test("pasted rows become lines, unsent ones are kept, and a draft that two people changed asks", async () => {
  const { page, context, close } = await openConsole(service, "admin", { at: "/movements/new?kind=receipt" });
  await page.waitForSelector("#scan-field:focus");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => navigator.clipboard.writeText("SKU\tQty\tCost\n22423\t3\t12,50\n10002\t2\t4.00\nnobody\t1\t1.00"));
  await page.keyboard.press("Control+v");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 cell cannot be read").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByText("3 lines").waitFor();
  await page.getByRole("link", { name: /^Movements/ }).click();
  await page.getByRole("heading", { name: "Movements" }).waitFor();
  await page.goto(`${service.url}/movements/new?kind=receipt`);
  await page.getByRole("button", { name: "Continue it" }).click();
  await page.getByText("3 lines").waitFor();
  await page.getByLabel("Item, line 3").focus();
  await page.keyboard.press("Control+Backspace");
  await page.getByText("2 lines").waitFor();
  await page.getByLabel("Number", { exact: true }).fill("P-1");
  await page.keyboard.press("Control+s");
  await said(page, "Receipt P-1 saved as a draft");
  const [draft] = await withReference("P-1");
  expect(draft.lines.map((line: any) => [line.sku, line.quantity, line.totalCost])).toEqual([["22423", "3", "12.50"], ["10002", "2", "4.00"]]); // eslint-disable-line @typescript-eslint/no-explicit-any
  await page.goto(`${service.url}/movements/${draft.id}/edit`);
  await page.getByLabel("Text", { exact: true }).fill("mine");
  await service.call("admin", "PUT", `${MOVEMENTS}/${draft.id}`, { description: "theirs" });
  await page.keyboard.press("Control+s");
  await dialog.getByRole("button", { name: "Mine: mine" }).click();
  await dialog.getByRole("button", { name: "Save it so" }).click();
  await said(page, "saved as a draft");
  expect((await read(draft.id)).description).toBe("mine");
  await close();
});

test("the movements are usable on a phone", async () => {
  const { page, close } = await openConsole(service, "admin", { at: "/movements", width: 320, height: 700, scheme: "dark" });
  await page.locator("tr[data-row='0']").waitFor();
  await expectAccessible(page);
  await page.goto(`${service.url}/movements/D-4711`);
  await page.getByRole("heading", { name: "Receipt D-4711" }).waitFor();
  await expectAccessible(page);
  await page.goto(`${service.url}/movements/new?kind=transfer`);
  await page.waitForSelector("#scan-field:focus");
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await close();
});
