import { Button } from "@mantine/core";
import { type JSX, useRef } from "react";
import { isMac } from "../../app/platform";
import { describeChord } from "../../text/chords";
import type { Instead } from "./doings";
import { InsteadLink } from "./Links";

/** Something that can be done with a record, now or not now. */
export interface Doable<Deed extends string> {
  deed: Deed;
  title: string;
  keys?: string;
  explains: string;
  disabled?: string | undefined;
  instead?: Instead | undefined;
}

/** What can be done, each with the sentence that explains it; what cannot be done now says why, and where it can. */
export function DoingList<Deed extends string>({
  doings,
  busy,
  onRun,
}: {
  doings: readonly Doable<Deed>[];
  busy: Deed | undefined;
  onRun: (deed: Deed) => void;
}): JSX.Element | null {
  const done = useRef(Number.NEGATIVE_INFINITY);
  const wasBusy = useRef(busy);
  if (wasBusy.current !== undefined && busy === undefined) done.current = performance.now();
  wasBusy.current = busy;
  if (doings.length === 0) return null;
  const run = (deed: Deed): void => {
    // What stands here now is not what was under the mouse a moment ago.
    if (performance.now() - done.current > SETTLES_MS) onRun(deed);
  };
  // Void, reverse and correct mostly have the same reason: it is said once, under the last of them.
  return (
    <aside className="entry-doings" aria-label="What can be done">
      <h2>What can be done</h2>
      <ul>
        {doings.map((one, at) => {
          const next = doings[at + 1];
          const saysWhy = one.disabled !== undefined && next?.disabled !== one.disabled;
          return (
            <li key={one.deed}>
              <Button
                variant={variantOf(one, at)}
                disabled={one.disabled !== undefined}
                loading={busy === one.deed}
                onClick={() => run(one.deed)}
                fullWidth
                justify="space-between"
                rightSection={one.keys && <kbd>{describeChord(one.keys, isMac)}</kbd>}
              >
                {one.title}
              </Button>
              {!one.disabled && <p className="dim">{one.explains}</p>}
              {saysWhy && (
                <p>
                  {one.disabled} {one.instead && <InsteadLink instead={one.instead} />}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </aside>
  );
}

/** So long after something was done a second press means what was done, and nothing that has come in its place. */
const SETTLES_MS = 1_000;

/** What is done as the usual next step. */
const NEXT = new Set(["approve", "post", "submit", "receive"]);
/** What takes something away. */
const GRAVE = new Set(["void", "delete", "reject", "sendBack", "cancel", "close"]);

function variantOf(one: Doable<string>, at: number): string {
  if (one.disabled) return "default";
  if (at === 0 && NEXT.has(one.deed)) return "filled";
  return GRAVE.has(one.deed) ? "danger" : "default";
}
