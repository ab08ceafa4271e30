import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, expectAccessible, openConsole, openPage, signIn } from "./browser";
import { type Service, startService } from "./service";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

test("a wrong password says so, and the right one shows what waits today", async () => {
  const { page, close } = await openPage(service);
  await page.getByLabel("User name").fill("accountant");
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByText("The user name or the password is wrong.").waitFor();
  await expectAccessible(page);
  await signIn(page, "accountant");
  await page.getByRole("heading", { name: "Today" }).waitFor();
  await page.getByText("Waiting for you").waitFor();
  await close();
});

test("an ended session asks for the password over the page, and what was read goes on", async () => {
  const { page, context, close } = await openConsole(service, "accountant", { at: "/journal" });
  await page.getByRole("heading", { name: "Journal" }).waitFor();
  const field = page.getByRole("searchbox").or(page.getByLabel("Text, number or reference")).first();
  await field.focus();
  await context.clearCookies();
  await field.fill("537217");
  // While somebody types, a line says so: the next letter is not to end in the field of the password.
  await page.getByText("Your session has ended.").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Sign in again" }).waitFor();
  expect(await page.getByLabel("User name").inputValue()).toBe("accountant");
  await expectAccessible(page);
  await signIn(page, "accountant");
  await page.getByText(/Invoice 537217/).first().waitFor();
  expect(await page.getByLabel("Text, number or reference").inputValue()).toBe("537217");
  await close();
});

test("signing out in one tab asks in the other before anything more is read", async () => {
  const { page, context, close } = await openConsole(service, "accountant", { at: "/journal" });
  await page.getByRole("heading", { name: "Journal" }).waitFor();
  const other = await context.newPage();
  await other.goto(`${service.url}/journal`);
  await other.getByRole("heading", { name: "Journal" }).waitFor();
  await other.getByRole("button", { name: /settings and sign-out/ }).click();
  await other.getByRole("menuitem", { name: "Sign out" }).click();
  await other.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByRole("heading", { name: "Sign in again" }).waitFor();
  await signIn(page, "accountant");
  await close();
});

test("each role sees the places that it may read", async () => {
  for (const [user, places] of [
    ["accountant", ["Journal", "Accounts", "Open items"]],
    ["auditor", ["Journal", "Accounts", "Open items"]],
  ] as const) {
    const { page, close } = await openConsole(service, user);
    for (const place of places) await page.getByRole("link", { name: place, exact: false }).first().waitFor();
    await close();
  }
});

test("who was given a password by somebody else chooses their own before anything else", async () => {
  await service.call("admin", "POST", "/users", {
    username: "newcomer",
    displayName: "Nora the newcomer",
    password: "given by the administrator",
    roles: ["clerk"],
  });
  const { page, close } = await openPage(service);
  await page.getByLabel("User name").fill("newcomer");
  await page.getByLabel("Password", { exact: true }).fill("given by the administrator");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Choose your password" }).waitFor();
  await expectAccessible(page);
  await page.getByLabel("Present password").fill("given by the administrator");
  await page.getByLabel("New password").fill("seven green umbrellas");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Today" }).waitFor();
  await close();
});
