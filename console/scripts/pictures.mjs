// Takes the pictures of the console for the README: scenes of the demo's books beside a running service (COUNTINGHOUSE_URL),
// in the window of a notebook or of a phone, as WebP of at most 120 KB each.
import { mkdir, writeFile } from "node:fs/promises";
import { chromium } from "playwright-core";

const url = process.env.COUNTINGHOUSE_URL ?? "http://127.0.0.1:8080";
const folder = new URL("../../docs/pictures/", import.meta.url);
const MOST = 120 * 1024;
const YEAR = /Fernhill/;

/** The labels of goods that are scanned for the picture of the phone. */
async function labels(count) {
  const form = new URLSearchParams({ grant_type: "password", username: "admin", password: "countinghouse-demo" });
  const { access_token: token } = await (await fetch(`${url}/api/v1/auth/token`, { method: "POST", body: form })).json();
  const read = async (path) => (await fetch(`${url}/api/v1${path}`, { headers: { Authorization: `Bearer ${token}` } })).json();
  const found = [];
  for (const sku of ["22423", "85123A", "21730", "84879", "22752"].slice(0, count)) {
    const { data } = await read(`/inventory/items?sku=${sku}`);
    const item = data[0] && (await read(`/inventory/items/${data[0].id}`));
    if (item?.gtins[0]) found.push(item.gtins[0].gtin.slice(-13));
  }
  return found;
}

/** Types a code as a scanner does: faster than anybody, with Enter behind it. */
async function scan(page, code) {
  const session = await page.context().newCDPSession(page);
  const start = Date.now() / 1000;
  for (const [at, key] of [...code, "Enter"].entries()) {
    const event = { key, code: key === "Enter" ? "Enter" : `Key${key}`, text: key === "Enter" ? "\r" : key, timestamp: start + at / 1000 };
    await session.send("Input.dispatchKeyEvent", { type: "keyDown", ...event });
    await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  }
  await session.detach();
  await page.waitForTimeout(400);
}

/** Opens an address, and waits until it is quiet. */
async function show(page, address) {
  await page.goto(`${url}${address}`);
  await page.locator("h1").first().waitFor();
  await page.waitForLoadState("networkidle", { timeout: 3_000 }).catch(() => undefined);
  await page.waitForTimeout(700);
}

/** Each picture: who looks, at which books, in which light, and what they do before it is taken. */
const SCENES = {
  today: { user: "accountant", books: YEAR, run: (page) => show(page, "/today") },
  journal: {
    user: "accountant",
    scheme: "dark",
    async run(page) {
      await show(page, "/journal?from=2010-12-01&to=2010-12-31&journal=SJ");
      const row = page.locator("tr[data-row='3']");
      await row.focus();
      await page.keyboard.press("Space");
      await page.locator(".peek table").first().waitFor();
    },
  },
  "profit-and-loss": { user: "accountant", books: YEAR, run: (page) => show(page, "/reports/profit-and-loss?compare=previousPeriod&share=true") },
  item: { user: "accountant", books: YEAR, scheme: "dark", run: (page) => show(page, "/items/22423?tab=ledger") },
  close: { user: "admin", books: YEAR, run: (page) => show(page, "/close") },
  scan: {
    user: "operator",
    phone: true,
    async run(page) {
      await page.goto(`${url}/scan/receive?place=DEPOT`);
      await page.getByLabel("User name").fill("operator");
      await page.getByLabel("Password").fill("countinghouse-demo");
      await page.keyboard.press("Enter");
      await page.getByRole("toolbar").waitFor();
      await page.getByText("Reading the items").waitFor({ state: "detached" });
      const [one, other, third] = await labels(3);
      for (const code of [one, one, other, third, third, third]) await scan(page, code);
    },
  },
};

async function signIn(page, user, books) {
  await page.goto(`${url}/`);
  await page.getByLabel("User name").fill(user);
  await page.getByLabel("Password", { exact: true }).fill("countinghouse-demo");
  await page.keyboard.press("Enter");
  const choice = page.getByText("Which one?");
  await page.getByRole("navigation", { name: "Screens" }).or(choice).first().waitFor();
  if (await choice.isVisible()) await page.keyboard.press("Enter");
  await page.getByRole("navigation", { name: "Screens" }).waitFor();
  if (!books) return;
  await page.getByRole("button", { name: /Organization: .* Change/ }).click();
  await page.getByRole("menuitem", { name: books }).click();
  await page.getByRole("button", { name: books }).waitFor();
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
await mkdir(folder, { recursive: true });
let tooLarge = false;
for (const [name, { user, books, scheme = "light", phone = false, run }] of Object.entries(SCENES)) {
  if (process.argv.length > 2 && !process.argv.includes(name)) continue;
  const context = await browser.newContext({
    viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    colorScheme: scheme,
    locale: "en-GB",
    reducedMotion: "reduce",
    hasTouch: phone,
    isMobile: phone,
  });
  const page = await context.newPage();
  if (!phone) await signIn(page, user, books);
  await run(page);
  const session = await context.newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 90 });
  const bytes = Buffer.from(data, "base64");
  await writeFile(new URL(`${name}.webp`, folder), bytes);
  tooLarge ||= bytes.length > MOST;
  console.log(`docs/pictures/${name}.webp  ${(bytes.length / 1024).toFixed(0)} KB${bytes.length > MOST ? "  TOO MUCH" : ""}`);
  await context.close();
}
await browser.close();
if (tooLarge) process.exit(1);
