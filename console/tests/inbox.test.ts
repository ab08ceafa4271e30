import { afterAll, beforeAll, expect, test } from "vitest";
import { Presses, closeBrowser, expectAccessible, openConsole } from "./browser";
import { type Service, startService } from "./service";

const ENTRIES = "/accounting/journal-entries";
let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

/** A draft that this user submits. */
async function submitted(user: string, description: string): Promise<string> {
  const { id } = await service.call<{ id: string }>(user, "POST", ENTRIES, {
    date: "2010-12-06",
    journalCode: "GJ",
    description,
    lines: [
      { accountCode: "6100", debit: "12.00" },
      { accountCode: "1010", credit: "12.00" },
    ],
  });
  await service.call(user, "POST", `${ENTRIES}/${id}/submit`, {});
  return id;
}

const statusOf = async (id: string): Promise<string> => (await service.call(`admin`, "GET", `${ENTRIES}/${id}`)).status;

test("an empty inbox says so", async () => {
  const { page, close } = await openConsole(service, "admin", { at: "/inbox" });
  await page.getByRole("heading", { name: "Nothing waits for you." }).waitFor();
  await expectAccessible(page);
  await close();
});

test("ten entries are approved with twelve presses, each seen before", async () => {
  const ids: string[] = [];
  for (let at = 1; at <= 10; at += 1) ids.push(await submitted("clerk", `Rent of stall ${at}`));
  const { page, close } = await openConsole(service, "admin", { at: "/journal" });
  await page.locator("tr[data-row='0']").waitFor();
  const keys = new Presses(page);
  await keys.key("g");
  await keys.key("n");
  for (let at = 1; at <= 10; at += 1) {
    const beside = page.getByRole("complementary", { name: `Rent of stall ${at}`, exact: true });
    await beside.getByRole("table").waitFor();
    await keys.key("a");
  }
  await page.getByRole("status").getByText("10 decided").waitFor();
  expect(keys.count).toBe(12);
  for (const id of ids) expect(await statusOf(id)).toBe("posted");
  await page.getByRole("heading", { name: "Nothing waits for you." }).waitFor();
  await close();
});

test("a rejected entry comes back to its author with the reason, and the next one has the focus", async () => {
  const [first] = [await submitted("clerk", "Without a receipt"), await submitted("clerk", "With a receipt")];
  const { page, close } = await openConsole(service, "admin", { at: "/inbox" });
  await page.getByRole("link", { name: /Inbox 2 waiting/ }).waitFor();
  await page.getByRole("complementary", { name: "Without a receipt" }).getByRole("table").waitFor();
  await page.keyboard.press("r");
  await page.getByRole("dialog").getByLabel("Reason").waitFor();
  await expectAccessible(page);
  await page.keyboard.type("the receipt is missing");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("complementary", { name: "With a receipt" }).waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("a");
  await page.getByRole("status").getByText("2 decided").waitFor();
  expect(await statusOf(first)).toBe("draft");
  await close();

  const clerk = await openConsole(service, "clerk", { at: "/inbox" });
  await clerk.page.getByText("the receipt is missing").waitFor();
  expect(await clerk.page.getByRole("button", { name: /Approve|Reject/ }).count()).toBe(0);
  await clerk.page.keyboard.press("e");
  await clerk.page.waitForURL(`**/journal/${first}/edit`);
  await clerk.close();
});

test("an approval that is refused says why on its row, and the others go on", async () => {
  await submitted("clerk", "Changed meanwhile");
  const { page, close } = await openConsole(service, "admin", { at: "/inbox" });
  const row = page.locator("tr[data-row]").filter({ hasText: "Changed meanwhile" });
  await row.click();
  await page.getByRole("complementary", { name: "Changed meanwhile" }).getByRole("table").waitFor();
  await page.route("**/approve", (route) =>
    route.fulfill({
      status: 409,
      contentType: "application/problem+json",
      body: JSON.stringify({ code: "period_closed", title: "The period is closed", detail: "period 2010-12 is closed: reopen it", errors: [], resolutions: [], context: {}, requestId: "r" }),
    }),
  );
  await page.keyboard.press("a");
  await row.getByText("refused").waitFor();
  await row.click();
  await page.getByRole("alert").getByText("Period 2010-12 is closed: reopen it.").waitFor();
  await expectAccessible(page);
  await close();
});

test("the inbox has no fault of access in both themes, wide and narrow", async () => {
  await submitted("clerk", "A very long text of an entry that has to be cut somewhere, because there is no room for all of it");
  const { page, close } = await openConsole(service, "admin", { at: "/inbox" });
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [320, 1280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.getByRole("complementary").getByRole("table").first().waitFor();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
  }
  await close();
});

test("a movement of goods is approved where entries are", async () => {
  const items = await service.call("admin", "GET", "/inventory/items?limit=1");
  const warehouses = await service.call("admin", "GET", "/warehouses?limit=1");
  const { sku } = items.data[0];
  const movement = await service.call("operator", "POST", "/inventory/movements", {
    kind: "receipt",
    status: "draft",
    occurredAt: "2010-12-06T10:00:00Z",
    warehouseCode: warehouses.data[0].code,
    description: "Three more of them",
    lines: [{ sku, quantity: "3" }],
  });
  await service.call("admin", "PUT", `/inventory/movements/${movement.id}`, { lines: [{ sku, quantity: "3", totalCost: "9.00" }] });
  await service.call("operator", "POST", `/inventory/movements/${movement.id}/submit`, {});
  const { page, close } = await openConsole(service, "admin", { at: "/inbox" });
  await page.locator("tr[data-row]").filter({ hasText: "Three more of them" }).click();
  const beside = page.getByRole("complementary", { name: "Three more of them" });
  await beside.getByText(sku).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("a");
  await page.getByRole("status").getByText("1 decided").waitFor();
  expect(await service.call("admin", "GET", `/inventory/movements/${movement.id}`)).toMatchObject({ status: "posted" });
  await close();
});

