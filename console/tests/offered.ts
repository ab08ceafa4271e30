import type { Page } from "playwright-core";
import { goWithin } from "./screens";

/** What stands in front of the service: writes are asked for as previews, and answered as refused, so that nothing changes. */
export interface Trial {
  /** Presses every button that the screen offers; answers those that are neither pressed nor explained. */
  press: (address: string) => Promise<string[]>;
  /** How many were pressed. */
  count: () => number;
  /** How many writes they asked for. */
  tried: () => number;
  /** The writes that the service refused for want of a right. */
  forbidden: () => string[];
}

/** Begins to try what is offered on this page. */
export async function trialOf(page: Page, quiet: () => Promise<void>): Promise<Trial> {
  const forbidden = new Set<string>();
  const pressed = new Set<string>();
  let tried = 0;
  await page.exposeFunction("wasTried", (write: string, status: number, text: string) => {
    tried += 1;
    if (status === 403) forbidden.add(`${write}: ${text}`);
  });
  await page.addInitScript(tryOnly);
  await page.reload();
  await page.locator("main h1").first().waitFor();
  // What is for paper opens beside.
  page.context().on("page", (other) => void other.close().catch(() => undefined));

  async function press(address: string): Promise<string[]> {
    const at = new URL(page.url()).pathname;
    const unexplained: string[] = [];
    for (const one of await offeredOn(page)) {
      const key = `${at} ${one.name}`;
      if (pressed.has(key)) continue;
      pressed.add(key);
      if (one.isDisabled) {
        if (!one.isExplained) unexplained.push(`${at}: “${one.name}” cannot be pressed, and nothing says why`);
        continue;
      }
      const button = page.locator(`#screen [data-offered="${one.mark}"]`);
      // A press before it may have taken it away.
      if ((await button.count()) === 0) continue;
      await button.click({ timeout: 2_000 }).catch(() => undefined);
      await quiet();
      await pressMain(page, quiet);
      await page.keyboard.press("Escape");
      if (new URL(page.url()).pathname !== at || (await page.getByRole("dialog").count()) > 0) {
        await settle(page, address, quiet);
        await offeredOn(page);
      }
    }
    return unexplained;
  }
  return { press, count: () => pressed.size, tried: () => tried, forbidden: () => [...forbidden] };
}

/** In the page: asks for writes as previews. What people keep for themselves, and how they sign in, is left as it is. */
function tryOnly(): void {
  const real = window.fetch.bind(window);
  const told = window as unknown as { wasTried: (write: string, status: number, text: string) => Promise<void> };
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (request.method === "GET" || /\/api\/v1\/(me\/|auth\/)/.test(url.pathname) || url.searchParams.get("dryRun") === "true") return real(request);
    url.searchParams.set("dryRun", "true");
    const body = await request.text();
    const answer = await real(url.href, { method: request.method, headers: request.headers, credentials: "same-origin", ...(body && { body }) });
    await told.wasTried(`${request.method} ${url.pathname}`, answer.status, await answer.text());
    const refusal = { type: "about:blank", code: "only_tried", title: "Only tried", detail: "nothing was changed", status: 409, errors: [], context: {}, resolutions: [], requestId: "" };
    return new Response(JSON.stringify(refusal), { status: 409, headers: { "Content-Type": "application/problem+json" } });
  };
}

/** In a dialog the main act is pressed, with a reason where one is asked for. */
async function pressMain(page: Page, quiet: () => Promise<void>): Promise<void> {
  const dialog = page.getByRole("dialog").first();
  if ((await dialog.count()) === 0) return;
  for (const reason of await dialog.getByLabel(/reason|why/i).all()) if (await reason.isEditable().catch(() => false)) await reason.fill("Only tried");
  const main = dialog.locator("button[data-variant=filled]:enabled, button[data-variant=danger]:enabled").last();
  if ((await main.count()) === 0) return;
  await main.click({ timeout: 2_000 }).catch(() => undefined);
  await quiet();
}

/** Goes back to where the buttons were, anew where something lies over it. */
async function settle(page: Page, address: string, quiet: () => Promise<void>): Promise<void> {
  await goWithin(page, address);
  await quiet();
  if ((await page.getByRole("dialog").count()) > 0) await page.goto(new URL(address, page.url()).href);
  await page.locator("main h1").first().waitFor();
  await quiet();
}

interface Offered {
  mark: string;
  name: string;
  isDisabled: boolean;
  isExplained: boolean;
}

/** The buttons of the screen but for those that only change how something is shown: filters, heads and rows of lists, tabs. */
function offeredOn(page: Page): Promise<Offered[]> {
  return page.evaluate(() => {
    const passed = "table, [role=grid], .filter, .list, .rail, [aria-haspopup], [aria-expanded], [aria-pressed], [role=tab]";
    const seen = new Set<string>();
    return [...document.querySelectorAll<HTMLButtonElement>("#screen button")].flatMap((button) => {
      const plain = button.cloneNode(true) as HTMLElement;
      for (const key of plain.querySelectorAll("kbd, .spoken")) key.remove();
      const name = button.getAttribute("aria-label") ?? (plain.textContent.trim() || "?");
      if (button.closest(passed) || !button.checkVisibility() || seen.has(name)) return [];
      seen.add(name);
      button.dataset["offered"] = name.replace(/\W+/g, "-");
      const isDisabled = button.disabled || button.getAttribute("aria-disabled") === "true";
      const told = (button.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join("");
      const beside = button.closest("li")?.querySelector("p") ?? button.parentElement?.querySelector("p");
      // Deeds with one reason have it once, under the last of them.
      const below = [...(button.closest("ul")?.querySelectorAll("li:has(button:disabled) p") ?? [])];
      const isExplained = told.trim() !== "" || button.title !== "" || Boolean(beside?.textContent) || below.length > 0;
      return [{ mark: button.dataset["offered"] ?? "", name, isDisabled, isExplained }];
    });
  });
}
