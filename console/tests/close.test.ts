import { execFileSync } from "node:child_process";
import { type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Opened, Presses, closeBrowser, expectAccessible, openConsole } from "./browser";
import { type Service, startService } from "./service";

let service: Service;
let periods: Map<string, string>;
let admin: Opened;
beforeAll(async () => {
  service = await startService();
  const page = await service.call("admin", "GET", "/accounting/periods?limit=200");
  periods = new Map(page.data.map((period: { name: string; id: string }) => [period.name, period.id]));
  // The next to close is the month before the one with all the entries, whose papers are long in the making.
  for (let month = 1; month <= 10; month += 1) await closeByApi(`2010-${String(month).padStart(2, "0")}`);
  admin = await openConsole(service, "admin");
});
afterAll(async () => {
  await admin.close();
  await closeBrowser();
  await service.stop();
});

const closeByApi = (name: string): Promise<unknown> =>
  service.call("admin", "POST", `/accounting/periods/${periods.get(name)}/close`, { reason: "month end" });

function draft(date: string, description: string): Promise<{ id: string }> {
  const lines = [
    { accountCode: "6100", debit: "90.00" },
    { accountCode: "1010", credit: "90.00" },
  ];
  return service.call("admin", "POST", "/accounting/journal-entries", { date, journalCode: "GJ", description, lines });
}

/** The administrator's page at an address. */
async function at(path: string): Promise<Page> {
  await admin.page.goto(`${service.url}${path}`);
  return admin.page;
}

/** The act of the dialog that is open. */
const act = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true });
/** A button of the screen, not of what lies over it. */
const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });

const seal = (page: Page, name: string) => page.locator("[data-seal]").filter({ hasText: `${name},` });

test("a month that is ready is closed in six clicks, with its papers in one file", async () => {
  const page = await at("/journal");
  let clicks = 0;
  const click = async (what: ReturnType<typeof button>): Promise<void> => {
    clicks += 1;
    await what.click();
  };
  await click(page.getByRole("link", { name: /^Close/ }));
  await click(button(page, "Soft-close"));
  await click(act(page, "Soft-close"));
  await seal(page, "November 2010").filter({ hasText: "soft-closed" }).waitFor();
  await page.getByText("Next: close it for good").first().waitFor();
  await click(button(page, "Close it for good"));
  await click(act(page, "Close"));
  await seal(page, "November 2010").filter({ hasText: /, closed/ }).waitFor();
  const saved = page.waitForEvent("download");
  await click(button(page, "Download pack"));
  expect(clicks).toBe(6);
  const file = await saved;
  expect(file.suggestedFilename()).toBe("close-2010-11.zip");
  const pack = await file.path();
  const names = execFileSync("python3", ["-m", "zipfile", "-l", pack], { encoding: "utf8" });
  for (const name of ["trial-balance.xlsx", "profit-and-loss.xlsx", "balance-sheet.xlsx", "general-ledger.xlsx", "journal.xlsx"]) {
    expect(names).toContain(name);
  }
  expect(names).toContain("proof-of-stock.json");
  for (const name of ["closing-history.csv", "checklist.csv", "open-items-receivable.xlsx", "stock.xlsx", "exchange-rates.csv", "proof-of-stock.csv"]) {
    expect(names).toContain(name);
  }
  const read = (name: string): string =>
    execFileSync("python3", ["-c", "import sys,zipfile; sys.stdout.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]).decode())", pack, name], { encoding: "utf8" });
  const papers = await page.getByRole("heading", { name: /^Papers in the pack: \d+$/ }).innerText();
  const count = papers.replace(/\D/g, "");
  expect(read("contents.txt")).toContain("Demo Gifts Ltd");
  expect(read("contents.txt")).toContain("Period 2010-11");
  expect(read("contents.txt")).toContain(`${count} of ${count} papers`);
  expect(read("closing-history.csv")).toMatch(/^closed,.*Ada the administrator/m);
  expect(read("proof-of-stock.csv")).toContain("Stock agrees with the books,yes");
});

