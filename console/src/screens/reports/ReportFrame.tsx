import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type JSX, type ReactNode, useEffect, useState } from "react";
import { useZone } from "../../api/organization";
import { type Reading, cancelReports, pathOf, usePostedDays } from "../../api/reports";
import { session } from "../../api/session";
import { useStore } from "../../api/store";
import { type Action, useActions } from "../../app/actions";
import { ExportMenu } from "../../parts/ExportMenu";
import { FaultyChip } from "../../parts/Filters";
import { Refusal } from "../../parts/Refusal";
import { Views } from "../../parts/Views";
import "../../parts/screen.css";
import { type OfDays, type Report, type Values, daysAsValues } from "./address";
import { nameOfPoint } from "./knowing";
import { plain } from "./links";
import "../../parts/list.css";
import "./reports.css";
import { Began, Now, Unknowable, isUnknowable } from "./Unknowable";
import { besideDay, besideSpan, daysOfSpan, nameOfSpan, spanOfPeriod } from "./span";
import { formatDay } from "../../text/calendar";

/** What stands around every report: what it is of in words, its chips, its files, and what does not hold. */
export function ReportFrame({
  name,
  title,
  report,
  ofDays,
  chips,
  reading,
  currency,
  books: told,
  isEmpty,
  bands,
  exportDisabled,
  children,
}: {
  /** As the API calls it. */
  name: string;
  title: string;
  report: Report;
  ofDays: OfDays;
  chips: ReactNode;
  reading: Reading;
  currency?: string | undefined;
  /** Whose books it is of, where not those that this tab shows. */
  books?: string | undefined;
  /** Whether nothing is in these days. */
  isEmpty: boolean;
  /** What must be said before any figure is read. */
  bands?: ReactNode;
  /** Why there is no file of it. */
  exportDisabled?: string | undefined;
  children: ReactNode;
}): JSX.Element {
  const now = useStore(session);
  const books = now.state === "in" || now.state === "expired" ? now.me.memberships.find((one) => one.organizationId === now.organization) : undefined;
  const { span, values } = report;
  const zone = useZone();
  const days = ofDays === "none" ? undefined : ofDays === "day" ? `as of ${formatDay(span.to)}` : daysOfSpan(span);
  const of = [told ?? books?.name, days, currency && `in ${currency}`, values.knownAt && `as known at ${nameOfPoint(values.knownAt, zone)}`];
  useActions(moves(report, ofDays));
  return (
    <div className="screen report">
      <Progress isFetching={reading.isFetching} />
      <div className="screen-head">
        <h1>{title}</h1>
        <p>{of.filter(Boolean).join(" · ")}</p>
      </div>
      <div className="filters" role="search" aria-label="What the report shows">
        {chips}
        {report.faults.map((fault) => (
          <FaultyChip
            key={`${fault.name} ${fault.text}`}
            name={fault.name}
            text={fault.text}
            onClear={() => report.change({ [fault.name]: undefined } as Values)}
          />
        ))}
        <div className="filters-end">
          <Views screen={`/reports/${name}`} />
          {/* What came between two points is read on the screen alone. */}
          {name !== "diff" && <ExportMenu path={pathOf(name)} asked={report.asked} keys="e" disabled={exportDisabled} />}
        </div>
      </div>
      {reading.problem && (isUnknowable(reading.problem) ? <Unknowable report={report} /> : <Refusal problem={reading.problem} />)}
      {reading.problem && !isUnknowable(reading.problem) && (values.knownAt || values.since) && (
        <p>
          <Now report={report} />
        </p>
      )}
      {!reading.problem && bands}
      {!reading.problem && (isEmpty ? <Nothing report={report} ofDays={ofDays} /> : children)}
    </div>
  );
}

function moves(report: Report, ofDays: OfDays): Action[] {
  const step = (direction: -1 | 1): void => {
    const { span } = report;
    if (ofDays !== "day") report.setSpan(besideSpan(span, direction));
    else report.setSpan({ from: span.from, to: besideDay(span.to, direction) });
  };
  const filter: Action = {
    id: "filter",
    title: "Choose what the report shows",
    keys: "/",
    run: () => document.querySelector<HTMLElement>(".report .filters .filter-name")?.focus(),
  };
  if (ofDays === "none") return [filter];
  const thing = ofDays === "day" ? "day" : "period";
  return [
    filter,
    { id: "report-before", title: `The ${thing} before`, keys: "[", run: () => step(-1) },
    { id: "report-after", title: `The ${thing} after`, keys: "]", run: () => step(1) },
  ];
}

