import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeBrowser, expectAccessible, openPage } from "./browser";

// The page is in builds for development alone, so that these serve it; it asks no service.
let server: ViteDevServer;
let url: string;
beforeAll(async () => {
  server = await createServer({ logLevel: "error", server: { host: "127.0.0.1", port: 0, hmr: false } });
  await server.listen();
  url = `http://127.0.0.1:${(server.httpServer?.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await closeBrowser();
  await server.close();
});

test("the page of tokens shows every colour of both themes, each clear enough on what it stands on, and parts without barriers", async () => {
  const css = readFileSync(new URL("../src/look/tokens.css", import.meta.url), "utf8");
  const named = [...css.matchAll(/^\s+--([\w-]+): #/gm)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(50);
  const { page, close } = await openPage({ url }, {}, "/__tokens");
  await page.getByRole("heading", { name: "The look, token by token" }).waitFor();
  for (const scheme of ["light", "dark"]) {
    const shown = await page.getByRole("region", { name: `Colours, ${scheme}` }).locator("[data-token]").evaluateAll((all) => all.map((one) => one.getAttribute("data-token")));
    expect(shown.toSorted()).toEqual([...new Set(named)].toSorted());
  }
  expect(await page.locator("[data-low]").allTextContents()).toEqual([]);
  for (const name of ["Dark", "Light"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await expect.poll(() => page.locator("html").getAttribute("data-mantine-color-scheme")).toBe(name.toLowerCase());
    await expectAccessible(page);
  }
  await close();
});
