// Listens to all keys of the page, before any field gets them.

import { store } from "../../api/store";
import { Bursts, type Heard, USUAL, type Wedge } from "./bursts";
import type { Pressed } from "./learn";

const NAME = "countinghouse-scan-wedge";

function kept(): Wedge {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(NAME) ?? "{}") as Partial<Wedge>) };
  } catch {
    return USUAL;
  }
}

/** How the scanner of this device is set. */
export const wedge = store<Wedge>(typeof localStorage === "undefined" ? USUAL : kept());

wedge.follow(() => {
  try {
    localStorage.setItem(NAME, JSON.stringify(wedge.get()));
  } catch {
    // Learnt again next time.
  }
});

/** Longer than keys may be apart, as they may be told late. */
const REST_MS = 25;
/** A code whose last key is known is waited for longer: on a slow device keys come late. */
const UNFINISHED_MS = 300;

/** A field that somebody types into. */
const isField = (at: Element | null): boolean =>
  at instanceof HTMLTextAreaElement || (at instanceof HTMLInputElement && !["checkbox", "radio", "button"].includes(at.type));

/** The key as it counts; nothing for those that only help others, and those that are somebody's command. */
function keyOf(event: KeyboardEvent, isWithin: boolean): string | undefined {
  // FNC1 comes as Ctrl + ] from many scanners.
  if (event.ctrlKey && event.key === "]") return "\u001d";
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return undefined;
  if (event.key.length === 1 || event.key === "Enter" || event.key === "Tab") return event.key;
  // A key of its own for the separator, only amid a code.
  return isWithin && /^F[0-9]+$/.test(event.key) ? event.key : undefined;
}

/**
 * Hands on codes as they come, until it is left. What was typed goes to where it was meant, and a field that takes codes itself
 * (`data-takes-codes`) gets those that come while it has the focus.
 */
export function listen(onCode: (code: string, at: number) => void, onHalf?: (half: string) => void): () => void {
  const bursts = new Bursts(wedge.get());
  const unfollow = wedge.follow(() => bursts.set(wedge.get()));
  const swallowed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const take = (heard: Heard, at: number): void => {
    for (const key of heard.typed) type(key);
    for (const code of heard.codes) {
      const field = document.activeElement;
      if (field instanceof HTMLInputElement && "takesCodes" in field.dataset) {
        field.select();
        document.execCommand("insertText", false, code);
      } else onCode(code, at);
    }
    for (const half of heard.halves) onHalf?.(half);
  };
  const wait = (): void => {
    clearTimeout(timer);
    if (!bursts.isWaiting) return;
    const rest = (): void => {
      take(bursts.rest(performance.now()), performance.now());
      // Keys of a busy device can be dated later than they are told.
      if (bursts.isWaiting) timer = setTimeout(rest, REST_MS);
    };
    timer = setTimeout(rest, bursts.isUnfinished ? Math.max(UNFINISHED_MS, bursts.patience + REST_MS) : bursts.patience + REST_MS);
  };
  const down = (event: KeyboardEvent): void => {
    const key = keyOf(event, bursts.isWaiting);
    if (key === undefined || event.repeat || !event.isTrusted) return;
    const heard = bursts.press(key, event.timeStamp, isField(document.activeElement));
    if (heard.isSwallowed) {
      event.preventDefault();
      event.stopImmediatePropagation();
      swallowed.add(event.code);
    }
    take(heard, event.timeStamp);
    wait();
  };
  // A button acts when the blank goes up: of a blank within a code, it must not.
  const up = (event: KeyboardEvent): void => {
    if (!swallowed.delete(event.code)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener("keydown", down, true);
  addEventListener("keyup", up, true);
  return () => {
    removeEventListener("keydown", down, true);
    removeEventListener("keyup", up, true);
    clearTimeout(timer);
    unfollow();
  };
}

/** Does with a key what the browser would have done. */
function type(key: string): void {
  const at = document.activeElement;
  if (isField(at) && key.length === 1) {
    document.execCommand("insertText", false, key);
    return;
  }
  if (key === "Enter" && at instanceof HTMLInputElement) at.form?.requestSubmit();
  else if ((key === "Enter" || key === " ") && at instanceof HTMLElement && at.matches("button, a, summary, [role=button], input")) at.click();
}

/** Hands on the raw keys of one pull of the trigger, for the set-up: until none came for a while. */
export function listenRaw(onPull: (pressed: Pressed[]) => void): () => void {
  let pressed: Pressed[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const down = (event: KeyboardEvent): void => {
    const key = keyOf(event, pressed.length > 0);
    if (key === undefined || !event.isTrusted) return;
    // Somebody walks through the page by Tab, or presses a button.
    if ((key === "Tab" || key === "Enter" || key === " ") && pressed.length === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed.push({ key, at: event.timeStamp });
    clearTimeout(timer);
    timer = setTimeout(() => {
      const all = pressed;
      pressed = [];
      onPull(all);
    }, 400);
  };
  addEventListener("keydown", down, true);
  return () => {
    removeEventListener("keydown", down, true);
    clearTimeout(timer);
  };
}
