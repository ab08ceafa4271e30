import type { Page } from "playwright-core";

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
