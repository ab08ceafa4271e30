import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, expectAccessible } from "./browser";
import { openScan, total } from "./scanner";
import { type Service, startService } from "./service";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await closeBrowser();
  await service.stop();
});

test("every page of scanning is accessible in both themes, narrow and wide", async () => {
  const { data } = await service.call("admin", "GET", "/inventory/items?limit=1&isActive=true");
  const [item] = data;
  for (const scheme of ["light", "dark"] as const) {
    const { page, scanner, close } = await openScan(service, "operator", "/scan", { scheme, width: 320, height: 640 });
    // Colours are the same however wide the page is: the dark ones are looked at once.
    for (const width of scheme === "light" ? [320, 1280] : [320]) {
      await page.setViewportSize({ width, height: 800 });
      for (const at of ["", "/receive?place=DEPOT", "/move?place=DEPOT", "/count?place=DEPOT", "/ask?place=DEPOT", "/queue", "/set-up", "/sign-in"]) {
        await page.goto(`${service.url}/scan${at}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await expectAccessible(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        expect(wide, `${at} at ${width}`).toBeLessThanOrEqual(0);
      }
      await page.goto(`${service.url}/scan/issue?place=DEPOT`);
      await page.getByRole("toolbar").waitFor();
      await scanner.one(item.sku);
      await page.getByRole("button", { name: "×N" }).click();
      await expectAccessible(page);
      await page.getByRole("button", { name: "4", exact: true }).click();
      await page.getByRole("button", { name: "×4" }).click();
      await expect.poll(() => total(page)).not.toBe("1");
      await page.getByRole("button", { name: "Far" }).click();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Far" }).click();
      await scanner.one("nothing at all");
      await page.getByRole("button", { name: "I see" }).waitFor();
      await expectAccessible(page);
      const small = await page.locator("button:visible, .foot a, .head a").evaluateAll((all) =>
        all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML),
      );
      expect(small).toEqual([]);
      await page.getByRole("button", { name: "I see" }).click();
    }
    await close();
  }
});
