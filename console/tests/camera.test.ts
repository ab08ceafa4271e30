import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { whole } from "./browser";
import { PASSWORD, type Service, startService } from "./service";
import { video } from "./video";

let service: Service;
let folder: string;
beforeAll(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), "countinghouse-camera-"));
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("the camera reads a label once, by a reader from the service itself, and the page's policy lets it", async () => {
  const { data } = await service.call("admin", "GET", "/inventory/items?limit=1&isActive=true");
  const [item] = data;
  const file = join(folder, "label.y4m");
  writeFileSync(file, video(`(01)${item.gtins[0].gtin}(10)L-7`));
  const browser = await chromium.launch({
    executablePath: whole,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      `--use-file-for-fake-video-capture=${file}`,
    ],
  });
  try {
    const context = await browser.newContext({ permissions: ["camera"], locale: "en-GB" });
    const page = await context.newPage();
    const wrong: string[] = [];
    page.on("console", (message) => {
      if (/Content Security Policy/i.test(message.text())) wrong.push(message.text());
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(service.url) && !/^(data|blob):/.test(request.url())) wrong.push(request.url());
    });
    await page.goto(`${service.url}/scan/issue?place=DEPOT`);
    await page.getByLabel("User name").fill("operator");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("toolbar").waitFor();
    await page.getByRole("button", { name: "Camera" }).click();
    await page.getByText(item.name).first().waitFor({ timeout: 30_000 });
    // It stays in view, and is one scan until it was taken back.
    await page.waitForTimeout(2_500);
    expect(await page.locator("[data-total]").getAttribute("data-total")).toBe("1");
    await page.getByRole("button", { name: "UNDO" }).click();
    await page.locator("[data-total='1']").waitFor();
    await page.getByRole("button", { name: "Camera" }).click();
    expect(await page.locator("video").count()).toBe(0);
    expect(wrong).toEqual([]);
  } finally {
    await browser.close();
  }
});
