import { useEffect, useRef } from "react";
import { store } from "../api/store";

/** Something that can be done now, by a key, in the palette and, mostly, by a button. */
export interface Action {
  /** Stable name, unique on a screen. */
  id: string;
  /** What it does, as on its button: `Void this entry`. */
  title: string;
  /** Its keys as text/chords.ts writes them: `v`, `mod+enter`, `g j`. Absent: only in the palette. */
  keys?: string;
  /** Other words that somebody may search it by. */
  words?: string;
  /** Why it cannot be done now; it is still listed, with the reason. */
  disabled?: string | undefined;
  /** Whether it works while somebody types: chords with Ctrl and the like do by themselves. */
  whileTyping?: boolean;
  /** Whether it leaves a form in which somebody types: letters that still follow are no keys for a second. */
  leavesForm?: boolean;
  /** Hidden from the palette: movements within a list. */
  quiet?: boolean;
  run: () => void;
}

/** What can be done now: that of the shell, of the screen, and of what is open on it, newest last. */
export const actions = store<readonly (readonly Action[])[]>([]);

/** These actions can be done while this part is shown. Those of a later part with the same keys come first. */
export function useActions(list: readonly Action[]): void {
  const latest = useRef(list);
  latest.current = list;
  const signature = list.map((one) => `${one.id} ${one.keys ?? ""} ${one.title} ${one.disabled ?? ""}`).join("\n");
  useEffect(() => {
    const shown: readonly Action[] = latest.current.map((one, at) => ({ ...one, run: () => latest.current[at]?.run() }));
    actions.set([...actions.get(), shown]);
    return () => actions.set(actions.get().filter((other) => other !== shown));
    // The signature stands for the list: its functions change with every drawing.
  }, [signature]);
}
