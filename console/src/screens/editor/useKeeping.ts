import { useEffect } from "react";
import type { Entry } from "../../api/entries";
import { forget, hold, keep } from "../../api/kept";
import type { Store } from "../../api/store";
import type { Desk } from "./desk";
import type { Head, Line } from "./draft";

/** An entry that was not sent, as it is kept on the device. */
export interface UnsentEntry {
  head: Head;
  lines: readonly Line[];
  /** The draft that it changes, as it was when the editor read it. */
  stored?: Entry | undefined;
  /** The keys of requests of which it is not known what became of them. */
  keys: Record<string, string>;
}

/** Typing pauses so long before it is kept. */
const PAUSE_MS = 400;

/** What is kept of an entry, and under which name. */
export interface Keeping {
  id: string;
  subject: string;
  /** Whether something was typed that the service has not got. */
  isDirty: () => boolean;
  now: () => UnsentEntry;
}

/** Keeps the entry on the device while it is typed, and forgets it when nothing unsent is left. */
export function useKeeping(desk: Desk, head: Store<Head>, keeping: Keeping): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = (): void => {
      clearTimeout(timer);
      timer = undefined;
      void (keeping.isDirty() ? keep("entry", keeping.subject, keeping.id, keeping.now()) : forget(keeping.id));
    };
    const changed = (): void => {
      clearTimeout(timer);
      timer = setTimeout(write, PAUSE_MS);
    };
    const leaving = (): void => {
      if (timer !== undefined) write();
    };
    const release = hold(keeping.id);
    const unfollow = [desk.sheet.follow(changed), head.follow(changed)];
    addEventListener("pagehide", leaving);
    document.addEventListener("visibilitychange", leaving);
    return () => {
      for (const stop of unfollow) stop();
      removeEventListener("pagehide", leaving);
      document.removeEventListener("visibilitychange", leaving);
      leaving();
      release();
    };
  }, [desk, head, keeping]);
}
