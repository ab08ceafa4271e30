import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, expectAccessible, openConsole, Presses } from "./browser";
import { goWithin } from "./screens";
import { type Service, startService } from "./service";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

const csv = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
const take = (page: Page, name: string, text: string): Promise<void> => page.getByLabel("File to import").setInputFiles(csv(name, text));
const of = async (source: string): Promise<any[]> => (await service.call("accountant", "GET", `/accounting/journal-entries?source=${source}&limit=200`)).data; // eslint-disable-line

/** The screen, as a link of the console leads to it. */
async function openImport(user: string, search = "") {
  const opened = await openConsole(service, user, { at: "/journal" });
  await goWithin(opened.page, `/import${search}`);
  await opened.page.getByRole("heading", { name: "Import", exact: true }).waitFor();
  return opened;
}

const SPREADSHEET =
  "Beleg;Belegdatum;Text;Konto;Soll;Haben\nA-1;20.12.2010;Miete;Bankkonto;;1.200,00\nA-1;20.12.2010;Miete;6100;1.200,00;\n" +
  "A-2;21.12.2010;Porto;6100;x;\nA-2;21.12.2010;Porto;1010;;5,00\nA-3;03.01.2009;Zu früh;6100;5,00;\nA-3;03.01.2009;Zu früh;1010;;5,00\n";

test("a spreadsheet is read by its own headings, mended on the page, checked, and brought in, with every refusal told by its line", async () => {
  const { page, close } = await openImport("accountant", "?what=journalEntries&from=countinghouse");
  await take(page, "buchungen.csv", SPREADSHEET);
  const faults = page.getByRole("table", { name: "Faults of the file" });
  await faults.waitFor();
  expect(await faults.getByRole("row").nth(1).innerText()).toMatch(/^4\s+Soll\s+x\s+Is not an amount/);
  const account = page.getByLabel("Account here for Bankkonto");
  await account.fill("1010");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Forget what Bankkonto is here" }).waitFor();
  const main = page.getByRole("button", { name: /^Check all of it/ });
  expect(await main.isDisabled()).toBe(true);
  await page.getByLabel(/^Leave them out, and go on with the other 2 entries/).check();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download the faulty lines" }).click()]);
  expect(readFileSync(await download.path(), "utf8")).toContain('A-2,21.12.2010,Porto,6100,x,,4,"Soll: Is not an amount');
  const keys = new Presses(page);
  await keys.key("Control+Enter");
  await page.getByText("1 entry would come in, 1 would be refused").waitFor();
  expect(await of("countinghouse")).toHaveLength(0);
  await expectAccessible(page);
  await keys.key("Control+Enter");
  await page.getByRole("heading", { name: "It is done" }).waitFor();
  expect(keys.count).toBe(2);
  expect(await page.getByRole("table", { name: "Refused lines" }).innerText()).toMatch(/6–7\s+No period contains 2009-01-03/);
  expect(await of("countinghouse")).toMatchObject([{ date: "2010-12-20", externalId: "A-1", status: "posted" }]);
  await expectAccessible(page);
  await page.getByRole("link", { name: "The entries in the journal" }).click();
  await page.getByRole("table", { name: "Journal entries" }).getByText("Miete").waitFor();
  expect(await page.locator("tr[data-row]").count()).toBe(1);
  await close();
});

test("a mapping is saved under a name, offered for the next file like it, renamed and deleted", async () => {
  const { page, close } = await openImport("accountant", "?what=journalEntries&from=countinghouse");
  const file = SPREADSHEET.replace("Bankkonto", "Giro");
  await take(page, "one.csv", file);
  await page.getByLabel("Account here for Giro").fill("1010");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Forget what Giro is here" }).waitFor();
  await page.getByRole("button", { name: "Save this mapping…" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("The old books");
  await page.keyboard.press("Enter");
  await page.getByText("“The old books” is saved.").waitFor();
  await page.getByRole("button", { name: "Begin anew" }).click();
  await take(page, "two.csv", file);
  await page.getByRole("button", { name: "Read it as “The old books”" }).click();
  await page.getByRole("button", { name: "Forget what Giro is here" }).waitFor();
  const menu = page.getByRole("button", { name: "Mappings…" });
  await menu.click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: "Download it for the command line" }).click()]);
  expect(JSON.parse(readFileSync(await download.path(), "utf8"))).toMatchObject({ accounts: { Giro: "1010" }, decimals: "comma", dates: "dayFirst", columns: { date: "Belegdatum" } });
  await menu.click();
  await page.getByRole("menuitem", { name: "Rename or delete “The old books”…" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Lexware");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Read it as “Lexware”" }).waitFor();
  await menu.click();
  await page.getByRole("menuitem", { name: "Rename or delete “Lexware”…" }).click();
  await page.getByRole("button", { name: "Delete it" }).click();
  await page.getByRole("button", { name: "Read it as “Lexware”" }).waitFor({ state: "detached" });
  await close();
});

