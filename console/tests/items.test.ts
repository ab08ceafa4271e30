import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Presses, closeBrowser, expectAccessible, SignedIn, row } from "./browser";
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

test("an item is found by words of its name and opened with the keyboard alone, and an empty list names the filter", async () => {
  const page = await as("clerk", "/items");
  await row(page, "10002").waitFor();
  const keys = new Presses(page);
  await keys.key("/");
  await keys.type("REGENCY CAKESTAND");
  await row(page, "10002").waitFor({ state: "detached" });
  await row(page, "22423").waitFor();
  expect(page.url()).toContain("q=REGENCY+CAKESTAND");
  await keys.key("Enter");
  await page.locator("tr[data-row]:focus").waitFor();
  await keys.key("Enter");
  await page.getByRole("heading", { name: /22423/ }).waitFor();
  expect(keys.count).toBe(3);
  await page.goBack();
  await page.locator("#items-text").fill("nonsense");
  await page.getByText("No items fit the filter “nonsense”.").waitFor();
});

test("a record says what is on hand at each place, and the sums are those of the service", async () => {
  const page = await as("clerk", "/items/22423");
  const table = page.getByRole("group", { name: "By warehouse" });
  await table.waitFor();
  const { data } = await service.call("auditor", "GET", "/inventory/stock?sku=22423&by=item");
  expect(await table.locator("tfoot").innerText()).toContain(data[0].quantity);
  expect(await table.locator("tfoot").innerText()).toContain(data[0].value);
  await page.getByRole("group", { name: "Reservations" }).getByText("SO-12").waitFor();
  await page.getByRole("img", { name: /On hand from 1 Dec 2010/ }).waitFor();
  await page.getByRole("button", { name: "As a table" }).click();
  await page.getByRole("group", { name: "On hand by day" }).waitFor();
});

test("an item that fell to its reorder point says so, and shows its bins", async () => {
  const page = await as("operator", "/items/TEA-EG");
  await page.getByText("at or below the reorder point", { exact: false }).waitFor();
  await page.getByRole("group", { name: "By bin" }).getByText("A-02").waitFor();
});

test("each row of the movements has what is on hand after it, and Space shows where its cost came from", async () => {
  const page = await as("accountant", "/items/22423?tab=ledger&to=2010-12-01");
  const { data } = await service.call("auditor", "GET", "/inventory/reports/movement-ledger?sku=22423&dateTo=2010-12-01");
  await row(page, "Opening stock").waitFor();
  const third = page.locator("tr[data-row]").nth(3);
  expect(await third.innerText()).toContain(data[3].runningQuantity);
  await third.focus();
  await page.keyboard.press("Space");
  const trace = page.getByRole("complementary", { name: "Cost trace" });
  await trace.getByText(/^From /).waitFor();
  expect(await trace.innerText()).toContain(data[3].value.replace("-", ""));
  await page.keyboard.press("Escape");
  await trace.waitFor({ state: "detached" });
  expect(page.url()).toContain("/items/22423");
});

