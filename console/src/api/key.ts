import { useCallback, useRef } from "react";

/** A new idempotency key: random, as only this form ever sends it. */
export function newKey(): string {
  // Not randomUUID: browsers have that only over https and on their own machine.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The idempotency key of a form: made when the form opens, kept while it is not known what became of the request, and made
 * anew for the next act.
 */
export function useKey(): { key: () => string; renew: () => void } {
  const held = useRef<string>(undefined);
  held.current ??= newKey();
  const key = useCallback(() => (held.current ??= newKey()), []);
  const renew = useCallback(() => {
    held.current = newKey();
  }, []);
  return { key, renew };
}
