import { useEffect } from "react";
import { type Binding, type Waiting, press } from "../text/chords";
import { type Action, actions } from "./actions";
import { isMac } from "./platform";
import { settings } from "./settings";

/** Whether what has the focus takes letters. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit"].includes(target.type);
}

/** The keys of all that can be done now, the newest part's first. */
function bindings(): Binding<Action>[] {
  const all = actions.get().toReversed().flat();
  return all.flatMap((action) => (action.keys === undefined ? [] : [{ keys: action.keys, action }]));
}

/** Letters that follow one another within this time after a form was left by a key are what somebody still typed into it. */
const STRAY_MS = 350;

/** Listens to the keys of the whole page, and does what they are bound to. */
export function useKeys(): void {
  useEffect(() => {
    let waiting: Waiting | undefined;
    let hadDialog = false;
    let leftAt = -STRAY_MS;
    // Before the dialog hears it: what closes by this key must not be followed by what lies below.
    const note = (): void => {
      hadDialog = document.querySelector("[role=dialog]") !== null;
    };
    const down = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      if (event.key === "Escape" && hadDialog && document.querySelector("[role=dialog]") === null) return;
      const isStray = event.key.length === 1 && !event.ctrlKey && !event.metaKey && event.timeStamp - leftAt < STRAY_MS;
      if (isStray && !isTyping(event.target)) {
        leftAt = event.timeStamp;
        return;
      }
      const now = {
        key: event.key,
        ctrl: event.ctrlKey,
        meta: event.metaKey,
        alt: event.altKey,
        shift: event.shiftKey,
        isTyping: isTyping(event.target),
      };
      const answer = press(bindings(), { isMac, singleKeys: settings.get().letters }, waiting, now, event.timeStamp);
      waiting = answer.waiting;
      if (answer.taken) event.preventDefault();
      if (!answer.hit || answer.hit.action.disabled) return;
      if (answer.hit.action.leavesForm) leftAt = event.timeStamp;
      answer.hit.action.run();
    };
    window.addEventListener("keydown", note, { capture: true });
    document.addEventListener("keydown", down);
    return () => {
      window.removeEventListener("keydown", note, { capture: true });
      document.removeEventListener("keydown", down);
    };
  }, []);
}
