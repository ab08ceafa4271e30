import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, expectAccessible, openConsole } from "./browser";
import { type Service, startService } from "./service";

let service: Service;
beforeAll(async () => {
  service = await startService();
  for (const role of ["controller", "warehouseManager"]) {
    await service.call("admin", "POST", "/users", { username: role.toLowerCase(), password: "four quiet harbours", roles: [role] });
    // Whoever got a password from somebody else chooses another one first.
    const token = (await (
      await fetch(`${service.url}/api/v1/auth/token`, {
        method: "POST",
        body: new URLSearchParams({ grant_type: "password", username: role.toLowerCase(), password: "four quiet harbours" }),
      })
    ).json()) as { access_token: string };
    const changed = await fetch(`${service.url}/api/v1/auth/password`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token.access_token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ currentPassword: "four quiet harbours", newPassword: "countinghouse-demo" }),
    });
    expect(changed.ok).toBe(true);
  }
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

/** Each chapter with a "New" button, and what it sends: the service says whether the role may. */
const MAKES: [chapter: string, button: RegExp, path: string, body: unknown][] = [
  ["people", /New person/, "/users", { username: "nobody.yet", password: "four quiet harbours", roles: [] }],
  ["roles", /New role/, "/roles", { name: "Nobody's", permissions: [] }],
  ["service-accounts", /New service account/, "/service-accounts", { name: "None", roles: [] }],
  ["journals", /New journal/, "/accounting/journals", { code: "XX", name: "Another", kind: "general" }],
  ["fiscal-years", /New fiscal year/, "/accounting/fiscal-years", { name: "2011", startDate: "2011-01-01" }],
  ["dimensions", /New dimension/, "/accounting/dimensions", { code: "team", name: "Team" }],
  ["currencies", /New currency/, "/accounting/currencies", { code: "POINTS", name: "Points", decimals: 0 }],
  ["exchange-rates", /New exchange rate/, "/accounting/exchange-rates", { fromCurrency: "EUR", toCurrency: "GBP", rate: "0.85", validFrom: "2010-12-01" }],
  ["approval-policies", /New approval policy/, "/accounting/approval-policies", { name: "Large", minAmount: "1000" }],
  [
    "recurring-entries",
    /New recurring entry/,
    "/accounting/recurring-entries",
    { name: "Rent", rule: "FREQ=MONTHLY;COUNT=2", startDate: "2131-01-01", lines: [{ accountCode: "6100", debit: "1.00" }, { accountCode: "1010", credit: "1.00" }] },
  ],
  ["statement-mappings", /New statement mapping/, "/accounting/statement-mappings", { name: "One", kind: "balanceSheet", sections: [{ key: "a", title: "A", side: "debit", types: ["asset"] }] }],
  ["reason-codes", /New reason code/, "/inventory/reason-codes", { code: "XX", name: "Another" }],
  ["item-categories", /New item category/, "/inventory/item-categories", { code: "XX", name: "Another" }],
];
const QUIET = ["sign-in", "style", "invitations", "control-changes", "organization", "units"];
const USERS = ["admin", "controller", "accountant", "clerk", "auditor", "warehousemanager", "operator"];

test.each(USERS)("no chapter of the settings shows the user %s a button that the service refuses", async (user) => {
  const { page, close } = await openConsole(service, user, { at: "/settings" });
  const forbidden: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 403) forbidden.push(response.url());
  });
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  const shown = await page.locator(".settings-index a").evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname.split("/").at(-1)));
  for (const chapter of shown) {
    await page.locator(`.settings-index a[href$="/${chapter}"]`).click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    const makes = MAKES.find(([one]) => one === chapter);
    if (makes) {
      const [, button, path, body] = makes;
      const offered = (await page.getByRole("button", { name: button }).count()) > 0;
      const refusal = await service.call(user, "POST", `${path}?dryRun=true`, body).then(
        () => "",
        (error: Error) => error.message,
      );
      expect(`${chapter}: ${offered}`).toBe(`${chapter}: ${!/: 403 /.test(refusal)}`);
    } else expect(QUIET).toContain(chapter);
    await page.goBack();
    await page.getByRole("heading", { name: "Settings" }).waitFor();
  }
  expect(forbidden).toEqual([]);
  await close();
});

test("every chapter is clean for readers in both themes and fits a narrow screen", async () => {
  const { page, close } = await openConsole(service, "admin", { at: "/settings" });
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await expectAccessible(page);
  for (const chapter of [...MAKES.map(([one]) => one), ...QUIET]) {
    await page.goto(`${service.url}/settings/${chapter}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
    await page.setViewportSize({ width: 320, height: 800 });
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
    expect(`${chapter} ${await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)}`).toBe(`${chapter} true`);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: "light" });
    await expectAccessible(page);
  }
  await close();
});

test("a journal is made by keyboard, kept while it is unsent, and offered again", async () => {
  const { page, close } = await openConsole(service, "admin", { at: "/settings/journals" });
  await page.locator("tr[data-row='0']").waitFor();
  await page.keyboard.press("c");
  const form = page.getByRole("dialog", { name: "New journal" });
  await form.getByLabel("Code").fill("PJ");
  await form.getByLabel("Name").fill("Purchases of the shop");
  await page.waitForTimeout(700);
  await page.reload();
  await page.locator("tr[data-row='0']").waitFor();
  await page.keyboard.press("c");
  await form.getByRole("button", { name: "Go on with it" }).click();
  expect(await form.getByLabel("Code").inputValue()).toBe("PJ");
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
  await form.getByLabel("Lines as in the entry").fill("rent");
  await page.getByRole("option").first().click();
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
