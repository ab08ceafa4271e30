import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { periodName, usePeriods } from "../../api/periods";
import { may } from "../../api/session";
import { plural } from "../../text/language";

/** The months that are soft-closed and wait for somebody who may close them for good; nothing for others. */
export function WaitingToClose(): JSX.Element | null {
  const waiting = usePeriods()?.filter((period) => period.status === "softClosed") ?? [];
  if (!may("periods:close") || waiting.length === 0) return null;
  return (
    <p role="note">
      {plural(waiting.length, "Soft-closed, and waits to be closed for good: ", "Soft-closed, and wait to be closed for good: ")}
      {waiting.map((period, at) => (
        <span key={period.id}>
          {at > 0 && ", "}
          <Link to="/close/$period" params={{ period: period.name }}>
            Close {periodName(period)}
          </Link>
        </span>
      ))}
      .
    </p>
  );
}
