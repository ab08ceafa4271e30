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

test("warehouses show their state, how many items lie there and their value, whose sum is that of the stock", async () => {
  const page = await as("accountant", "/places");
  await row(page, "DEPOT", "active").waitFor();
  const { totalValue } = await service.call("auditor", "GET", "/inventory/reports/valuation?by=warehouse");
  await page.waitForFunction((sum) => document.querySelector(".sum-row td.number:last-child")?.textContent?.replaceAll(",", "") === sum, totalValue);
  await row(page, "DEPOT").locator("td.number a").first().click();
  await page.waitForURL(/\/stock\?warehouse=DEPOT/);
});

test("a warehouse is opened by its code, and its bins are a tree that folds", async () => {
  const page = await as("operator", "/places/DEPOT");
  await row(page, "A-01").waitFor();
  await row(page, "Ground floor").focus();
  await page.keyboard.press("ArrowLeft");
  await row(page, "A-01").waitFor({ state: "detached" });
  await page.keyboard.press("ArrowRight");
  await row(page, "A-01").waitFor();
  expect(await page.getByRole("button", { name: /New bin/ }).count()).toBe(0);
  await row(page, "A-01").getByRole("link", { name: "1", exact: true }).click();
  await page.waitForURL(/\/stock\?.*location=A-01/);
  await row(page, "TEA-EG", "A-01").waitFor();
});

test("a warehouse is made with the keyboard alone", async () => {
  const page = await as("admin", "/places");
  await row(page, "DEPOT").waitFor();
  const keys = new Presses(page);
  await keys.key("c");
  await page.getByRole("dialog", { name: "New warehouse" }).waitFor();
  await keys.type("SHOP");
  await keys.key("Tab");
  await keys.type("Shop in the High Street");
  await keys.key("ControlOrMeta+Enter");
  await page.locator("tr[data-row]:focus").filter({ hasText: "SHOP" }).waitFor();
  expect(keys.count).toBe(3);
});

test("twenty bins are made as a row, and those that are there already are passed over", async () => {
  const page = await as("admin", "/places/DEPOT");
  await row(page, "A-01").waitFor();
  await row(page, "Ground floor").focus();
  await page.getByRole("button", { name: "A row of bins…" }).click();
  await page.getByLabel("First").fill("A-01");
  await page.getByLabel("Last").fill("B-20");
  await page.getByText("Both codes begin the same before their number", { exact: false }).first().waitFor();
  await page.getByLabel("Last").fill("A-20");
  await page.getByText("17 bins will be made; 3 are there already.").waitFor();
  await page.getByRole("textbox", { name: "In the zone" }).fill("A");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Make 17 bins" }).click();
  await page.getByText("17 bins are made").waitFor();
  await page.locator("#bins-text").fill("A-20");
  await row(page, "A-20").waitFor();
  const { data: warehouses } = await service.call("admin", "GET", "/warehouses?code=DEPOT");
  const { data } = await service.call("admin", "GET", `/warehouses/${warehouses[0].id}/locations?limit=200`);
  expect(data.filter((one: { kind: string }) => one.kind === "bin").length).toBe(20);
});

test("a bin is changed by one key, and a change under somebody's hands is settled field by field", async () => {
  const page = await as("admin", "/places/DEPOT?q=A-03");
  await row(page, "A-03").focus();
  await page.keyboard.press("e");
  await page.getByRole("dialog", { name: "Change A-03" }).waitFor();
  const { data: warehouses } = await service.call("admin", "GET", "/warehouses?code=DEPOT");
  const path = `/warehouses/${warehouses[0].id}/locations`;
  const { data } = await service.call("admin", "GET", `${path}?code=A-03`);
  await service.call("admin", "PUT", `${path}/${data[0].id}`, { name: "Left" });
  await page.getByRole("dialog").getByRole("textbox", { name: "Name", exact: true }).fill("Right");
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByRole("button", { name: "Theirs: Left" }).click();
  await page.keyboard.press("ControlOrMeta+Enter");
  await row(page, "A-03", "Left").waitFor();
});

