import { afterAll, beforeAll, expect, test } from "vitest";
import { Presses, closeBrowser, expectAccessible, openConsole } from "./browser";
import { type Service, startService } from "./service";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

const draft = (text: string, amount = "10.00"): unknown => ({
  date: "2010-12-05",
  journalCode: "GJ",
  status: "draft",
  description: text,
  lines: [
    { accountCode: "6100", debit: amount },
    { accountCode: "1010", credit: amount },
  ],
});

test("filters stand in the address, a mistyped one is shown, and an empty list names them", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal?status=draft&from=2010-13-40" });
  await page.getByText("No entries fit the filters above.").waitFor();
  await page.getByText("from cannot be “2010-13-40”").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show all entries" }).click();
  await page.locator("tr[data-row='0']").waitFor();
  expect(new URL(page.url()).search).toBe("");
  await close();
});

test("a list is worked with the keyboard alone: down, beside, open, and Back to the place", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal" });
  await page.locator("tr[data-row='0']").waitFor();
  const keys = new Presses(page);
  for (let at = 0; at < 40; at += 1) await keys.key("j");
  const chosen = page.locator("tr[data-row]:focus");
  const number = await chosen.locator("td").nth(2).innerText();
  await keys.key("Space");
  await page.getByRole("complementary", { name: `Entry ${number}` }).waitFor();
  await keys.key("Enter");
  await page.waitForURL(`**/journal/${number}`);
  await page.goBack();
  await page.locator("tr[data-row]").filter({ hasText: number }).first().waitFor();
  await close();
});

test("marked drafts are posted together, and one that is refused says why", async () => {
  for (const text of ["Together one", "Together two"]) await service.call("accountant", "POST", "/accounting/journal-entries", draft(text));
  await service.call("accountant", "POST", "/accounting/journal-entries", {
    ...(draft("Together three") as object),
    lines: [{ accountCode: "6100", debit: "10.00" }],
  });
  const { page, close } = await openConsole(service, "accountant", { at: "/journal?status=draft&q=Together" });
  await page.locator("tr[data-row='2']").waitFor();
  for (let at = 0; at < 3; at += 1) {
    await page.keyboard.press("j");
    await page.locator(`tr[data-row='${at}']`).focus();
    await page.keyboard.press("x");
  }
  const bar = page.getByRole("region", { name: "Marked entries" });
  await bar.getByText("3 marked").waitFor();
  await expectAccessible(page);
  await bar.getByRole("button", { name: "Post" }).click();
  await page.getByText("2 of 3 posted.").waitFor();
  await close();
});

test("what others post is offered as news, and no row moves before somebody asks", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal" });
  await page.locator("tr[data-row='0']").waitFor();
  const first = await page.locator("tr[data-row='0']").innerText();
  await service.call("admin", "POST", "/accounting/journal-entries", { ...(draft("From somebody else") as object), status: "posted" });
  await page.getByRole("button", { name: /new: show/ }).waitFor();
  expect(await page.locator("tr[data-row='0']").innerText()).toBe(first);
  await page.getByRole("button", { name: /new: show/ }).click();
  await page.getByText("From somebody else").first().waitFor();
  await close();
});

test("the palette finds places, accounts and entries, and every key of the sheet is one that works", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal" });
  await page.locator("tr[data-row='0']").waitFor();
  await page.keyboard.press("Control+k");
  const line = page.getByRole("combobox", { name: "Search or do" });
  await expect.poll(() => line.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type("rent");
  await page.getByRole("option", { name: /6100 Rent/ }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/accounts/6100");
  await page.keyboard.press("g");
  await page.keyboard.press("j");
  await page.waitForURL("**/journal");
  await page.keyboard.press("Shift+?");
  await page.getByRole("dialog", { name: "Keys of this screen" }).waitFor();
  await expectAccessible(page);
  await close();
});