test("a figure of the ledger leads to its entry in the books", async () => {
  const page = await as("accountant", "/items/22423?tab=ledger");
  await row(page, "Opening stock").getByRole("link", { name: "4,274.40" }).click();
  await page.waitForURL(/\/journal\//);
});

test("who may not see costs sees quantities alone, and no layers", async () => {
  const page = await as("operator", "/items/22423?tab=ledger");
  await row(page, "Opening stock").waitFor();
  expect(await page.getByRole("columnheader", { name: "Value" }).count()).toBe(0);
  expect(await page.getByRole("link", { name: "Cost layers" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Change", exact: true }).count()).toBe(0);
});

test("layers by age add up to the value of the item", async () => {
  const page = await as("accountant", "/items/22423?tab=layers");
  const { totalValue } = await service.call("auditor", "GET", "/inventory/reports/valuation?sku=22423");
  const table = page.getByRole("group", { name: "Layers by age" });
  await table.waitFor();
  expect(await table.locator("tfoot").innerText()).toContain(totalValue);
});

test("an item is made with the keyboard alone", async () => {
  const page = await as("admin", "/items");
  await row(page, "10002").waitFor();
  const keys = new Presses(page);
  await keys.key("c");
  await page.getByRole("dialog", { name: "New item" }).waitFor();
  await keys.type("MUG-1");
  await keys.key("Tab");
  await keys.type("Mug with a lid");
  await keys.key("ControlOrMeta+Enter");
  await page.getByText("MUG-1 Mug with a lid is saved").waitFor();
  expect(keys.count).toBe(3);
  await page.goto(`${service.url}/items/MUG-1`);
  await page.getByText("Nothing on hand").waitFor();
});

test("a form that was closed by Escape is offered again, and Cancel throws it away", async () => {
  const page = await as("admin", "/items/MUG-1");
  await page.getByRole("heading", { name: /MUG-1/ }).waitFor();
  await page.keyboard.press("e");
  await page.getByLabel("Reorder at").fill("12");
  await page.getByLabel("At most").focus();
  await page.waitForTimeout(600);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(page.url()).toContain("/items/MUG-1");
  await page.keyboard.press("e");
  await page.getByText("This form was left unsent", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Take it up" }).click();
  expect(await page.getByLabel("Reorder at").inputValue()).toBe("12");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("e");
  await page.getByRole("dialog").waitFor();
  await page.waitForTimeout(300);
  expect(await page.getByText("This form was left unsent", { exact: false }).count()).toBe(0);
  await page.getByRole("button", { name: "Cancel" }).click();
});

test("a change under somebody's hands is settled field by field", async () => {
  const page = await as("admin", "/items/MUG-1");
  await page.getByRole("heading", { name: /MUG-1/ }).waitFor();
  await page.keyboard.press("e");
  const name = page.getByRole("dialog").getByRole("textbox", { name: "Name", exact: true });
  await name.waitFor();
  const { data } = await service.call("admin", "GET", "/inventory/items?sku=MUG-1");
  await service.call("admin", "PUT", `/inventory/items/${data[0].id}`, { name: "Cup with a lid", reorderPoint: "5" });
  await name.fill("Beaker");
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByText("They changed reorder at: the form has their value now.").waitFor();
  await page.getByRole("button", { name: "Mine: Beaker" }).click();
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByRole("heading", { name: "MUG-1 Beaker" }).waitFor();
});

test("what the service refuses stands beside its field", async () => {
  const page = await as("admin", "/items");
  await row(page, "10002").waitFor();
  await page.keyboard.press("c");
  await page.getByRole("dialog").getByLabel("SKU").fill("22423");
  await page.getByRole("dialog").getByRole("textbox", { name: "Name", exact: true }).fill("Twice");
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("alert").innerText()).toMatch(/22423/);
  await page.getByRole("button", { name: "Cancel" }).click();
});

test("an item that was never used is deleted, with ten seconds to undo it; a used one says why it cannot", async () => {
  const page = await as("admin", "/items/MUG-1");
  await page.getByRole("button", { name: "Delete" }).click();
  await page.waitForURL(/\/items$/);
  await page.getByText("The item MUG-1 will be deleted in ten seconds.").waitFor();
  // The page of the item, which has the same button, may still be there.
  await page.locator(".toasts").getByRole("button", { name: "Undo" }).click();
  await row(page, "10002").waitFor();
  await page.goto(`${service.url}/items/22423`);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alert").waitFor();
  expect(page.url()).toContain("/items/22423");
});

test("an item is taken out of use and back by one button", async () => {
  const page = await as("admin", "/items/MUG-1");
  await page.getByRole("button", { name: "Deactivate" }).click();
  await page.getByText("inactive", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Activate", exact: true }).click();
  await page.getByRole("button", { name: "Deactivate" }).waitFor();
});

test("a lot is put on hold, and its goods with it", async () => {
  const page = await as("admin", "/items/TEA-EG?tab=lots");
  await row(page, "L-1001", "expired").waitFor();
  await row(page, "L-1002").focus();
  await page.keyboard.press("e");
  await page.getByRole("dialog", { name: "Change lot L-1002" }).waitFor();
  await page.getByRole("dialog").getByLabel("State").selectOption("hold");
  await page.keyboard.press("ControlOrMeta+Enter");
  await row(page, "L-1002", "on hold").waitFor();
  const { data } = await service.call("admin", "GET", "/inventory/availability?sku=TEA-EG");
  expect(data[0].available).toMatch(/^0(\.0+)?$/);
});

test("goods are frozen with a reason, and released with one", async () => {
  const page = await as("accountant", "/items/CLK-01");
  await page.getByRole("button", { name: "Freeze…" }).click();
  await page.getByLabel("Why").fill("Water damage");
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByText("“Water damage”", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Release…" }).click();
  await page.getByLabel("Why").fill("Dry again");
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByText("“Water damage”", { exact: false }).waitFor({ state: "detached" });
});

test("the form of an item has no barrier", async () => {
  const page = await as("admin", "/items/TEA-EG?tab=details");
  await page.locator("dl").first().waitFor();
  await page.keyboard.press("e");
  await page.getByRole("dialog").waitFor();
  await expectAccessible(page);
});
