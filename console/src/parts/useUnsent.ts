import { useCallback, useEffect, useRef, useState } from "react";
import { type Kept, followUnsent, forget, hold, keep } from "../api/kept";
import { newKey } from "../api/key";

/** Typing pauses so long before it is kept. */
const PAUSE_MS = 400;

/** What is kept of a form, and what was left of an earlier one. */
export interface Unsent<Value> {
  /** What was left unsent before, to be taken up or thrown away. */
  offered: Kept<Value> | undefined;
  /** Takes it up: its value is the form's now. */
  takeUp: () => Value | undefined;
  throwAway: () => void;
  /** It was sent, or is not wanted any more. */
  done: () => void;
}

/** Keeps a form on the device while it is typed, and offers what was left unsent of the same record. */
export function useUnsent<Value>(form: string, subject: string, value: Value, isChanged: boolean): Unsent<Value> {
  const id = useRef<string>(undefined);
  id.current ??= newKey();
  const [offered, setOffered] = useState<Kept<Value>>();
  const over = useRef(false);
  const latest = useRef({ value, isChanged });
  latest.current = { value, isChanged };
  const write = useCallback((): void => {
    if (over.current) return;
    const now = latest.current;
    void (now.isChanged ? keep(form, subject, id.current ?? "", now.value) : forget(id.current ?? ""));
  }, [form, subject]);
  useEffect(() => {
    const unfollow = followUnsent<Value>(form, subject, (found) => setOffered(found.find((one) => one.id !== id.current)));
    const release = hold(id.current ?? "");
    addEventListener("pagehide", write);
    return () => {
      unfollow();
      removeEventListener("pagehide", write);
      write();
      release();
    };
  }, [form, subject, write]);
  const written = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(write, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [written, isChanged, write]);
  const throwAway = (): void => {
    if (offered) void forget(offered.id);
    setOffered(undefined);
  };
  return {
    offered,
    takeUp: () => {
      throwAway();
      return offered?.value;
    },
    throwAway,
    done: () => {
      over.current = true;
      void forget(id.current ?? "");
    },
  };
}
