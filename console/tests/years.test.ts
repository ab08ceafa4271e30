import { afterAll, beforeAll, expect, test } from "vitest";
import { SignedIn, closeBrowser, expectAccessible } from "./browser";
import { type Service, startService } from "./service";

let service: Service;
const people = new SignedIn();
let last: { name: string; endDate: string };
beforeAll(async () => {
  service = await startService();
  const years = (await service.call("admin", "GET", "/accounting/fiscal-years?limit=200")).data as { name: string; endDate: string }[];
  last = years.toSorted((one, other) => one.endDate.localeCompare(other.endDate)).at(-1) ?? { name: "", endDate: "" };
});
afterAll(async () => {
  await people.close();
  await closeBrowser();
  await service.stop();
});

test("a year of weeks is made after its periods were shown, and deleted again while it is empty", async () => {
  const next = String(Number(last.endDate.slice(0, 4)) + 1);
  const page = await people.as(service, "admin", "/settings/fiscal-years");
  await page.locator("tr[data-row]").first().waitFor();
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "New fiscal year" });
  const periods = dialog.getByRole("region", { name: "Its periods" });
  await periods.getByText(`31 Dec ${next}`).first().waitFor();
  await dialog.getByLabel("Weeks: 4, 4 and 5 in each quarter").check();
  await periods.getByText(`1 Jan ${next} to 28 Jan ${next}`).waitFor();
  expect(await periods.getByText("5 weeks").count()).toBe(4);
  await expectAccessible(page);
  await page.keyboard.press("Control+Enter");
  await dialog.waitFor({ state: "detached" });
  const made = ((await service.call("admin", "GET", "/accounting/fiscal-years?limit=200")).data as any[]).find((year) => year.name === next); // eslint-disable-line
  expect(made.periods.filter((one: { kind: string }) => one.kind === "standard")).toHaveLength(12);

  await page.goto(`${service.url}/close/${next}`);
  await page.getByRole("button", { name: "Delete the year…" }).click();
  await page.getByRole("button", { name: "Delete the year", exact: true }).click();
  await page.getByText(`Fiscal year ${next} is deleted.`).waitFor();
});

test("a year before the first one ends where that begins, and one that leaves a gap is refused before it is asked for", async () => {
  const page = await people.as(service, "admin", "/settings/fiscal-years");
  await page.locator("tr[data-row]").first().waitFor();
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "New fiscal year" });
  await dialog.getByLabel("before 2010").check();
  const periods = dialog.getByRole("region", { name: "Its periods" });
  await periods.getByText("1 Dec 2009 to 31 Dec 2009").waitFor();
  const first = dialog.getByLabel("First day", { exact: true });
  await first.fill("2009-04-06");
  await first.press("Tab");
  await dialog.getByText("6 Apr 2009 to 31 Dec 2009").waitFor();
  await first.fill(`${Number(last.endDate.slice(0, 4)) + 2}-04-06`);
  await first.press("Tab");
  await dialog.getByText(/without a gap: begin on/).waitFor();
  expect(await dialog.getByRole("button", { name: "Make the year" }).isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: "Cancel" }).click();
});

test("a year with entries is not deleted, and says how many there are", async () => {
  const page = await people.as(service, "admin", "/close/2010");
  await page.getByRole("button", { name: "Delete the year…" }).click();
  await page.getByRole("button", { name: "Delete the year", exact: true }).click();
  await page.getByText(/2010 cannot be deleted: entries posted in it: \d+/).waitFor();
});

test("the accounts of exchange say what falls back to what", async () => {
  const page = await people.as(service, "admin", "/settings/organization");
  const section = page.getByRole("region", { name: "Accounts" });
  await section.getByText("Unrealised losses of exchange").waitFor();
  await section.getByRole("button", { name: "Change accounts" }).click();
  const field = page.getByRole("dialog").getByLabel("Realised gains of exchange", { exact: true });
  await field.fill("4000");
  await field.press("Enter");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const organization = await service.call("admin", "GET", "/organization");
  expect(organization.realisedGainAccountId).not.toBeNull();
  expect(organization.realisedLossAccountId).toBeNull();
});
