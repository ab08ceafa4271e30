import type { BrowserContext, Page } from "playwright-core";
import { type How, type Opened, openPage } from "./browser";
import { PASSWORD, type Service } from "./service";

/** A scanner that types as such scanners do: faster than anybody, with Enter behind each code. */
export class Scanner {
  /** How many codes were scanned. */
  scans = 0;

  constructor(private readonly page: Page) {}

  /** Scans the codes, one every so many milliseconds by the time of their keys. */
  async scan(codes: readonly string[], apart = 50): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page);
    const start = Date.now() / 1000;
    const sent: Array<Promise<unknown>> = [];
    for (const [index, code] of codes.entries()) {
      this.scans += 1;
      for (const [at, key] of [...code, "Enter"].entries()) {
        const timestamp = start + (index * apart + at) / 1000;
        const isGs = key === "\u001d";
        const event = {
          key: isGs ? "]" : key,
          code: key === "Enter" ? "Enter" : `Key${key.toUpperCase()}`,
          modifiers: isGs ? 2 : 0,
          ...(key === "Enter" ? { text: "\r", windowsVirtualKeyCode: 13 } : isGs ? {} : { text: key }),
          timestamp,
        };
        sent.push(session.send("Input.dispatchKeyEvent", { type: "keyDown", ...event }));
        sent.push(session.send("Input.dispatchKeyEvent", { type: "keyUp", ...event }));
      }
    }
    await Promise.all(sent);
    await session.detach();
  }

  /** One code. */
  one(code: string): Promise<void> {
    return this.scan([code]);
  }
}

/** A page of scanning, signed in, that knows the goods. */
export async function openScan(
  service: Service,
  user: string,
  at: string,
  how: How = {},
  ready?: (context: BrowserContext) => Promise<unknown>,
): Promise<Opened & { scanner: Scanner }> {
  const opened = await openPage(service, how);
  await ready?.(opened.context);
  await opened.page.goto(`${service.url}${at}`);
  await opened.page.getByLabel("User name").fill(user);
  await opened.page.getByLabel("Password").fill(PASSWORD);
  await opened.page.keyboard.press("Enter");
  await opened.page.getByRole("heading", { name: "Sign in to scan" }).waitFor({ state: "detached" });
  await known(opened.page);
  return { ...opened, scanner: new Scanner(opened.page) };
}

/** The catalogue is on the device, and the page can be opened without a network. */
async function known(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^DEPOT/ }).or(page.getByRole("toolbar")).or(page.getByRole("link", { name: "Jobs" })).first().waitFor();
  await page.getByText("Reading the items").waitFor({ state: "detached" });
}

/** How much is on the list. */
export const total = (page: Page): Promise<string | null> => page.locator("[data-total]").getAttribute("data-total");
