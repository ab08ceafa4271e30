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

const make = (name: string): Promise<{ id: string }> => service.call("admin", "POST", "/accounting/parties", { name, kinds: ["customer"] });
const owed = (partyName: string): Promise<unknown> =>
  service.call("accountant", "POST", "/accounting/journal-entries", {
    date: "2010-12-20",
    journalCode: "GJ",
    description: "Invoice",
    status: "posted",
    lines: [
      { accountCode: "1100", debit: "10.00", partyName },
      { accountCode: "4000", credit: "10.00" },
    ],
  });

test("parties whose names are alike are a hint, what a merge does is said before it, and the old address leads to the one that stays", async () => {
  const old = await make("Yellow Fields Limited");
  const stays = await make("Yellow Fields Ltd.");
  await owed("Yellow Fields Limited");
  const { page, close } = await openConsole(service, "accountant", { at: "/settings/parties" });
  await page.getByText(/name is there more than once|names are there more than once/).click();
  await page.getByRole("button", { name: "Merge Yellow Fields Ltd. into another party" }).or(page.getByRole("button", { name: "Merge Yellow Fields Limited into another party" })).first().waitFor();
  await expectAccessible(page);
  await page.goto(`${service.url}/settings/parties/${old.id}`);
  await page.getByRole("heading", { name: "Yellow Fields Limited" }).waitFor();
  await page.keyboard.press("m");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("The party that stays").fill("Yellow Fields Ltd.");
  await page.keyboard.press("Enter");
  await dialog.getByText("1 of Yellow Fields Limited, none of Yellow Fields Ltd.").waitFor();
  await dialog.getByText("It cannot be undone.").waitFor();
  await expectAccessible(page);
  await dialog.getByLabel("Why").fill("spelt twice");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Yellow Fields Limited is one with this party: spelt twice").waitFor();
  expect(new URL(page.url()).pathname).toBe(`/settings/parties/${stays.id}`);
  await page.goto(`${service.url}/settings/parties/${old.id}`);
  await page.waitForURL(`**/settings/parties/${stays.id}*`);
  await expectAccessible(page);
  await close();
});

test("a party that nothing named is deleted, and one that a line names stays, with why", async () => {
  const unused = await make("Never named");
  const used = await make("Named once");
  await owed("Named once");
  const { page, close } = await openConsole(service, "accountant", { at: `/settings/parties/${unused.id}` });
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("The party is deleted.").waitFor();
  await page.goto(`${service.url}/settings/parties/${used.id}`);
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").getByRole("alert").waitFor();
  await expectAccessible(page);
  await close();
});
