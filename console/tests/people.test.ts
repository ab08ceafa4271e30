import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, expectAccessible, openConsole } from "./browser";
import { PASSWORD, type Service, startService } from "./service";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

test("somebody new gets a login with a first password, which is shown once", async () => {
  const { page, close } = await openConsole(service, "admin", { at: "/settings/people" });
  await page.locator("tr[data-row='0']").waitFor();
  await page.keyboard.press("c");
  const form = page.getByRole("dialog", { name: "New person" });
  await form.getByLabel("Name", { exact: true }).fill("Grace the new one");
  await form.getByLabel("User name").fill("grace");
  await form.getByRole("button", { name: "Suggest one" }).click();
  const password = await form.getByLabel("First password").inputValue();
  expect(password.length).toBeGreaterThanOrEqual(16);
  await form.getByLabel("clerk").check();
  await expectAccessible(page);
  await page.keyboard.press("Control+Enter");
  const once = page.getByRole("dialog", { name: /can sign in/ });
  await once.getByText(password).waitFor();
  await expectAccessible(page);
  await once.getByRole("button", { name: "I have it" }).click();
  await page.locator("tr[data-row]").filter({ hasText: "Grace the new one" }).getByText("has not signed in yet").waitFor();
  expect(await page.getByText(password).count()).toBe(0);
  const users = await service.call("admin", "GET", "/users?limit=200");
  expect(users.data.find((one: { username: string }) => one.username === "grace")).toMatchObject({ roles: ["clerk"], mustChangePassword: true });
  await close();
});

test("a name that somebody has leads to an invitation, and a role that joins two duties says so before it is saved", async () => {
  const { page, close } = await openConsole(service, "admin", { at: "/settings/people" });
  await page.getByRole("button", { name: /New person/ }).click();
  const form = page.getByRole("dialog", { name: "New person" });
  await form.getByLabel("User name").fill("clerk");
  await form.getByLabel("First password").fill("four quiet harbours");
  await form.getByLabel("accountant").check();
  await form.getByRole("status", { name: "Duties in one hand" }).getByText("Posts entries and takes them back.").waitFor();
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByRole("link", { name: "invite them" }).click();
  await page.getByRole("heading", { name: "Invitations", exact: true }).waitFor();
  await close();
});

test("a built-in role is copied, changed under conflict, and deleted", async () => {
  const { page, close } = await openConsole(service, "admin", { at: "/settings/roles/clerk" });
  await page.getByText("Built in: it stays as it is.").waitFor();
  await page.getByRole("button", { name: /Copy it/ }).click();
  const form = page.getByRole("dialog", { name: "New role" });
  await form.getByLabel("Name", { exact: true }).fill("Night clerk");
  await form.getByLabel("Approve and reject what others submitted").check();
  await form.getByText("Prepares entries and approves them.").waitFor();
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Night clerk" }).waitFor();
  const id = decodeURIComponent(page.url().split("/").at(-1) ?? "");
  await page.getByRole("button", { name: "Change e" }).click();
  const change = page.getByRole("dialog");
  await change.getByLabel("Name", { exact: true }).fill("Night clerk of the depot");
  await service.call("admin", "PUT", `/roles/${id}`, { name: "Late clerk", description: "After eight" });
  await change.getByRole("button", { name: "Save the change" }).click();
  await change.getByText("Somebody else saved this meanwhile").waitFor();
  await change.getByText("They changed what it is for").waitFor();
  await expectAccessible(page);
  await change.getByRole("button", { name: "Mine: Night clerk of the depot" }).click();
  await change.getByRole("button", { name: "Save the change" }).click();
  await page.getByRole("heading", { name: "Night clerk of the depot" }).waitFor();
  expect(await service.call("admin", "GET", `/roles/${id}`)).toMatchObject({ name: "Night clerk of the depot", description: "After eight" });
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.waitForURL("**/settings/roles");
  await close();
});