const SHOWN_AFTER_MS = 200;
const CANCEL_AFTER_MS = 1_000;

/** A line while something is read for longer than one sees, and a way out where it takes long. */
function Progress({ isFetching }: { isFetching: boolean }): JSX.Element | null {
  const [stage, setStage] = useState(0);
  useEffect(() => {
    setStage(0);
    if (!isFetching) return undefined;
    const timers = [setTimeout(() => setStage(1), SHOWN_AFTER_MS), setTimeout(() => setStage(2), CANCEL_AFTER_MS)];
    return () => timers.forEach(clearTimeout);
  }, [isFetching]);
  if (stage === 0) return null;
  return (
    <>
      <div className="shell-progress" role="progressbar" aria-label="Reading the report" />
      {stage === 2 && (
        <p className="report-slow" role="status">
          Reading the report…{" "}
          <Button variant="default" size="compact-sm" onClick={cancelReports}>
            Cancel
          </Button>
        </p>
      )}
    </>
  );
}

/** Why there is nothing, and where there is something. */
function Nothing({ report, ofDays }: { report: Report; ofDays: OfDays }): JSX.Element {
  const posted = usePostedDays(true);
  const zone = useZone();
  const { values, span } = report;
  const narrowing = [
    values.dimension && "the dimension",
    values.without && "the dimension",
    values.account && "the account",
    values.accounts && "the accounts",
    values.kind && "the kind of account",
    values.currency && "the currency",
    values.journal && "the journal",
    values.party && "the party",
  ].filter(Boolean);
  const isOutside = posted && ofDays !== "none" && (ofDays === "day" ? span.to < posted.first : span.to < posted.first || posted.last < span.from);
  return (
    <div className="list-empty">
      <h2>{ofDays === "day" ? `Nothing up to ${formatDay(span.to)}` : ofDays !== "none" ? `Nothing in ${nameOfSpan(span)}` : "Nothing here"}</h2>
      {posted === null && <p>Nothing is posted in these books yet.</p>}
      {values.knownAt && <p>The report is as the books were known at {nameOfPoint(values.knownAt, zone)}: what was posted later is not in it. <Began /></p>}
      {narrowing.length > 0 && !isOutside && <p>Postings of these days do not fit {narrowing.join(" and ")} above.</p>}
      {posted && isOutside && (
        <p>
          The books have postings from {formatDay(posted.first)} to {formatDay(posted.last)}.
        </p>
      )}
      {posted && !isOutside && narrowing.length === 0 && !values.knownAt && ofDays !== "none" && (
        <p>
          The books have postings from {formatDay(posted.first)} to {formatDay(posted.last)}, but none in these days that belong here.
        </p>
      )}
      <p className="refusal-ways">
        {posted && ofDays !== "none" && (
          <Button variant="default" onClick={() => report.setSpan(ofDays === "day" ? { from: posted.first, to: posted.last } : spanOfPeriod(posted.first.slice(0, 7)))}>
            {ofDays === "day" ? `As of ${formatDay(posted.last)}` : `Show ${formatDay(posted.first, "month")}`}
          </Button>
        )}
        {values.knownAt && <Now report={report} />}
        {narrowing.length > 0 && (
          <Button
            variant="default"
            onClick={() =>
              report.change(
                Object.fromEntries(
                  (["dimension", "without", "account", "accounts", "kind", "currency", "journal", "party"] as const).map((one) => [one, undefined]),
                ) as Values,
              )
            }
          >
            Without these filters
          </Button>
        )}
      </p>
    </div>
  );
}

/** A sentence over the report about what does not hold, or what one should know before reading. */
export function Band({ kind, children }: { kind: "fault" | "note"; children: ReactNode }): JSX.Element {
  return (
    <div className="report-band" data-kind={kind} role={kind === "fault" ? "alert" : "note"}>
      {children}
    </div>
  );
}

/** That this is an earlier knowledge, and the way to what came later. */
export function KnownBand({ report, name, ofDays }: { report: Report; name: string; ofDays: OfDays }): JSX.Element | null {
  const { knownAt } = report.values;
  const zone = useZone();
  if (!knownAt) return null;
  return (
    <Band kind="note">
      <span>As the books were known at {nameOfPoint(knownAt, zone)}: what was posted, voided or corrected later is not in these figures.</span>
      <Link to="/reports/diff" search={{ report: name, ...plain(daysAsValues(report.span, ofDays)), since: knownAt }}>
        What changed since
      </Link>
      <Now report={report} />
    </Band>
  );
}
