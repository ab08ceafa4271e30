// Measures how fluid the console is against its budgets: first paint, a long journal, an editor of 500 lines.
//
//   scripts/bench-console           starts a service with 100,000 entries, and prints `name value` lines
import { chromium } from "playwright-core";

const url = process.env.COUNTINGHOUSE_URL;
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args });
const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB" });
const print = (name, value, budget) => console.log(`${name.padEnd(48)} ${String(value).padStart(8)}   budget ${budget}`);

const page = await context.newPage();
let began = Date.now();
await page.goto(`${url}/`);
await page.getByLabel("User name").waitFor();
print("cold: sign-in visible, ms", Date.now() - began, 800);
await page.getByLabel("User name").fill("accountant");
await page.getByLabel("Password", { exact: true }).fill("countinghouse-demo");
await page.keyboard.press("Enter");
await page.locator("tr[data-row='0']").waitFor();

for (const [name, budget] of [["warm: journal with rows, ms", 600]]) {
  began = Date.now();
  await page.goto(`${url}/journal`);
  await page.locator("tr[data-row='0']").waitFor();
  print(name, Date.now() - began, budget);
}
print("layout shift of the journal", await shift(page), 0.02);

// Thirty seconds of the wheel.
const frames = await page.evaluate(async () => {
  const list = document.querySelector(".list");
  const times = [];
  let last = performance.now();
  const until = last + 30_000;
  await new Promise((resolve) => {
    const frame = (now) => {
      times.push(now - last);
      last = now;
      list.scrollTop += 90;
      if (now < until) requestAnimationFrame(frame);
      else resolve();
    };
    requestAnimationFrame(frame);
  });
  return { count: times.length, slow: times.filter((time) => time > 25).length, rows: list.querySelectorAll("tr[data-row]").length };
});
print("journal: frames above 25 ms in 30 s of wheel, %", ((100 * frames.slow) / frames.count).toFixed(2), 1);
print("journal: frames drawn", frames.count, "-");
print("journal: rows in the page", frames.rows, "-");
const heap = await page.evaluate(() => Math.round((performance.memory?.usedJSHeapSize ?? 0) / 1_048_576));
print("journal: heap, MB", heap, 250);
began = Date.now();
await page.goto(`${url}/journal?to=2010-12-10`);
await page.locator("tr[data-row='0']").waitFor();
print("journal: jump to a day, ms", Date.now() - began, 300);

// An editor of 500 lines: from the key to the next paint.
await page.goto(`${url}/journal/new`);
await page.getByRole("grid").waitFor();
const lines = Array.from({ length: 500 }, (_, at) => `${at % 2 ? 4000 : 6100}\tLine ${at}\t${at % 2 ? "" : "10.00"}\t${at % 2 ? "10.00" : ""}`);
began = Date.now();
await page.evaluate((text) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  const cell = document.querySelector('[role="grid"] input');
  cell.focus();
  cell.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}, `Account\tText\tDebit\tCredit\n${lines.join("\n")}`);
await page.getByRole("dialog").waitFor();
await page.keyboard.press("Enter");
await page.getByRole("dialog").waitFor({ state: "detached" });
print("editor: 500 lines pasted, ms", Date.now() - began, 1000);
await page.waitForTimeout(1_500);
const paints = await page.evaluate(async () => {
  const inputs = [...document.querySelectorAll('[role="grid"] input')];
  const cell = inputs.find((input) => /line \d/i.test(input.value)) ?? inputs[1];
  cell.focus();
  const times = [];
  for (let at = 0; at < 60; at += 1) {
    const from = performance.now();
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
    setter.call(cell, `${cell.value}x`);
    cell.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    times.push(performance.now() - from);
  }
  times.sort((one, other) => one - other);
  return { median: times[30], high: times[58] };
});
print("editor: key to paint at 500 lines, median, ms", paints.median.toFixed(1), 50);
print("editor: key to paint at 500 lines, 98th, ms", paints.high.toFixed(1), 50);
await browser.close();

async function shift(page) {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum.toFixed(4)), 500);
      }),
  );
}
