import type { JSX } from "react";
import { since } from "../text/day";

const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "long" });

/** An instant as people say it, "3 days ago"; the exact one is shown where the pointer rests. */
export function Moment({ at }: { at: string }): JSX.Element {
  return (
    <time dateTime={at} title={exact.format(new Date(at))}>
      {since(at, new Date().toISOString())}
    </time>
  );
}
