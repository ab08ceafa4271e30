import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, expectAccessible } from "./browser";
import { allArrived, openScan } from "./scanner";
import { type Service, startService } from "./service";

let service: Service;
beforeAll(async () => {
  service = await startService();
  for (const sku of ["NEW-1", "NEW-2"]) await service.call("admin", "POST", "/inventory/items", { sku, name: "Something new" });
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

/** The receipts of an item, with what they say about cost. */
async function receiptsOf(sku: string): Promise<{ status: string; lines: { quantity: string; totalCost: string | null }[] }[]> {
  const { data } = await service.call("admin", "GET", "/inventory/movements?kind=receipt&limit=20");
  const read = await Promise.all(data.map((one: { id: string }) => service.call("admin", "GET", `/inventory/movements/${one.id}`)));
  return read.filter((one) => one.lines.some((line: { sku: string }) => line.sku === sku));
}

test("whoever receives and knows no prices makes a draft, and is told that it waits for its cost", async () => {
  const { page, scanner, close } = await openScan(service, "operator", "/scan/receive?place=DEPOT");
  await page.getByRole("toolbar").waitFor();
  await scanner.scan(["NEW-1", "CMDX3", "CMDDONE"]);
  await page.getByText("Receive 3 pieces").waitFor();
  await allArrived(page);
  await page.goto(`${service.url}/scan/queue`);
  await page.getByRole("listitem").filter({ hasText: "Receive 3 pieces" }).getByText(/waits for costs and posting by the office|the office adds the costs/).waitFor();
  const [receipt, ...others] = await receiptsOf("NEW-1");
  expect(others).toEqual([]);
  expect(receipt?.status).not.toBe("posted");
  expect(receipt?.lines.map((line) => [line.quantity, line.totalCost])).toEqual([["3", null]]);
  await close();
});

test("a receipt that is refused for want of a cost is kept as a draft by one button, and the goods behind it go on", async () => {
  await service.call("admin", "PUT", "/organization", { receiptsWithoutCost: "provisional" });
  const { page, scanner, close } = await openScan(service, "operator", "/scan/receive?place=DEPOT");
  await page.getByRole("toolbar").waitFor();
  await scanner.scan(["NEW-2", "CMDX4", "CMDDONE"]);
  await page.getByText("One was refused").waitFor();
  await page.getByRole("link", { name: "Settle it" }).first().click();
  const task = page.getByRole("listitem").filter({ hasText: "Receive 4 pieces" });
  await task.getByText(/cost/).first().waitFor();
  await expectAccessible(page);
  await task.getByRole("button").first().getByText("Keep it as a draft until the cost is known").waitFor();
  await task.getByRole("button", { name: "Keep it as a draft until the cost is known" }).click();
  await allArrived(page);
  await page.getByRole("heading", { name: "Arrived" }).waitFor();
  await task.getByText(/waits for costs and posting by the office|the office adds the costs/).waitFor();
  const [receipt, ...others] = await receiptsOf("NEW-2");
  expect(others).toEqual([]);
  expect(receipt?.status).not.toBe("posted");
  expect(receipt?.lines.map((line) => [line.quantity, line.totalCost])).toEqual([["4", null]]);
  await close();
});
