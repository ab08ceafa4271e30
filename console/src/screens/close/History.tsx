import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { type Change, useNames } from "../../api/close";
import { instants } from "../../text/language";

const exact = instants({ dateStyle: "medium", timeStyle: "short" });

const DONE: Record<string, string> = { open: "Reopened", softClosed: "Soft-closed", closed: "Closed" };

/** Who closed and reopened it, when and why, the latest first. */
export function History({ subject, changes }: { subject: string; changes: (Change & { closingEntryId?: string | null })[] }): JSX.Element {
  const nameOf = useNames(subject);
  if (changes.length === 0) return <p className="dim">It has been open since it was made.</p>;
  return (
    <ol className="close-history">
      {changes.toReversed().map((change) => (
        <li key={`${change.at} ${change.to}`}>
          <span className="strong">{DONE[change.to] ?? change.to}</span> by {nameOf(change.by)}
          <span className="dim">
            {" "}
            on <time dateTime={change.at}>{exact.format(new Date(change.at))}</time>
          </span>
          {change.reason && <q dir="auto">{change.reason}</q>}
          {change.closingEntryId && (
            <Link to="/journal/$entry" params={{ entry: change.closingEntryId }}>
              {change.to === "closed" ? "The closing entry" : "The closing entry, voided"}
            </Link>
          )}
        </li>
      ))}
    </ol>
  );
}
