import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, openConsole, openPage, pointersOf, Presses, row } from "./browser";
import { atDate, entries, toast, typeRent } from "./editor";
import { PASSWORD, type Service, startService } from "./service";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

test("without any pointer: sign in, post two lines, find the entry, void it, and close a month", async () => {
  const { page, close } = await openPage(service);
  const pointers = await pointersOf(page);
  const keys = new Presses(page);
  await page.getByLabel("User name").waitFor();
  await keys.type("admin");
  await keys.key("Tab");
  await keys.type(PASSWORD);
  await keys.key("Enter");
  // Who belongs to several organizations is asked once on each device.
  await page.getByText("Which one?").waitFor();
  await keys.key("Enter");
  await page.getByRole("heading", { name: "Today" }).waitFor();
  await keys.key("g");
  await keys.key("j");
  await page.locator("tr[data-row='0']").waitFor();

  const posting = keys.count;
  await keys.key("c");
  const typed = await typeRent(page, "Rent without a mouse");
  await page.getByText("Balanced").first().waitFor();
  await keys.key("Control+Enter");
  await toast(page, /GJ-2010-\d+ posted/);
  expect(keys.count - posting + typed.count).toBe(8);
  const [entry] = await entries(service, "Rent without a mouse");
  const number = entry?.number ?? "";

  await keys.key("Escape");
  await page.waitForURL("**/journal");
  await page.locator("tr[data-row='0']").waitFor();
  // What is typed at once after Escape is taken for what was still meant for the form.
  await page.waitForTimeout(400);
  await keys.key("/");
  await page.waitForSelector("#journal-text:focus");
  await keys.type("Rent without a mouse");
  await row(page, number).waitFor();
  await expect.poll(() => page.locator("tr[data-row]").count()).toBe(1);
  await keys.key("Enter");
  await keys.key("Enter");
  await page.getByRole("heading", { name: number }).waitFor();
  const voiding = keys.count;
  await keys.key("v");
  await page.getByRole("dialog").getByText(/^The mirror entry/).waitFor();
  await keys.type("entered twice");
  await keys.key("Control+Enter");
  await page.locator(".chip", { hasText: "voided" }).waitFor();
  expect(keys.count - voiding).toBe(2);
  await page.getByRole("dialog").waitFor({ state: "detached" });

  const closing = keys.count;
  await keys.key("g");
  await keys.key("c");
  await page.getByText("Nothing is in the way.").waitFor();
  const month = (await page.getByRole("main").getByRole("heading", { level: 2 }).first().textContent()) ?? "";
  const seal = page.locator("[data-seal]").filter({ hasText: `${month},` });
  for (const state of [/soft-closed/, /, closed/]) {
    await keys.key("Control+Enter");
    await page.getByRole("dialog").waitFor();
    await keys.key("Enter");
    await seal.filter({ hasText: state }).waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  expect(keys.count - closing).toBe(6);
  expect(pointers()).toBe(0);
  await close();
});

test("a figure leads in three clicks over its lines and their entry to the document behind it, and its days stay", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/reports/profit-and-loss?period=2010-12" });
  const pointers = await pointersOf(page);
  const figure = page.locator("tr[data-row]").filter({ has: page.locator("th", { hasText: "Cost of goods sold" }) });
  await figure.first().locator("a").click();
  await page.getByRole("heading", { name: /Cost of goods sold/ }).waitFor();
  expect(new URL(page.url()).search).toBe("?from=2010-12-01&to=2010-12-31");
  await page.getByRole("link", { name: /^STK-2010-/ }).first().click();
  await page.waitForURL("**/journal/STK-2010-*");
  await page.getByRole("link", { name: "Links" }).click();
  await page.getByText(/^Made by/).getByRole("link", { name: /of \d+ Dec 2010/ }).waitFor();
  expect(pointers()).toBe(3);
  while (page.url().includes("/journal/")) await page.goBack();
  await page.getByRole("heading", { name: /Cost of goods sold/ }).waitFor();
  expect(new URL(page.url()).search).toBe("?from=2010-12-01&to=2010-12-31");
  await close();
});

test("an empty service has its first posted entry within two minutes: seven fields of set-up, and no sign-in", async () => {
  const empty = await startService("none");
  try {
    const code = /\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(empty.log())?.[0] ?? "";
    const { page, close } = await openPage(empty);
    const pointers = await pointersOf(page);
    const began = Date.now();
    await page.getByRole("heading", { name: "Set up your books" }).waitFor();
    // Autocompletion, type of field: whatever asks for something.
    expect(await page.locator("form input, form select").count()).toBeLessThanOrEqual(9);
    // People type some five letters a second.
    const type = (text: string): Promise<void> => page.keyboard.type(text, { delay: 30 });
    for (const text of [code, "Three Lamps Trading"]) {
      await type(text);
      await page.keyboard.press("Tab");
    }
    // The chart, the currency and the year stay as they are proposed.
    for (let at = 0; at < 3; at += 1) await page.keyboard.press("Tab");
    await type("owner");
    await page.keyboard.press("Tab");
    await type(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("navigation", { name: "Screens" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("j");
    await page.getByRole("heading", { name: "Journal" }).waitFor();
    await page.keyboard.press("c");
    await atDate(page);
    const accounts = (await empty.call("owner", "GET", "/accounting/accounts?limit=200")).data as { code: string; kind: string; isGroup: boolean; controlFor: unknown }[];
    const codeOf = (kind: string): string => accounts.find((one) => one.kind === kind && !one.isGroup && !one.controlFor)?.code ?? "";
    for (const text of ["t", "Capital", codeOf("asset"), "1000", codeOf("equity")]) {
      await type(text);
      await page.keyboard.press("Enter");
    }
    await page.keyboard.press("Enter");
    await page.getByText("Balanced").first().waitFor();
    await page.keyboard.press("Control+Enter");
    await toast(page, /posted/);
    expect(Date.now() - began).toBeLessThan(120_000);
    expect(pointers()).toBe(0);
    const [posted] = (await empty.call("owner", "GET", "/accounting/journal-entries?include=lines")).data;
    expect([posted.status, posted.lines.length]).toEqual(["posted", 2]);
    await close();
  } finally {
    await empty.stop();
  }
});
