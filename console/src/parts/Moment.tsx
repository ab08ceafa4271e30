import type { JSX } from "react";
import { since } from "../text/day";
import { instants } from "../text/language";

const toMinute = instants({ dateStyle: "medium", timeStyle: "short" });
const exact = instants({ dateStyle: "medium", timeStyle: "long" });

/** An instant as people say it, "3 days ago"; the exact one is shown where the pointer rests. */
export function Moment({ at }: { at: string }): JSX.Element {
  return (
    <time dateTime={at} title={exact.format(new Date(at))}>
      {since(at, new Date().toISOString())}
    </time>
  );
}

/** An instant in words, to the minute: `6 Dec 2010, 14:05`. */
export const formatInstant = (at: string): string => toMinute.format(new Date(at));
