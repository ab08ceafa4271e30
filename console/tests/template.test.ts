import { afterAll, beforeAll, expect, test } from "vitest";
import { Presses, closeBrowser, expectAccessible, openConsole } from "./browser";
import { atDate, entries, toast, typeRent } from "./editor";
import { type Service, startService } from "./service";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

const TEMPLATES = "/accounting/entry-templates";

/** The templates of the books. */
const templates = async (): Promise<{ name: string; lines: { accountCode: string; debit: string; credit: string }[] }[]> =>
  (await service.call("clerk", "GET", TEMPLATES)).data;

test("an entry is kept as a template, and a colleague begins with its lines and posts them", async () => {
  const clerk = await openConsole(service, "clerk", { at: "/journal/new" });
  await typeRent(clerk.page, "Rent of the warehouse");
  await clerk.page.getByText("Balanced").first().waitFor();
  await clerk.page.getByRole("button", { name: "Templates" }).click();
  await clerk.page.getByText("None yet.").waitFor();
  await clerk.page.getByRole("menuitem", { name: "Keep as a template…" }).click();
  const dialog = clerk.page.getByRole("dialog", { name: "Keep as a template" });
  expect(await dialog.getByLabel("Name").inputValue()).toBe("Rent of the warehouse");
  await expectAccessible(clerk.page);
  await dialog.getByLabel("Name").fill("Rent");
  await clerk.page.keyboard.press("Enter");
  await toast(clerk.page, "Kept as the template “Rent”.");
  const [kept] = await templates();
  expect(kept?.lines.map((line) => [line.accountCode, line.debit, line.credit])).toEqual([
    ["6100", "240.00", "0.00"],
    ["1010", "0.00", "240.00"],
  ]);
  await clerk.close();

  const { page, close } = await openConsole(service, "accountant", { at: "/journal/new" });
  await atDate(page);
  const keys = new Presses(page);
  await keys.key("Control+k");
  await keys.type("from the template rent");
  await page.getByRole("option", { name: /Start from the template “Rent”/ }).waitFor();
  await keys.key("Enter");
  await toast(page, "The entry begins with “Rent”");
  expect(await page.getByLabel("Debit, line 1").inputValue()).toBe("240.00");
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Account, line 1");
  await page.getByText("Balanced").first().waitFor();
  await keys.key("Control+Enter");
  await toast(page, /posted/);
  expect(keys.count).toBe(3);
  const [entry] = await entries(service, "Rent of the warehouse");
  expect([entry?.status, entry?.lines.length]).toEqual(["posted", 2]);
  await close();
});

test("the first amount that a template leaves open has the focus, and undone the entry is as it was", async () => {
  const open = { name: "Cleaning", description: "Cleaning", lines: [{ accountCode: "6100", description: "Office" }, { accountCode: "1010", credit: "30.00" }] };
  await service.call("clerk", "POST", TEMPLATES, open);
  const { page, close } = await openConsole(service, "accountant", { at: "/journal/new" });
  await atDate(page);
  await page.getByRole("button", { name: "Templates" }).click();
  await page.getByRole("menuitem", { name: "Cleaning" }).click();
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Debit, line 1");
  expect(await page.getByLabel("Memo, line 1").inputValue()).toBe("Office");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[aria-label="Account, line 1"]')?.value === "");
  await close();
});

test("templates are replaced, renamed and deleted where they are chosen, and a deletion can be undone", async () => {
  const { page, close } = await openConsole(service, "clerk", { at: "/journal/new" });
  await typeRent(page, "Dearer rent");
  await page.getByRole("button", { name: "Templates" }).click();
  await page.getByRole("menuitem", { name: "Keep as a template…" }).click();
  const keep = page.getByRole("dialog", { name: "Keep as a template" });
  await keep.getByLabel("Name").fill("Rent");
  await keep.getByText("it is replaced").waitFor();
  await keep.getByRole("button", { name: "Replace it" }).click();
  await toast(page, "“Rent” has these lines now.");

  await page.getByRole("button", { name: "Templates" }).click();
  await page.getByRole("menuitem", { name: "Rename or delete templates…" }).click();
  const manage = page.getByRole("dialog", { name: "Templates of entries" });
  await manage.getByRole("button", { name: "Rename Rent" }).click();
  await expectAccessible(page);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Cleaning");
  await page.keyboard.press("Enter");
  await manage.getByText(/already/).first().waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Rent of the shop");
  await page.keyboard.press("Enter");
  await manage.getByRole("button", { name: "Delete Rent of the shop" }).click();
  await manage.getByText("Rent of the shop").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await manage.getByText("Rent of the shop").waitFor();
  expect((await templates()).map((one) => one.name)).toEqual(["Cleaning", "Rent of the shop"]);
  await manage.getByRole("button", { name: "Delete Cleaning" }).click();
  await manage.getByText("Cleaning").waitFor({ state: "detached" });
  await page.goto(`${service.url}/journal`);
  await expect.poll(async () => (await templates()).map((one) => one.name)).toEqual(["Rent of the shop"]);
  await close();
});
