import { afterAll, beforeAll, expect, test } from "vitest";
import { SignedIn, closeBrowser, expectAccessible } from "./browser";
import { type Service, startService } from "./service";
import { addUsers } from "./users";

const AT = "/reports/combined-trial-balance?asOf=2010-12-31";
let service: Service;
const people = new SignedIn();
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await people.close();
  await closeBrowser();
  await service.stop();
});

/** The organizations of the accountant, the one that is shown first. */
async function mine(): Promise<{ organizationId: string; name: string; isHome: boolean }[]> {
  const me = await service.call("accountant", "GET", "/auth/me");
  return (me.memberships as { organizationId: string; name: string; isHome: boolean }[]).toSorted((one, other) => Number(other.isHome) - Number(one.isHome));
}

test("the trial balances of several organizations stand side by side with the sums of each and of all", async () => {
  const both = await mine();
  const ids = both.map((one) => one.organizationId).join(",");
  const asked = await service.call("accountant", "GET", `/accounting/reports/combined-trial-balance?organizations=${ids}&asOf=2010-12-31`);
  const page = await people.as(service, "accountant", AT);
  const total = page.locator("tr[data-kind=total]");
  await total.waitFor();
  const shown = (await total.locator("td").allTextContents()).map((one) => one.replaceAll(",", ""));
  expect(shown).toEqual([...asked.organizations, asked.totals].flatMap((one: { debit: string; credit: string }) => [one.debit, one.credit]));
  await page.getByText("nothing is set off between the organizations").waitFor();
  for (const one of both) await page.getByRole("columnheader", { name: one.name }).waitFor();
  await expectAccessible(page);
});

test("organizations are chosen, and what cannot stand beside the others is left out with one press", async () => {
  const [home, other] = await mine();
  const page = await people.as(service, "accountant", AT);
  await page.locator("tr[data-kind=total]").waitFor();
  await page.getByRole("button", { name: /^Organizations/ }).click();
  await page.getByRole("checkbox", { name: other?.name ?? "" }).uncheck();
  await expect.poll(() => new URL(page.url()).searchParams.get("organizations")).toBe(home?.organizationId);
  expect(await page.getByRole("checkbox", { name: home?.name ?? "" }).isDisabled()).toBe(true);

  await page.goto(`${service.url}${AT}&organizations=${home?.organizationId},org_01h455vb4pex5vsknk084sn02q`);
  await page.getByRole("button", { name: "All that I belong to" }).click();
  await page.locator("tr[data-kind=total]").waitFor();
  expect(new URL(page.url()).searchParams.get("organizations")).toBeNull();
});

test("figures lead on in the books that are shown, and a heading into the other ones", async () => {
  const [, other] = await mine();
  const page = await people.as(service, "accountant", AT);
  const receivables = page.locator("tr[data-kind=line]").filter({ hasText: "1100" }).first();
  expect(await receivables.locator("td").first().locator("a").getAttribute("href")).toBe("/accounts/1100?from=2010-01-01&to=2010-12-31");
  await page.getByRole("button", { name: other?.name ?? "", exact: true }).click();
  await page.getByRole("heading", { name: "Trial balance" }).waitFor();
  await page.getByRole("button", { name: `Organization: ${other?.name}. Change` }).waitFor();
});

test("who belongs to one organization is not offered its combination with others", async () => {
  await addUsers(service, ["controller"]);
  const page = await people.as(service, "controller", "/reports");
  await page.getByRole("link", { name: "Trial balance", exact: true }).last().waitFor();
  expect(await page.getByRole("link", { name: "Combined trial balance" }).count()).toBe(0);
});
