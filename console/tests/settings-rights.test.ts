import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, openConsole } from "./browser";
import { type Service, startService } from "./service";
import { addUsers } from "./users";

let service: Service;
beforeAll(async () => {
  service = await startService();
  await addUsers(service, ["controller", "warehouseManager"]);
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
  ["parties", /New party/, "/accounting/parties", { name: "One more", kinds: ["customer"] }],
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
// These differ most in what they may do; the torture tries all.
const USERS = process.env["CONSOLE_WHOLE"] ? ["admin", "controller", "accountant", "clerk", "auditor", "warehousemanager", "operator"] : ["controller", "clerk", "auditor", "operator"];

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
      const refusal = await service.call(user, "POST", `${path}?dryRun=true`, body).then(
        () => "",
        (error: Error) => error.message,
      );
      const isAllowed = !/: 403 /.test(refusal);
      const offered = async (): Promise<string> => `${chapter}: ${(await page.getByRole("button", { name: button }).count()) > 0}`;
      await expect.poll(offered).toBe(`${chapter}: ${isAllowed}`);
    } else expect(QUIET).toContain(chapter);
    await page.goBack();
    await page.getByRole("heading", { name: "Settings" }).waitFor();
  }
  expect(forbidden).toEqual([]);
  await close();
});
