import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { useEntryTotals } from "../../api/entries";
import { may } from "../../api/session";
import { Band } from "./ReportFrame";
import type { Span } from "./span";
import { plural } from "../../text/language";

const NOT_POSTED = ["draft", "pendingApproval"] as const;

/** That entries of these days are not posted yet, and so not in the figures, with the way to them. */
export function PendingBand({ span }: { span: Span }): JSX.Element | null {
  return may("journalEntries:read") ? <Pending span={span} /> : null;
}

function Pending({ span }: { span: Span }): JSX.Element | null {
  const totals = useEntryTotals({ status: [...NOT_POSTED], dateFrom: span.from, dateTo: span.to });
  const count = totals?.count ?? 0;
  if (count === 0) return null;
  return (
    <Band kind="note">
      <span>{plural(count, "One entry of these days is a draft or waits for approval: it is not in these figures.", `${count} entries of these days are drafts or wait for approval: they are not in these figures.`)}</span>
      <Link to="/journal" search={{ status: NOT_POSTED.join(","), from: span.from, to: span.to }}>
        Show {plural(count, "it", "them")}
      </Link>
    </Band>
  );
}
