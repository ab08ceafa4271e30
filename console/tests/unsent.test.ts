import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, expectAccessible, openConsole, signIn, pointersOf, Presses, shiftOf } from "./browser";
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

test("a session that ends amid forty lines loses nothing, and the entry is posted once", async () => {
  const { page, context, close } = await openConsole(service, "accountant", { at: "/journal/new" });
  await atDate(page);
  await page.keyboard.type("22.12.10");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Forty lines");
  await page.keyboard.press("Enter");
  for (let at = 1; at <= 40; at += 1) {
    await page.keyboard.type(at % 2 ? "6100" : "1010");
    await page.keyboard.press("Enter");
    if (at % 2) await page.keyboard.type(`${at}.10`);
    await page.keyboard.press("Enter");
    if (at === 20) await context.clearCookies();
  }
  // The preview meets the end of the session first, and takes nothing from who is typing.
  await page.getByText("Your session has ended.").waitFor();
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Sign in again" }).waitFor();
  await signIn(page, "accountant");
  expect(await page.getByLabel("Debit, line 39").inputValue()).toBe("39.10");
  await page.getByText("Balanced").first().waitFor();
  await context.clearCookies();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { name: "Sign in again" }).waitFor();
  await signIn(page, "accountant");
  await toast(page, /posted/);
  const found = await entries(service, "Forty lines");
  expect(found).toHaveLength(1);
  expect(found[0]?.lines).toHaveLength(40);
  await close();
});

test("an entry whose answer is lost is posted once", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal/new" });
  let lost = 0;
  await page.route("**/api/v1/accounting/journal-entries", async (route) => {
    if (route.request().method() !== "POST" || lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort("connectionreset");
  });
  await typeRent(page, "Lost answer");
  await page.keyboard.press("Control+Enter");
  await toast(page, /posted/);
  expect(lost).toBe(1);
  expect(await entries(service, "Lost answer")).toHaveLength(1);
  await close();
});

test("a page that ends before the answer comes goes on with the same request, which counts once", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal/new" });
  await page.route("**/api/v1/accounting/journal-entries", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    return undefined; // The answer never comes.
  });
  await typeRent(page, "Ended early");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => entries(service, "Ended early")).toHaveLength(1);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await page.getByRole("button", { name: "Continue it" }).click();
  await page.getByText("Balanced").first().waitFor();
  await page.keyboard.press("Control+Enter");
  await toast(page, /posted/);
  expect(await entries(service, "Ended early")).toHaveLength(1);
  await close();
});

test("a draft that somebody else changed shows both versions of a field, and one choice settles it", async () => {
  const draft = await service.call("accountant", "POST", "/accounting/journal-entries", {
    date: "2010-12-21",
    journalCode: "GJ",
    description: "Under conflict",
    lines: [
      { accountCode: "6100", debit: "10.00" },
      { accountCode: "1010", credit: "10.00" },
    ],
  });
  const { page, close } = await openConsole(service, "accountant", { at: `/journal/${draft.id}/edit` });
  await atDate(page);
  await service.call("admin", "PUT", `/accounting/journal-entries/${draft.id}`, { description: "As they want it", reference: "R-1" });
  await page.getByRole("textbox", { name: "Text" }).fill("As I want it");
  const pointers = await pointersOf(page);
  const keys = new Presses(page);
  await keys.key("Control+s");
  const dialog = page.getByRole("dialog", { name: "Somebody else changed this draft" });
  await dialog.waitFor();
  await expectAccessible(page);
  // The reference was changed by them alone, and is no question.
  expect(await dialog.getByRole("row").count()).toBe(2);
  await dialog.getByRole("radio", { name: "As I want it" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await toast(page, "Draft saved");
  // Save, one choice, and save.
  expect([keys.count, pointers()]).toEqual([1, 2]);
  const now = await service.call("accountant", "GET", `/accounting/journal-entries/${draft.id}`);
  expect([now.description, now.reference]).toEqual(["As I want it", "R-1"]);
  await close();
});

test("unsent work is offered again after a reload, and gone when its owner signs out", async () => {
  const { page, close } = await openConsole(service, "accountant", { at: "/journal/new" });
  await typeRent(page, "Not sent yet");
  await page.waitForTimeout(600);
  const shift = await shiftOf(page);
  await page.reload();
  await page.getByText("You have an unsent entry").waitFor();
  // The offer comes when it is found, and pushes nothing away.
  expect((await shift()).sum).toBeLessThan(0.02);
  await page.getByRole("button", { name: "Continue it" }).click();
  expect(await page.getByRole("textbox", { name: "Text" }).inputValue()).toBe("Not sent yet");
  expect(await page.getByLabel("Credit, line 2").inputValue()).toBe("240.00");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Leave and keep it" }).click();
  await page.waitForURL("**/journal");
  await page.getByRole("button", { name: /settings and sign-out/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await signIn(page, "accountant");
  await page.goto(`${service.url}/journal/new`);
  await atDate(page);
  await page.waitForTimeout(300);
  expect(await page.getByText("You have an unsent entry").count()).toBe(0);
  expect(await entries(service, "Not sent yet")).toHaveLength(0);
  await close();
});
