// A scanner types into whatever field has the focus: what comes faster than anybody types is taken out again, and is a scan.

import { useEffect, useRef } from "react";

/** Keys of a scanner are at most so far apart. */
const BURST_MS = 35;
/** Shorter ones are typed: an amount, a code. */
const LEAST = 8;

interface Burst {
  text: string;
  last: number;
  field: HTMLInputElement | HTMLTextAreaElement | undefined;
  /** What stood in the field before its first key. */
  before: string;
}

function write(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const owner = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  // As the browser itself would: the form hears of it.
  Object.getOwnPropertyDescriptor(owner, "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Hands on what a scanner types outside of its own field, which has `data-scan`. */
export function useBursts(onCode: (code: string) => void): void {
  const latest = useRef(onCode);
  latest.current = onCode;
  useEffect(() => {
    let burst: Burst | undefined;
    const down = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      if (target.closest("[data-scan], [role=dialog]")) return;
      const isGroup = event.ctrlKey && event.key === "]";
      const isPart = isGroup || (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey);
      const goesOn = burst !== undefined && event.timeStamp - burst.last <= BURST_MS;
      if (isPart) {
        const field = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : undefined;
        if (!goesOn) burst = { text: "", last: 0, field, before: field?.value ?? "" };
        if (burst) {
          burst.text += isGroup ? "\u001d" : event.key;
          burst.last = event.timeStamp;
        }
        return;
      }
      if ((event.key === "Enter" || event.key === "Tab") && goesOn && burst && burst.text.length >= LEAST) {
        event.preventDefault();
        event.stopImmediatePropagation();
        if (burst.field?.isConnected) write(burst.field, burst.before);
        latest.current(burst.text);
      }
      if (event.key !== "Shift") burst = undefined;
    };
    document.addEventListener("keydown", down, true);
    return () => document.removeEventListener("keydown", down, true);
  }, []);
}
