import type { Page } from "playwright-core";
import { expect } from "vitest";
import { Presses } from "./browser";
import type { Service } from "./service";

/** An entry as a test looks at it. */
export interface Found {
  id: string;
  number: string | null;
  status: string;
  description: string;
  lines: { accountCode: string; debit: string; credit: string; description: string | null }[];
}

/** The entries with this text, with their lines. */
export async function entries(service: Service, text: string): Promise<Found[]> {
  const page = await service.call("accountant", "GET", `/accounting/journal-entries?q=${encodeURIComponent(text)}&include=lines`);
  return page.data;
}

/** What the focus is called. */
export const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.id);
/** Waits until the editor is open. */
export const atDate = (page: Page): Promise<unknown> => page.waitForSelector("#entry-date:focus");
/** Waits until this is said. */
export const toast = (page: Page, text: string | RegExp): Promise<void> => page.getByRole("status").getByText(text).first().waitFor();

/** Types an entry of two lines up to its posting. */
export async function typeRent(page: Page, text: string): Promise<Presses> {
  const keys = new Presses(page);
  await atDate(page);
  await keys.type("24.12.10");
  await keys.key("Enter");
  await keys.type(text);
  await keys.key("Enter");
  await keys.type("6100");
  await keys.key("Enter");
  await keys.type("1200*0.2");
  await keys.key("Enter");
  await keys.type("1010");
  await keys.key("Enter");
  expect(await focused(page)).toBe("Credit, line 2");
  await keys.key("Enter");
  return keys;
}