test("a program gets a secret once, another one in its place, and the first is revoked", async () => {
  const { page, close } = await openConsole(service, "admin", { at: "/settings/service-accounts" });
  await page.getByRole("button", { name: "Make the first one" }).click();
  const form = page.getByRole("dialog", { name: "New service account" });
  await form.getByLabel("Name", { exact: true }).fill("Web shop");
  await form.getByLabel("warehouse operator").check();
  await form.getByRole("button", { name: "Save" }).click();
  const once = page.getByRole("dialog", { name: "The secret of Web shop" });
  await once.getByText("Client secret").waitFor();
  const [first = "", secret = ""] = await once.locator("code").allInnerTexts();
  expect(secret).not.toBe("");
  const works = async (id: string, with_: string): Promise<number> =>
    (await fetch(`${service.url}/api/v1/auth/token`, { method: "POST", body: new URLSearchParams({ grant_type: "client_credentials", client_id: id, client_secret: with_ }) })).status;
  expect(await works(first, secret)).toBe(200);
  await once.getByRole("button", { name: "I have it" }).click();
  await page.locator("tr[data-row='0']").press("Enter");
  await page.getByRole("button", { name: "Replace the secret…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make another secret" }).click();
  const again = page.getByRole("dialog", { name: "The secret of Web shop" });
  await again.getByText("Client secret").waitFor();
  const [other = "", fresh = ""] = await again.locator("code").allInnerTexts();
  expect(await works(other, fresh)).toBe(200);
  await again.getByRole("button", { name: "I have it" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: `Revoke ${first}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke it" }).click();
  await page.getByText("works no more").waitFor();
  await expect.poll(() => works(first, secret)).toBe(401);
  expect(await page.getByText(fresh).count()).toBe(0);
  await close();
});

test("whoever is locked out is signed out, and comes back with the same roles", async () => {
  const { page, close } = await openConsole(service, "admin", { at: "/settings/people/operator" });
  await page.getByRole("button", { name: "Lock out…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Lock out" }).click();
  await page.getByRole("button", { name: "Let in again…" }).waitFor();
  // They belong to other books, too, into which they still get.
  const { id } = await service.call("admin", "GET", "/organization");
  const form = new URLSearchParams({ grant_type: "password", username: "operator", password: PASSWORD, organizationId: id });
  expect((await fetch(`${service.url}/api/v1/auth/token`, { method: "POST", body: form })).ok).toBe(false);
  await page.getByRole("button", { name: "Let in again…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Let in" }).click();
  await page.getByRole("button", { name: "Lock out…" }).waitFor();
  expect((await fetch(`${service.url}/api/v1/auth/token`, { method: "POST", body: form })).ok).toBe(true);
  await expectAccessible(page);
  await close();
});

test("the last administrator stays one: the refusal says what to do", async () => {
  const { page, close } = await openConsole(service, "admin", { at: "/settings/people/admin" });
  await page.getByRole("button", { name: /^Change name/ }).waitFor();
  await page.keyboard.press("e");
  const form = page.getByRole("dialog", { name: /Change/ });
  await form.getByLabel("admin", { exact: true }).uncheck();
  await form.getByRole("button", { name: "Save the change" }).click();
  await form.getByRole("alert").first().waitFor();
  await expectAccessible(page);
  await close();
});

test("how somebody sees things follows them to another device, and the first paint does not wait for it", async () => {
  const here = await openConsole(service, "auditor", { at: "/settings/style" });
  await here.page.getByLabel("Below zero").selectOption("parentheses");
  await here.page.getByLabel("Single letters are keys").uncheck();
  await expect
    .poll(async () => ((await service.call("auditor", "GET", "/me/preferences")) as { style?: { settings: { letters: boolean } } }).style?.settings.letters)
    .toBe(false);
  await here.close();
  const there = await openConsole(service, "auditor", { at: "/settings/style" });
  await there.page.getByText("(1,234.50)").waitFor();
  expect(await there.page.getByLabel("Single letters are keys").isChecked()).toBe(false);
  await expectAccessible(there.page);
  await there.close();
});

test("one's own sign-ins are listed, and another one can be ended", async () => {
  await fetch(`${service.url}/api/v1/auth/session`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: service.url },
    body: JSON.stringify({ username: "clerk", password: PASSWORD }),
  });
  const { page, close } = await openConsole(service, "clerk", { at: "/settings/sign-in" });
  await page.getByText("this one", { exact: true }).waitFor();
  const before = await page.getByRole("button", { name: /^End the sign-in/ }).count();
  expect(before).toBeGreaterThan(0);
  await page.getByRole("button", { name: /^End the sign-in/ }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "End it" }).click();
  await expect.poll(() => page.getByRole("button", { name: /^End the sign-in/ }).count()).toBe(before - 1);
  await expectAccessible(page);
  await close();
});
