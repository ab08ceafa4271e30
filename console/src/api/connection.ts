import { store } from "./store";

/** What stands between the console and an answer, for the line at the top of the page. */
export type Connection =
  | { state: "fine" }
  /** No answer comes. Whether the last change arrived is not known; it is repeated with the same key until it is. */
  | { state: "lost"; since: number; hasChange: boolean }
  /** The service asks to wait. */
  | { state: "busy"; until: number };

/** How it stands now. */
export const connection = store<Connection>({ state: "fine" });

let wake: (() => void) | null = null;

/** Tries again at once. */
export function tryNow(): void {
  wake?.();
}

/** Waits so long, or until the network is back or somebody asks to try. */
export function pause(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      globalThis.removeEventListener("online", done);
      signal?.removeEventListener("abort", done);
      if (wake === done) wake = null;
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    wake = done;
    globalThis.addEventListener("online", done);
    signal?.addEventListener("abort", done);
  });
}
