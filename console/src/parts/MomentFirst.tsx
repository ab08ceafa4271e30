import type { JSX } from "react";
import { since } from "../text/day";
import { instants } from "../text/language";

const clock = instants({ dateStyle: "medium", timeStyle: "medium" });
const exact = instants({ dateStyle: "full", timeStyle: "long" });

/** An instant as a log has it: the time itself, and behind it how long ago that was. */
export function MomentFirst({ at }: { at: string }): JSX.Element {
  return (
    <time dateTime={at} title={exact.format(new Date(at))}>
      {clock.format(new Date(at))} <span className="dim">{since(at, new Date().toISOString())}</span>
    </time>
  );
}
