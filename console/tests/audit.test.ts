import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, expectAccessible, openConsole } from "./browser";
import { type Service, startService } from "./service";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

test("the log is read as sentences, filtered by kind and person, and each leads to its record", async () => {
  const { page, close } = await openConsole(service, "auditor", { at: "/audit?kind=role" });
  const role = await service.call<{ id: string }>("admin", "POST", "/roles", { name: "Porter", permissions: ["items:read"] });
  await page.getByRole("button", { name: "Read again" }).click();
  const row = page.locator("tr[data-row]").filter({ hasText: "Role created" }).first();
  await row.waitFor();
  await row.click();
  const beside = page.getByRole("complementary");
  await beside.getByText(role.id).waitFor();
  await expectAccessible(page);
  await beside.getByRole("link", { name: "the role" }).click();
  await page.getByRole("heading", { name: "Porter" }).waitFor();
  await page.goBack();
  expect(new URL(page.url()).search).toBe("?kind=role");
  await close();
});

test("all of one record is one click away, and the address says so", async () => {
  const { page, close } = await openConsole(service, "auditor", { at: "/audit?kind=journalEntry" });
  await page.locator("tr[data-row='0']").click();
  await page.getByRole("button", { name: "All of this record" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("subject")).toMatch(/^je_/);
  await page.locator("tr[data-row='0']").waitFor();
  expect(await page.locator("tr[data-row]").count()).toBeLessThan(10);
  await close();
});

test("the head of the chain is shown to be kept, as the service has it", async () => {
  const { page, close } = await openConsole(service, "auditor", { at: "/audit" });
  const head = await service.call<{ hash: string }>("auditor", "GET", "/audit/head");
  await page.getByRole("region", { name: "Head of the chain" }).getByText(head.hash).waitFor();
  await close();
});

test("the trail is exported with the same filters", async () => {
  const { page, close } = await openConsole(service, "auditor", { at: "/audit?kind=role" });
  await page.locator("tr[data-row='0']").waitFor();
  const asked = page.waitForRequest((request) => request.url().includes("format=csv"));
  const saved = page.waitForEvent("download");
  await page.keyboard.press("e");
  await page.getByRole("menuitem", { name: "Save as CSV" }).click();
  expect((await asked).url()).toContain("kind=role");
  await saved;
  await close();
});
