// From the last key of a scan to the paint of what it says, without a network.
import { percentile, print } from "./measure.mjs";

/** Prints how long scans take. */
export async function scanning(browser, url, call) {
  const context = await browser.newContext({ viewport: { width: 390, height: 800 }, locale: "en-GB", reducedMotion: "reduce" });
  // Before the page's own listener, which keeps the keys of scanners from all others.
  await context.addInitScript(() => {
    globalThis.benchScans = [];
    let began = 0;
    addEventListener("keydown", (event) => event.key === "Enter" && (began = performance.now()), true);
    const told = new MutationObserver(() => {
      const at = began;
      began = 0;
      if (at > 0) requestAnimationFrame(() => globalThis.benchScans.push(performance.now() - at));
    });
    addEventListener("DOMContentLoaded", () => told.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true }));
  });
  const page = await context.newPage();
  await page.goto(`${url}/scan/issue?place=DEPOT`);
  await page.getByLabel("User name").fill("operator");
  await page.getByLabel("Password").fill("countinghouse-demo");
  await page.keyboard.press("Enter");
  await page.getByRole("toolbar").waitFor();
  await page.getByText("Reading the items").waitFor({ state: "detached" });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const { data } = await call.admin("GET", "/inventory/items?limit=20&isActive=true");
  for (const [rate, budget] of [
    [1, 150],
    [4, undefined],
  ]) {
    const session = await context.newCDPSession(page);
    await context.setOffline(true);
    await session.send("Emulation.setCPUThrottlingRate", { rate });
    const start = Date.now() / 1000;
    for (let at = 0; at < 60; at += 1) {
      const code = data[at % data.length].sku;
      for (const [index, key] of [...code, "Enter"].entries()) {
        const event = { key, code: key === "Enter" ? "Enter" : `Key${key}`, timestamp: start + at * 0.3 + index / 1000, ...(key === "Enter" ? { text: "\r", windowsVirtualKeyCode: 13 } : { text: key }) };
        await session.send("Input.dispatchKeyEvent", { type: "keyDown", ...event });
        await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
      }
      await page.waitForTimeout(60);
    }
    const times = await page.evaluate(() => globalThis.benchScans.splice(0));
    print(`${rate === 1 ? "" : `CPU × ${rate} slower, `}scan to feedback without a network, p95 of ${times.length}, ms`, Math.round(percentile(times, 95)), budget);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await context.setOffline(false);
    await session.detach();
  }
  await context.close();
}
