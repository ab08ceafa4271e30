import { useEffect } from "react";
import { createChords } from "../text/chords";
import { type Action, actions } from "./actions";
import { settings } from "./settings";

/** Whether what has the focus takes letters. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit"].includes(target.type);
}

/** The actions that have keys, the newest part's first. */
export function bound(): Action[] {
  return actions.get().toReversed().flat().filter((one) => one.keys !== undefined);
}

/** Listens to the keys of the whole page, and does what they are bound to. */
export function useKeys(): void {
  useEffect(() => {
    const chords = createChords();
    const down = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const list = bound();
      const hit = chords.press(
        {
          key: event.key,
          ctrl: event.ctrlKey,
          meta: event.metaKey,
          alt: event.altKey,
          shift: event.shiftKey,
          isTyping: isTyping(event.target),
        },
        list.map((one) => one.keys ?? ""),
        { at: event.timeStamp, letters: settings.get().letters },
      );
      if (hit === null) return;
      event.preventDefault();
      const action = list.find((one) => one.keys === hit);
      if (action && !action.disabled) action.run();
    };
    document.addEventListener("keydown", down);
    return () => document.removeEventListener("keydown", down);
  }, []);
}
