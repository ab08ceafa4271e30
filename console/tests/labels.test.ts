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

test("labels of an item are found, drawn as often as wanted, and printed alone on the paper", async () => {
  const { data } = await service.call("admin", "GET", "/inventory/items?limit=1&isActive=true");
  const [item] = data;
  for (const scheme of ["light", "dark"] as const) {
    const { page, close } = await openConsole(service, "operator", { at: "/labels", scheme });
    await page.getByText("Nothing to print").waitFor();
    await page.getByLabel("Find an item").fill(item.sku);
    await page.keyboard.press("Enter");
    await page.getByLabel(`Labels of ${item.sku}`).fill("3");
    await page.getByRole("button", { name: "Print 3 labels" }).waitFor();
    const preview = page.getByRole("region", { name: "Preview" });
    await expect.poll(() => preview.getByRole("img", { name: `The code (01)${item.gtins[0].gtin}` }).count()).toBe(3);
    await expectAccessible(page);
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("heading", { name: "Labels" }).isVisible()).toBe(false);
    expect(await page.locator(".labels-paper .label").first().isVisible()).toBe(true);
    await page.emulateMedia({ media: "screen" });
    await close();
  }
});

test("bins of a warehouse and commands have sheets of their own, narrow and wide", async () => {
  const warehouse = await service.call("admin", "POST", "/warehouses", { code: "HALL", name: "Hall", binsMode: "optional" });
  for (const code of ["H-01", "H-02"]) await service.call("admin", "POST", `/warehouses/${warehouse.id}/locations`, { code });
  const { page, close } = await openConsole(service, "operator", { at: "/labels?what=bins&warehouse=HALL&kind=long" });
  await page.getByRole("button", { name: "Print 3 labels" }).waitFor();
  await page.getByRole("img", { name: "The code H-02" }).first().waitFor();
  await page.getByRole("link", { name: "Commands" }).click();
  await page.getByRole("img", { name: "The code CMDDONE" }).first().waitFor();
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
  }
  await close();
});