test("an import whose tab ends before the answer comes goes on in the next one, and nothing comes in twice", async () => {
  const { page, context, close } = await openImport("accountant", "?what=journalEntries&from=countinghouse");
  const lines = Array.from({ length: 450 }, (_, at) => `E-${at},2010-12-2${at % 8},Batch,6100,${at + 1}.00,\nE-${at},2010-12-2${at % 8},Batch,1010,,${at + 1}.00\n`);
  await take(page, "many.csv", `entry,date,description,account,debit,credit\n${lines.join("")}`);
  await page.getByRole("button", { name: "Change columns, days and amounts" }).click();
  await page.getByLabel("Name of the old books").fill("many");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: /^Check all of it/ }).click();
  await page.getByText("450 entries would come in").waitFor();
  let sent = 0;
  await context.route("**/journal-entries/batch", async (route) => {
    sent += 1;
    if (sent < 2) return route.continue();
    await route.fetch();
    return undefined; // The answer never comes.
  });
  await page.getByRole("button", { name: /^Bring in 450 entries/ }).click();
  await expect.poll(async () => (await service.call("accountant", "GET", "/accounting/journal-entries/totals?source=many")).count).toBe(400);
  await context.unrouteAll({ behavior: "ignoreErrors" });
  const next = await context.newPage();
  await page.close();
  await next.goto(`${service.url}/journal`);
  await next.locator("main h1").waitFor();
  await goWithin(next, "/import");
  await next.getByText("The import of many.csv did not come to its end").waitFor();
  await next.getByRole("button", { name: "Go on with it" }).click();
  await next.getByRole("button", { name: /^Go on/ }).click();
  await next.getByRole("heading", { name: "It is done" }).waitFor();
  await next.getByText("450 entries came in.").waitFor();
  expect((await service.call("accountant", "GET", "/accounting/journal-entries/totals?source=many")).count).toBe(450);
  await close();
});

test("unpaid invoices of Xero open on the first day of the books, each once", async () => {
  const { page, close } = await openImport("accountant", "?what=openItems&from=xero");
  const text =
    "*ContactName,EmailAddress,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,Total,InvoiceAmountPaid,InvoiceAmountDue,Currency\n" +
    "Blue Ltd,ap@blue.example,INV-0041,,15/12/2009,14/01/2010,1200.00,950.00,250.00,GBP\nBlue Ltd,ap@blue.example,INV-0041,,15/12/2009,14/01/2010,1200.00,950.00,250.00,GBP\n" +
    "Red Ltd,,INV-0042,,20/12/2009,19/01/2010,80.00,80.00,0.00,GBP\n";
  await take(page, "invoices.csv", text);
  await page.getByText("Say on which day the books begin.").waitFor();
  await page.getByLabel("First day of the books").fill("2010-01-01");
  await page.getByLabel("Account that took their balance").fill("3900");
  await page.keyboard.press("Enter");
  await page.getByText("GBP 250.00").first().waitFor();
  await page.getByText("Lines that are left out, and why nothing is lost").waitFor();
  await page.getByRole("button", { name: /^Check all of it/ }).click();
  await page.getByText(/^(1 open item would come in|1 would be refused)/).first().waitFor();
  await expectAccessible(page);
  await close();
});

test("who may not post leaves drafts, and is told so", async () => {
  const { page, close } = await openImport("clerk", "?what=journalEntries&from=countinghouse");
  expect(await page.getByLabel("Leave the entries as drafts").isDisabled()).toBe(true);
  await page.getByText("Your role does not let you post").waitFor();
  await take(page, "c.csv", "entry,date,description,account,debit,credit\nC-1,2010-12-20,By a clerk,6100,5.00,\nC-1,2010-12-20,By a clerk,1010,,5.00\n");
  await page.getByRole("button", { name: /^Check all of it/ }).click();
  await page.getByRole("button", { name: /^Bring in 1 entry/ }).click();
  await page.getByRole("heading", { name: "It is done" }).waitFor();
  expect((await of("countinghouse")).filter((one) => one.externalId === "C-1")).toMatchObject([{ status: "draft" }]);
  await close();
});
