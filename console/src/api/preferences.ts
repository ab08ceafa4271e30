import { ask } from "./records";

/** What the caller keeps for themselves in these books: nothing in it means anything to the service. */
export type Preferences = Record<string, unknown>;

/** All preferences of the caller. */
export const readPreferences = async (): Promise<Preferences> => (await ask<Preferences>("GET", "/me/preferences")).body;

let last: Promise<unknown> = Promise.resolve();

/** Changes some of them; the others stay, as they are read before. One change is sent after the other. */
export function writePreferences(change: Preferences): Promise<void> {
  const write = async (): Promise<void> => {
    const before = await readPreferences();
    await ask("PUT", "/me/preferences", { body: { ...before, ...change } });
  };
  const mine = last.then(write, write);
  last = mine.catch(() => undefined);
  return mine;
}