test("closing out of order is refused, and leads to the month that is first", async () => {
  const page = await at("/close/2011-02");
  await page.getByText("It cannot be closed yet: 1 line is in the way.").waitFor();
  expect(await button(page, "Close").isDisabled()).toBe(true);
  await page.getByText("2 earlier periods are not closed: close December 2010 first.").waitFor();
  await button(page, "Go to December 2010").click();
  await page.getByRole("heading", { name: "December 2010" }).waitFor();
  await page.getByRole("button", { name: "Back to closing February 2011" }).click();
  await page.getByRole("heading", { name: "February 2011" }).waitFor();
});

test("a month that is no longer ready is refused with the way to what is in the way, and back", async () => {
  const page = await at("/close/2010-12");
  await page.getByText("Nothing is in the way.").waitFor();
  await button(page, "Close").click();
  const late = await draft("2010-12-30", "A late bill of December");
  await act(page, "Close").click();
  await page.getByText("The period cannot be closed yet").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: /1 draft is dated in it/ }).click();
  await page.getByText("A late bill of December").first().waitFor();
  expect(page.url()).toContain("/journal?status=draft&from=2010-12-01&to=2010-12-31");
  await page.getByRole("button", { name: "Back to closing December 2010" }).click();
  await page.getByText("1 line is in the way.", { exact: true }).waitFor();
  await button(page, "Show them").click();
  await page.getByText("A late bill of December").first().waitFor();
  await service.call("admin", "DELETE", `/accounting/journal-entries/${late.id}`);
  await page.goBack();
  await page.getByText("Nothing is in the way.").waitFor();
  expect(await page.getByRole("button", { name: /^Back to closing/ }).count()).toBe(0);
});

test("a month is reopened with a reason, which its history keeps with who it was", async () => {
  const page = await at("/close/2010-11");
  await button(page, "Reopen").click();
  await page.getByText("Say why: it stays in the history.").waitFor();
  await page.getByLabel("Why").fill("the rent came late");
  await act(page, "Reopen").click();
  await page.getByRole("listitem").filter({ hasText: /Reopened by you.*the rent came late/ }).waitFor();
  await button(page, "Soft-close").waitFor();
});

test("a month behind which others are closed is reopened with them, the last first", async () => {
  const page = await at("/close/2010-08");
  await button(page, "Reopen").click();
  await page.getByText("these 2 are opened before August 2010").waitFor();
  await page.getByLabel("Why").fill("August was wrong");
  await act(page, "Reopen these 3").click();
  await seal(page, "August 2010").filter({ hasText: "open" }).waitFor();
  await seal(page, "October 2010").filter({ hasText: "open" }).waitFor();
});

test("several months close in order, and it stops at the first that is not ready", async () => {
  const late = await draft("2010-11-30", "A bill of November");
  const page = await at("/close/2010-12");
  await button(page, "Close all up to here").click();
  await act(page, "Close these 5").click();
  await page.getByText("3 of 5 done").waitFor();
  await page.getByRole("dialog").getByText("The period cannot be closed yet").waitFor();
  await service.call("admin", "DELETE", `/accounting/journal-entries/${late.id}`);
  await act(page, "Go on").click();
  await page.getByText("5 periods are closed.").waitFor();
  await seal(page, "December 2010").filter({ hasText: /, closed/ }).waitFor();
});

test("a year is closed with its closing entry in view, and opened again with a reason", async () => {
  const page = await at("/close/2010");
  await page.getByText("It cannot be closed yet: 1 line is in the way.").waitFor();
  await closeByApi("2010 adjustments");
  await page.reload();
  await button(page, "Close the year").click();
  await page.getByRole("dialog").getByRole("link", { name: "3100 Retained earnings" }).waitFor();
  await act(page, "Close the year").click();
  await page.getByText("Fiscal year 2010 is closed.").waitFor();
  await seal(page, "Fiscal year 2010").filter({ hasText: /, closed/ }).waitFor();
  await page.goto(`${service.url}/close/2010-12`);
  await page.getByText("It cannot be reopened: fiscal year 2010 is closed: reopen it first.").waitFor();
  await page.goto(`${service.url}/close/2010`);
  await button(page, "Reopen the year").click();
  await page.getByLabel("Why").fill("the auditor found one more");
  await act(page, "Reopen the year").click();
  await page.getByRole("listitem").filter({ hasText: /Reopened by you.*the auditor found one more/ }).waitFor();
});

