import { useEffect } from "react";
import { forget, hold, keep } from "../api/kept";

/** Typing pauses so long before it is kept. */
const PAUSE_MS = 400;

/** What is kept of a form, and under which name. */
export interface Keeping<Kept> {
  id: string;
  subject: string;
  /** Whether something was typed that the service has not got. */
  isDirty: () => boolean;
  now: () => Kept;
}

/** Something that tells its changes. */
interface Followed {
  follow: (listener: () => void) => () => void;
}

/** Keeps a form on the device while it is typed, and forgets it when nothing unsent is left. `parts` tell its changes. */
export function useKeeping<Kept>(form: string, parts: readonly [Followed, Followed], keeping: Keeping<Kept>): void {
  const [one, other] = parts;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = (): void => {
      clearTimeout(timer);
      timer = undefined;
      void (keeping.isDirty() ? keep(form, keeping.subject, keeping.id, keeping.now()) : forget(keeping.id));
    };
    const changed = (): void => {
      clearTimeout(timer);
      timer = setTimeout(write, PAUSE_MS);
    };
    const leaving = (): void => {
      if (timer !== undefined) write();
    };
    const release = hold(keeping.id);
    const unfollow = [one.follow(changed), other.follow(changed)];
    addEventListener("pagehide", leaving);
    document.addEventListener("visibilitychange", leaving);
    return () => {
      for (const stop of unfollow) stop();
      removeEventListener("pagehide", leaving);
      document.removeEventListener("visibilitychange", leaving);
      leaving();
      release();
    };
  }, [form, one, other, keeping]);
}
