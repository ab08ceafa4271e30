import { afterAll, beforeAll, expect, test } from "vitest";
import { type Opened, closeBrowser, expectAccessible, openConsole, row } from "./browser";
import { type Service, startService } from "./service";

const ENTRIES = "/accounting/journal-entries";
let service: Service;
let admin: Opened;
beforeAll(async () => {
  service = await startService();
  admin = await openConsole(service, "admin");
});
afterAll(async () => {
  await admin.close();
  await closeBrowser();
  await service.stop();
});

const draft = (description: string, date = "2010-12-05"): Promise<{ id: string }> =>
  service.call("accountant", "POST", ENTRIES, {
    date,
    journalCode: "GJ",
    status: "draft",
    description,
    lines: [
      { accountCode: "6100", debit: "10.00" },
      { accountCode: "1010", credit: "10.00" },
    ],
  });

/** Marks so many rows from the first on. */
async function mark(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    await admin.page.locator(`tr[data-row='${at}']`).focus();
    await admin.page.keyboard.press("x");
  }
}

const boxes = (): Promise<string[]> => admin.page.getByRole("checkbox").evaluateAll((all) => all.map((one) => (one as HTMLInputElement).labels?.[0]?.textContent ?? ""));
const heads = (): Promise<string[]> => admin.page.locator("table thead th").allTextContents();

test("what is posted leaves the marks, and what is refused stays with its reason and a way out", async () => {
  const { page } = admin;
  for (const at of [1, 2]) await draft(`Bulk right ${at}`);
  await draft("Bulk wrong", "2031-01-05");
  await page.goto(`${service.url}/journal?status=draft,posted&q=Bulk`);
  await row(page, "Bulk wrong").waitFor();
  await mark(3);
  const bar = page.getByRole("region", { name: "Marked entries" });
  const asked: string[] = [];
  page.on("request", (request) => request.method() === "POST" && asked.push(new URL(request.url()).pathname));
  await bar.getByText("3 marked").waitFor();
  await bar.getByRole("button", { name: "Post", exact: true }).click();
  await page.getByText("2 of 3 posted.").waitFor();
  await bar.getByText("1 marked").waitFor();
  const refused = bar.getByRole("alert").getByRole("listitem");
  await refused.getByText(/^Bulk wrong/).waitFor();
  expect(await refused.count()).toBe(1);
  expect(await refused.getByRole("button").count()).toBeGreaterThan(0);
  expect(asked.filter((path) => path.includes("journal-entries"))).toEqual([`/api/v1${ENTRIES}/actions`]);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.emulateMedia({ colorScheme: "light" });
  expect(await row(page, "Bulk right 1").innerText()).toContain("posted");
});

test("marked drafts are deleted together, and all come back when that is undone", async () => {
  const { page } = admin;
  for (const at of [1, 2]) await draft(`Too much ${at}`);
  await page.goto(`${service.url}/journal?status=draft&q=Too%20much`);
  await row(page, "Too much 2").waitFor();
  await mark(2);
  await page.getByRole("region", { name: "Marked entries" }).getByRole("button", { name: "Delete" }).click();
  await page.getByText("No entries fit the filters above.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await row(page, "Too much 1").waitFor();
  await row(page, "Too much 2").waitFor();
});

test("columns are chosen by keyboard, stay on the next visit and on other devices, and all come back", async () => {
  const { page } = admin;
  await page.goto(`${service.url}/journal`);
  await page.locator("tr[data-row='0']").waitFor();
  const all = await heads();
  await page.getByRole("button", { name: "Columns" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("checkbox", { name: "Accounts" }).waitFor();
  expect(await boxes()).toEqual(all);
  await expectAccessible(page);
  await page.getByRole("checkbox", { name: "Accounts" }).focus();
  await page.keyboard.press("Space");
  await expect.poll(heads).toEqual(all.filter((head) => head !== "Accounts"));
  await page.keyboard.press("Escape");
  await expect.poll(async () => JSON.stringify((await page.evaluate(async () => (await fetch("/api/v1/me/preferences")).json())).style?.settings?.hiddenColumns)).toBe('{"Journal entries":["accounts"]}');
  const other = await openConsole(service, "admin", { at: "/journal" });
  await other.page.locator("tr[data-row='0']").waitFor();
  await expect.poll(() => other.page.locator("table thead th").allTextContents()).toEqual(all.filter((head) => head !== "Accounts"));
  await other.close();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("button", { name: "All columns" }).click();
  await expect.poll(heads).toEqual(all);
  await page.keyboard.press("Escape");
});

test("a saved view has its columns, and leaving it brings back one's own", async () => {
  const { page } = admin;
  await service.call("admin", "POST", "/views", { name: "Short", screen: "/journal", query: "status=posted", columns: ["date", "text", "amount"] });
  await page.goto(`${service.url}/journal`);
  await page.locator("tr[data-row='0']").waitFor();
  const all = await heads();
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: /^Short/ }).click();
  await expect.poll(heads).toEqual(["Date", "Text", "Amount"]);
  await page.getByRole("button", { name: "Without the filter Status" }).click();
  await expect.poll(heads).toEqual(all);
});

test("movements have their number and their months, and a month leads to its first row", async () => {
  const { page } = admin;
  const totals = await service.call("admin", "GET", "/inventory/movements/totals");
  await page.goto(`${service.url}/movements`);
  await page.getByText(`${totals.count.toLocaleString("en-GB")} movements`).waitFor();
  const months = page.getByRole("navigation", { name: "Months" });
  await expect.poll(() => months.getByRole("button").count()).toBe(totals.byMonth.length);
  await months.getByRole("button", { name: /^Dec 2010/ }).click();
  await page.waitForURL("**/movements?to=2010-12-31");
  await expect.poll(() => page.locator("tr[data-row='0']").innerText()).toContain("Dec 2010");
});

test("plain tables have pages of a hundred real rows, with the way to the next and back", async () => {
  const { page } = admin;
  await page.evaluate(() => localStorage.setItem("countinghouse-settings", JSON.stringify({ ...JSON.parse(localStorage.getItem("countinghouse-settings") ?? "{}"), plainTables: true })));
  await page.goto(`${service.url}/journal`);
  const pages = page.getByRole("navigation", { name: "Pages of journal entries" });
  const { count } = await service.call("admin", "GET", `${ENTRIES}/totals`);
  await pages.getByText(`Rows 1 to 100 of ${count.toLocaleString("en-GB")}`).waitFor();
  expect(await page.locator("tr[data-row]").count()).toBe(100);
  await expectAccessible(page);
  for (let at = 1; at * 100 < count; at += 1) await pages.getByRole("button", { name: "Next 100" }).click();
  const last = Math.floor((count - 1) / 100) * 100;
  await pages.getByText(`Rows ${(last + 1).toLocaleString("en-GB")} to ${count.toLocaleString("en-GB")} of`).waitFor();
  expect(await page.locator("tr[data-row]").count()).toBe(count - last);
  await pages.getByRole("button", { name: "Previous 100" }).click();
  await expect.poll(() => page.locator("tr[data-row]").count()).toBe(100);
  await page.locator("tr[data-row]").last().focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.locator("tr[data-row]:focus").getAttribute("data-row")).toBe(String(last));
});