test("whoever keeps the books states what a receipt cost, where it waits for that", async () => {
  const items = await service.call("admin", "GET", "/inventory/items?limit=2");
  const warehouses = await service.call("admin", "GET", "/warehouses?limit=1");
  const lines = items.data.map(({ sku }: { sku: string }) => ({ sku, quantity: "3" }));
  const receipt = { kind: "receipt", status: "draft", occurredAt: "2010-12-06T10:00:00Z", warehouseCode: warehouses.data[0].code, description: "Came without a price", lines };
  const movement = await service.call("operator", "POST", "/inventory/movements", receipt);
  const { page, close } = await openConsole(service, "accountant", { at: "/inbox?tab=cost" });
  const beside = page.getByRole("complementary", { name: "Came without a price" });
  await beside.getByLabel(/on line 1/).fill("9");
  await beside.getByLabel(/on line 2/).fill("2*3");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("The costs are stated: the receipt can be posted.").waitFor();
  await beside.waitFor({ state: "detached" });
  const costed = await service.call("admin", "GET", `/inventory/movements/${movement.id}`);
  expect(costed.lines.map((line: { totalCost: string }) => line.totalCost)).toEqual(["9.00", "6.00"]);
  await close();
});

test("a count whose differences are beyond what is tolerated is approved or sent back to be counted again", async () => {
  const items = await service.call("admin", "GET", "/inventory/items?limit=1");
  const warehouses = await service.call("admin", "GET", "/warehouses?limit=1");
  const count = await service.call("operator", "POST", "/inventory/counts", {
    warehouseCode: warehouses.data[0].code,
    itemIds: [items.data[0].id],
    tolerance: { quantity: "0" },
    description: "The shelf at the window",
  });
  const path = `/inventory/counts/${count.id}`;
  const record = (quantity: string): Promise<unknown> =>
    service.call("operator", "POST", `${path}/lines`, { lines: [{ sku: items.data[0].sku, quantity }] });
  await record("4711");
  await service.call("operator", "POST", `${path}/submit`, {});
  const { page, close } = await openConsole(service, "admin", { at: "/inbox" });
  await page.locator("tr[data-row]").filter({ hasText: "The shelf at the window" }).click();
  const beside = page.getByRole("complementary", { name: "The shelf at the window" });
  await beside.getByText("4,711", { exact: true }).waitFor();
  await beside.getByText("more than is tolerated").waitFor();
  await expectAccessible(page);
  await page.keyboard.press("r");
  await page.getByRole("dialog").getByLabel("Reason").waitFor();
  await page.keyboard.type("the second shelf was forgotten");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("status").getByText("1 decided").waitFor();
  expect(await service.call("admin", "GET", path)).toMatchObject({ status: "open", sentBackReason: "the second shelf was forgotten" });
  await close();
});

test("each part of the inbox has its number, and the navigation counts what waits for a decision", async () => {
  await submitted("clerk", "To be decided");
  await service.call("admin", "POST", ENTRIES, {
    date: "2010-12-06",
    journalCode: "GJ",
    status: "draft",
    description: "Begun at the desk",
    lines: [{ accountCode: "6100", debit: "12.00" }],
  });
  const counts = (await service.call("admin", "GET", "/me/inbox")).counts;
  const { page, close } = await openConsole(service, "admin", { at: "/inbox" });
  await page.getByRole("link", { name: `Inbox ${counts.approve + counts.rejected} waiting` }).waitFor();
  const parts = page.getByRole("navigation", { name: "Parts of the inbox" });
  await parts.getByRole("link", { name: `To approve ${counts.approve}` }).waitFor();
  await parts.getByRole("link", { name: `Drafts ${counts.draft}` }).click();
  await page.waitForURL("**/inbox?tab=draft");
  await page.getByRole("complementary", { name: "Begun at the desk" }).getByRole("link", { name: /Edit/ }).waitFor();
  await expect.poll(() => page.locator("tr[data-row]").count()).toBe(counts.draft);
  await page.goto(`${service.url}/today`);
  const { drafts } = await service.call("admin", "GET", "/summary");
  await page.getByRole("link", { name: `${drafts.journalEntries} draft` }).waitFor();
  await close();
});

// Last, as it changes a setting of the organization.
test("what one prepared oneself waits for another, where duties are separated", async () => {
  const { version } = await service.call("admin", "GET", "/organization");
  expect(version).toBeGreaterThan(0);
  await service.call("admin", "PUT", "/organization", { separationOfDuties: { approverNotPreparer: true } });
  const id = await submitted("admin", "By the administrator");
  const { page, close } = await openConsole(service, "admin", { at: "/inbox" });
  const row = page.locator("tr[data-row]").filter({ hasText: "By the administrator" });
  await row.click();
  await page.getByText("You prepared it; here another person must approve.").waitFor();
  await page.keyboard.press("a");
  expect(await statusOf(id)).toBe("pendingApproval");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/journal/${id}`);
  // The address changes before the inbox has gone, which says and offers the same.
  const deeds = page.getByRole("complementary", { name: "What can be done" });
  await deeds.getByText("You prepared it; here another person must approve.").waitFor();
  expect(await deeds.getByRole("button", { name: /^Approve/ }).isDisabled()).toBe(true);
  await page.keyboard.press("Escape");
  await page.waitForURL("**/inbox");
  await close();
});