test("foreign balances get their rate and are revalued where the list misses it", async () => {
  const lines = [
    { accountCode: "1100", debit: "1000.00", partyName: "Maison Lyon" },
    { accountCode: "4000", credit: "1000.00" },
  ];
  const invoice = { date: "2011-01-06", journalCode: "GJ", status: "posted", currency: "EUR", exchangeRate: "0.8583", description: "Invoice to Lyon", lines };
  await service.call("admin", "POST", "/accounting/journal-entries", invoice);
  const page = await at("/close/2011-01");
  await button(page, "Record them…").click();
  await page.getByLabel("EUR in GBP").fill("0,8568");
  await page.keyboard.press("Enter");
  await button(page, "Revalue…").click();
  await page.getByRole("dialog").getByRole("cell", { name: "EUR 1,000.00" }).waitFor();
  await page.getByRole("dialog").getByText("minus 1.50").waitFor();
  await act(page, "Revalue").click();
  await page.getByText("Foreign balances were revalued on 31 Jan 2011").waitFor();
  await page.getByText("Nothing is in the way.").waitFor();
});

test("stock is proven against the books when it is asked for", async () => {
  const page = await at("/close/2010-12");
  await button(page, "Prove it").click();
  await page.getByText(/movements costed from the first, no difference/).waitFor({ timeout: 30_000 });
  await page.getByRole("cell", { name: "69,050.51" }).first().waitFor();
});

test("a clerk sees how the months stand, and no act", async () => {
  const { page, close } = await openConsole(service, "clerk", { at: "/close/2011-01" });
  await page.getByText("Nothing is in the way.").waitFor();
  await page.getByRole("link", { name: "Excel Journal" }).waitFor();
  for (const name of ["Soft-close", "Close", "Reopen", "Close all up to here", "New fiscal year…"]) {
    expect(await button(page, name).count()).toBe(0);
  }
  await page.goto(`${service.url}/close/2010-12`);
  await page.getByText("Its checklist").waitFor();
  expect(await button(page, "Reopen").count()).toBe(0);
  await close();
});

test("a month is closed with the keyboard alone", async () => {
  const page = await at("/journal");
  await page.getByRole("heading", { name: "Journal" }).waitFor();
  const presses = new Presses(page);
  await presses.key("g");
  await presses.key("c");
  await page.getByRole("heading", { name: "January 2011" }).waitFor();
  await page.getByText("Nothing is in the way.").waitFor();
  await presses.key("Control+Enter");
  await page.getByRole("dialog").waitFor();
  await presses.type("month end");
  await presses.key("Enter");
  await seal(page, "January 2011").filter({ hasText: "soft-closed" }).waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await presses.key("Control+Enter");
  await page.getByRole("dialog").waitFor();
  await presses.key("Enter");
  await seal(page, "January 2011").filter({ hasText: /, closed/ }).waitFor();
  expect(presses.count).toBe(6);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement?.textContent === "Download pack");
  // Along the seals, and into the one behind.
  await seal(page, "January 2011").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "February 2011" }).waitFor();
  await page.keyboard.press("[");
  await page.getByRole("heading", { name: "January 2011" }).waitFor();
});

test("everybody can read the seals, a month and a year, wide and narrow, light and dark", async () => {
  await draft("2011-02-10", "A bill to be checked");
  const page = await at("/close/2011-02");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await at("/close/2011-02");
      await page.getByText(/^\d lines? (is|are) in the way\.$/).waitFor();
      await expectAccessible(page);
      if (width === 320) {
        await seal(page, "Fiscal year 2011").click();
        await button(page, "Close the year").waitFor();
        await page.getByText(/lines? (is|are) in the way/).first().waitFor();
      } else {
        await button(page, "Soft-close").click();
        await page.getByRole("dialog").waitFor();
      }
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    }
  }
});