test("what stands in the way of an end is said with its buttons, and the end is a button when nothing does", async () => {
  const page = await as("admin", "/places/DEPOT");
  await page.getByRole("button", { name: "Deactivate…" }).click();
  const list = page.getByRole("list", { name: "What stands in the way" });
  await list.getByText("The default warehouse must be active", { exact: false }).waitFor();
  await list.getByText("holds goods of", { exact: false }).waitFor();
  expect(await page.getByRole("button", { name: "Deactivate", exact: true }).isDisabled()).toBe(true);
  await list.getByRole("button", { name: /Make warehouse .* the default/ }).click();
  await list.getByText("The default warehouse must be active", { exact: false }).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.goto(`${service.url}/places/VAN`);
  await page.getByRole("heading", { name: /VAN/ }).waitFor();
  const { data } = await service.call("admin", "GET", "/warehouses?code=VAN");
  if (data[0].isDefault) {
    const { data: depots } = await service.call("admin", "GET", "/warehouses?code=DEPOT");
    await service.call("admin", "PUT", `/warehouses/${depots[0].id}`, { isDefault: true });
  }
  await page.getByRole("button", { name: "Deactivate…" }).click();
  await page.getByText("Nothing stands in the way.").waitFor();
  await page.getByRole("button", { name: "Deactivate", exact: true }).click();
  await page.getByText("inactive", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Activate", exact: true }).click();
  await page.getByText("active", { exact: true }).waitFor();
});

test("a warehouse is frozen while it is counted, and says so", async () => {
  const page = await as("admin", "/places/SHOP");
  await page.getByRole("button", { name: "Freeze…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Freeze", exact: true }).click();
  await page.getByText("It is frozen: nothing moves in it", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Unfreeze" }).first().click();
  await page.getByText("It is frozen: nothing moves in it", { exact: false }).waitFor({ state: "detached" });
});

test("a change of the costing is shown as an entry before it is made", async () => {
  const page = await as("admin", "/places/WEB?tab=details");
  await page.getByRole("button", { name: "Change the costing…" }).click();
  await page.getByRole("dialog").getByText("1200").first().waitFor();
  const { data } = await service.call("auditor", "GET", "/inventory/reports/valuation?by=warehouse");
  const worth = data.find((one: { code: string }) => one.code === "WEB").value;
  expect((await page.getByRole("dialog").locator("tfoot").innerText()).replaceAll(",", "")).toContain(worth);
  await page.keyboard.press("Escape");
  expect((await service.call("admin", "GET", "/warehouses?code=WEB")).data[0].costingScope).toBe("warehouse");
});

test("a warehouse is valued on another account, in one act with its entry before it", async () => {
  await service.call("admin", "POST", "/accounting/accounts", { code: "1205", name: "Goods in the shop", kind: "asset", controlFor: "stock" });
  const page = await as("admin", "/places/WEB?tab=details");
  await page.getByRole("button", { name: "Value on another account…" }).click();
  await page.getByRole("textbox", { name: "Account of stock" }).fill("1205");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").locator("tfoot").waitFor();
  await page.getByRole("button", { name: "Reclassify" }).click();
  await page.getByText("The goods of WEB are valued on 1205 Goods in the shop").waitFor();
  await page.getByRole("link", { name: "1205 Goods in the shop" }).waitFor();
});

test("a warehouse that was never used is deleted with ten seconds to undo it", async () => {
  const page = await as("admin", "/places/SHOP");
  await page.getByRole("button", { name: "Delete" }).click();
  await page.waitForURL(/\/places$/);
  await page.getByText("The warehouse SHOP will be deleted in ten seconds.").waitFor();
  await row(page, "DEPOT").waitFor();
  expect(await row(page, "SHOP").count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await row(page, "SHOP").waitFor();
});

test("who may only read is offered nothing that would be refused", async () => {
  const page = await as("operator", "/places/DEPOT?tab=details");
  await page.getByText("How goods lie and leave").waitFor();
  for (const name of ["Change", "Deactivate…", "Freeze…", "Delete", "Change the costing…"]) {
    expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
  }
});

test("the dialogs of a warehouse have no barrier", async () => {
  const page = await as("admin", "/places/DEPOT?tab=details");
  await page.locator("dl").first().waitFor();
  await page.keyboard.press("e");
  await page.getByRole("dialog").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Deactivate…" }).click();
  await page.getByRole("list", { name: "What stands in the way" }).waitFor();
  await expectAccessible(page);
});
