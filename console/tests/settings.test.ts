import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, expectAccessible, openConsole } from "./browser";
import { type Service, startService } from "./service";
import { addUsers } from "./users";

let service: Service;
beforeAll(async () => {
  service = await startService();
  await addUsers(service, ["controller"]);
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

test("a journal is made by keyboard, kept while it is unsent, and offered again", async () => {
  const { page, close } = await openConsole(service, "admin", { at: "/settings/journals" });
  await page.locator("tr[data-row='0']").waitFor();
  await page.keyboard.press("c");
  const form = page.getByRole("dialog", { name: "New journal" });
  await form.getByLabel("Code").fill("SHOP");
  await form.getByLabel("Name").fill("Purchases of the shop");
  await page.waitForTimeout(700);
  await page.reload();
  await page.locator("tr[data-row='0']").waitFor();
  await page.keyboard.press("c");
  await form.getByRole("button", { name: "Go on with it" }).click();
  expect(await form.getByLabel("Code").inputValue()).toBe("SHOP");
  await page.keyboard.press("Control+Enter");
  await page.locator("tr[data-row]").filter({ hasText: "Purchases of the shop" }).waitFor();
  await close();
});

test("a dimension that is used is not deleted, and the way out makes it inactive", async () => {
  const { page, close } = await openConsole(service, "admin", { at: "/settings/dimensions/country" });
  await page.getByRole("button", { name: /Change the dimension/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Deactivate it" }).click();
  await page.getByText("Done:").waitFor();
  await expect.poll(async () => (await service.call("admin", "GET", "/accounting/dimensions")).data[0].isActive).toBe(false);
  await close();
});

test("rates come from the file of the European Central Bank, foreseen before they are recorded", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/settings/exchange-rates" });
  await page.getByRole("button", { name: "Import a file", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Import exchange rates" });
  const csv = "Date,USD,GBP,\n2010-12-06,1.3290,0.84555,\n2010-12-03,1.3246,0.84820,\n";
  await page.locator("input[type=file]").setInputFiles({ name: "eurofxref.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await dialog.getByText("0.636230248307").waitFor();
  await dialog.getByRole("button", { name: "Check the file" }).click();
  await dialog.getByText(/4 would be recorded, 0 are there already/).waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Record 4 rates" }).click();
  await page.locator("tr[data-row]").filter({ hasText: "1 USD in GBP" }).first().waitFor();
  await page.getByRole("button", { name: "Import a file…" }).click();
  const bad = "fromCurrency,toCurrency,rate,validFrom\nEUR,GBP,0.85,2010-12-07\nEUR,GBP,0,2010-12-08\n";
  await page.locator("input[type=file]").setInputFiles({ name: "rates.csv", mimeType: "text/csv", buffer: Buffer.from(bad) });
  await dialog.getByRole("button", { name: "Check the file" }).click();
  const faults = dialog.getByRole("table", { name: "Lines that are no rates" });
  await faults.getByRole("row").filter({ hasText: "3" }).getByText(/above 0/).waitFor();
  await close();
});

test("an entry recurs: it is the model, its days are listed, one is left out", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/settings/recurring-entries" });
  await page.getByRole("button", { name: "Make the first one" }).click();
  const form = page.getByRole("dialog", { name: "New recurring entry" });
  await form.getByLabel("Name").fill("Rent of the depot");
  await form.getByLabel("Lines as in the entry").fill("SJ-2010-000001");
  await page.getByRole("option", { name: /SJ-2010-000001/ }).click();
  await form.getByLabel("Counted from the day").fill("2131-01-31");
  await form.getByLabel("Text", { exact: true }).fill("Rent {year}-{month}");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Rent of the depot" }).waitFor();
  await page.getByRole("button", { name: "Leave 31 Jan 2131 out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave it out" }).click();
  await page.getByText("left out", { exact: true }).waitFor();
  await expectAccessible(page);
  await close();
});

test("a mapping names the accounts that stand in no section", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/settings/statement-mappings" });
  await page.getByRole("button", { name: "Make the first one" }).click();
  const form = page.getByRole("dialog", { name: "New statement mapping" });
  await form.getByLabel("Name", { exact: true }).fill("For the bank");
  await form.getByRole("button", { name: "Remove Equity" }).click();
  await expectAccessible(page);
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "For the bank" }).waitFor();
  await page.getByRole("table", { name: "Accounts in no section" }).getByText("equity").first().waitFor();
  await close();
});

test("the filters of a list are saved under a name, chosen again, shared, and deleted", async () => {
  const { page, close } = await openConsole(service, "clerk", { at: "/journal?status=draft" });
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save these filters…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save these filters" });
  await dialog.getByLabel("Name").fill("My drafts");
  await dialog.getByLabel(/^Shared/).check();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "My drafts" }).waitFor();
  await close();
  const other = await openConsole(service, "accountant", { at: "/journal" });
  await other.page.getByRole("button", { name: "Views" }).click();
  await other.page.getByRole("menuitem", { name: /My drafts/ }).click();
  await other.page.waitForURL("**/journal?status=draft");
  await other.close();
  const again = await openConsole(service, "clerk", { at: "/journal?status=draft" });
  await again.page.getByRole("button", { name: "My drafts" }).click();
  await again.page.getByRole("menuitem", { name: /Rename, share or delete/ }).click();
  await again.page.getByRole("dialog").getByRole("button", { name: "Delete it" }).click();
  await again.page.getByRole("button", { name: "Views" }).waitFor();
  await again.close();
});

// Last, as it changes a setting of the organization.
test("with a second person, a policy is proposed, told before and after, and approved from the inbox", async () => {
  await service.call("admin", "PUT", "/organization", { controlChanges: "secondPerson" });
  const { page, close } = await openConsole(service, "admin", { at: "/settings/approval-policies" });
  await page.getByRole("button", { name: "Make the first one" }).click();
  const form = page.getByRole("dialog", { name: "New approval policy" });
  await form.getByLabel("Name").fill("Above a thousand");
  await form.getByLabel("From the amount").fill("1000");
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText("Proposed: it changes when a second person approves it.").waitFor();
  await page.getByRole("button", { name: "Show" }).click();
  const beside = page.getByRole("complementary", { name: /Above a thousand/ });
  await beside.getByText("You proposed it; another person must approve.").waitFor();
  expect(await beside.getByRole("button", { name: /^Approve/ }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await close();

  const second = await openConsole(service, "controller", { at: "/inbox" });
  const proposed = second.page.getByRole("complementary", { name: /Above a thousand/ });
  await proposed.getByText("From the amount").waitFor();
  await expectAccessible(second.page);
  await second.page.keyboard.press("a");
  await second.page.getByRole("status").getByText("1 decided").waitFor();
  await expect.poll(async () => (await service.call("admin", "GET", "/accounting/approval-policies")).data.length).toBe(1);
  await second.close();
});
