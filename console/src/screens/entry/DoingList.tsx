import { Button } from "@mantine/core";
import type { JSX } from "react";
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
  if (doings.length === 0) return null;
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
                onClick={() => onRun(one.deed)}
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

/** What is done as the usual next step. */
const NEXT = new Set(["approve", "post", "submit", "receive"]);
/** What takes something away. */
const GRAVE = new Set(["void", "delete", "reject", "sendBack", "cancel", "close"]);

function variantOf(one: Doable<string>, at: number): string {
  if (one.disabled) return "default";
  if (at === 0 && NEXT.has(one.deed)) return "filled";
  return GRAVE.has(one.deed) ? "danger" : "default";
}
