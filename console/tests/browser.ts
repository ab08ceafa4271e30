import AxeBuilder from "@axe-core/playwright";
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page, chromium } from "playwright-core";
import { expect } from "vitest";
import { PASSWORD, type Service } from "./service";

/** Chromium as people have it. */
export const whole = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
/** Chromium that never had a window, where it is there: jobs in it take two thirds of the time. */
const windowless = process.env["CHROMIUM_WINDOWLESS"] ?? whole;
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const browsers = new Map<string, Promise<Browser>>();

/** The browser of this file's tests at this path, which is begun once. */
function browserAt(executablePath: string): Promise<Browser> {
  const found = browsers.get(executablePath) ?? chromium.launch({ executablePath, args });
  browsers.set(executablePath, found);
  return found;
}

/** A page of the console, signed in, that notes all that must not be. */
export interface Opened {
  page: Page;
  context: BrowserContext;
  /** The address of the console. */
  base: string;
  /** Ends it. What it noted fails the test: requests to other places, reports of the page's policy, errors of its scripts. */
  close: () => Promise<void>;
}

/** How a page is opened. */
export interface How {
  width?: number;
  height?: number;
  scheme?: "light" | "dark";
  /** Where it begins; `/` if absent. */
  at?: string;
  /** Whether it must be Chromium as people have it: the other one does not keep the times of a scanner's keys. */
  isWhole?: boolean;
}

/** A page that shows the console of the service as this user sees it. */
export async function openConsole(service: Service, user: string, how: How = {}): Promise<Opened> {
  const opened = await openPage(service, how);
  await signIn(opened.page, user);
  if (how.at && how.at !== "/") await opened.page.goto(`${service.url}${how.at}`);
  await opened.page.getByRole("navigation", { name: "Screens" }).or(opened.page.getByRole("button", { name: "Screens" })).first().waitFor();
  return opened;
}

/** A page of the console in which nobody is signed in, at its beginning or another address. */
export async function openPage(service: Pick<Service, "url">, how: How = {}, begin = "/"): Promise<Opened> {
  const browser = await browserAt(how.isWhole ? whole : windowless);
  const options: BrowserContextOptions = {
    viewport: { width: how.width ?? 1280, height: how.height ?? 800 },
    colorScheme: how.scheme ?? "light",
    reducedMotion: "reduce",
    locale: "en-GB",
  };
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on("pageerror", (error) => wrong.push(`a script failed: ${error.message}`));
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) wrong.push(message.text());
  });
  page.on("request", (request) => {
    const to = request.url();
    if (!to.startsWith(service.url) && !/^(data|blob):/.test(to)) wrong.push(`a request left for ${to}`);
  });
  await page.goto(`${service.url}${begin}`);
  return {
    page,
    context,
    base: service.url,
    async close() {
      await context.close();
      expect(wrong).toEqual([]);
    },
  };
}

/** Fills the sign-in, which is shown. */
export async function signIn(page: Page, user: string): Promise<void> {
  const name = page.getByLabel("User name");
  if (await name.isEditable()) await name.fill(user);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  const heading = page.getByRole("heading", { name: /Sign in/ });
  const choice = page.getByText("Which one?");
  // Who belongs to several organizations is asked once on each device; the first of them is their home.
  await page.waitForFunction(() => !/Sign in/.test(document.querySelector("h1, h2")?.textContent ?? "") || document.querySelector(".sign-in-choice"));
  if (await choice.isVisible()) await page.keyboard.press("Enter");
  await heading.waitFor({ state: "detached" });
}

/** Ends the browsers; once, after the last page of a file. */
export async function closeBrowser(): Promise<void> {
  for (const browser of browsers.values()) await (await browser).close();
  browsers.clear();
}

/** What a reader of screens or a weak eye would stumble over: nothing may be found. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await barriers(page)).toEqual([]);
}

/**
 * What a reader of screens or a weak eye would stumble over; by these rules alone, if some are named. Of long tables the first rows
 * are looked at: the others are made the same way, and a table of a thousand takes a minute.
 */
export async function barriers(page: Page, rules: readonly string[] = []): Promise<string[]> {
  // There are no frames of other places, for which alone the slower way is: a page of its own for each report.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] }).exclude("tr:nth-child(n+13)");
  const { violations } = await (rules.length > 0 ? axe.withRules([...rules]) : axe).analyze();
  return violations.map((one) => `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map((node) => node.html).join(" | ")}`);
}

/** Counts the presses of keys that are no data: a chord counts once, typed text does not. */
export class Presses {
  count = 0;

  constructor(private readonly page: Page) {}

  /** Presses a key or a chord. */
  async key(name: string): Promise<void> {
    this.count += 1;
    await this.page.keyboard.press(name);
  }

  /** Types data. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }
}

/** Counts from now on how often a pointer is pressed or a finger set down, on whatever page is shown. */
export async function pointersOf(page: Page): Promise<() => number> {
  let count = 0;
  await page.exposeFunction("pointerWasPressed", () => (count += 1));
  const listen = (): void => addEventListener("pointerdown", () => (window as unknown as { pointerWasPressed: () => void }).pointerWasPressed(), true);
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return () => count;
}

/** Measures, from the next load of a page on, how much of it moved by itself, and what. */
export async function shiftOf(page: Page): Promise<() => Promise<{ sum: number; what: string }>> {
  await page.addInitScript(() => {
    const kept = { sum: 0, what: new Set<string>() };
    Object.assign(window, { shifted: kept });
    new PerformanceObserver((list) => {
      // The type of these entries is in no library of TypeScript.
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }[]) {
        if (entry.hadRecentInput) continue;
        kept.sum += entry.value;
        for (const { node } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement;
          if (element) kept.what.add(`${element.tagName.toLowerCase()}.${element.className} “${element.textContent.slice(0, 40)}”`);
        }
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () =>
    page.evaluate(() => {
      const { sum, what } = (window as unknown as { shifted: { sum: number; what: Set<string> } }).shifted;
      return { sum, what: [...what].join(", ") };
    });
}

/** Changes to the organization of this name, in the menu beside its present name. */
export async function enter(page: Page, organization: RegExp): Promise<void> {
  await page.getByRole("button", { name: /Organization: .* Change/ }).click();
  await page.getByRole("menuitem", { name: organization }).click();
  await page.getByRole("button", { name: organization }).waitFor();
}

/** The row of a list in which all of these texts stand. */
export const row = (page: Page, ...texts: string[]) =>
  texts.reduce((found, text) => found.filter({ hasText: text }), page.locator("tr[data-row]")).first();

/** Pages of several users, each signed in once, as people are. */
export class SignedIn {
  private readonly opened = new Map<string, Opened>();

  /** The page of this user at this address. */
  async as(service: Service, user: string, at: string): Promise<Page> {
    const before = this.opened.get(user);
    if (before) {
      await before.page.goto("about:blank");
      await before.page.goto(`${service.url}${at}`);
      return before.page;
    }
    const now = await openConsole(service, user, { at });
    this.opened.set(user, now);
    return now.page;
  }

  /** Ends them all. What they noted fails the test. */
  async close(): Promise<void> {
    for (const one of this.opened.values()) await one.close();
  }
}
