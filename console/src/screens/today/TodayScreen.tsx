import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { useTrade } from "../../api/today";
import { may } from "../../api/session";
import { today } from "../../app/today";
import "../../parts/screen.css";
import { formatDay } from "../../text/day";
import { MonthFigure } from "../reports/MonthChart";
import { Cash } from "./Cash";
import { Jobs } from "./Jobs";
import { NextClose } from "./NextClose";
import { NewEntry } from "../journal/NewEntry";
import { Waiting } from "./Waiting";
import "./today.css";

/** Rows of each kind of job; all are at Work. */
const JOBS = 5;

/** What somebody wants to know first: what waits for them, how the company stands, and what is next in the warehouse. */
export function TodayScreen(): JSX.Element {
  const reads = may("reports:read") && may("journalEntries:read");
  const { months, isNothing, isLoading } = useTrade(reads);
  const last = months?.at(-1);
  return (
    <div className="screen today">
      <div className="screen-head">
        <h1>Today</h1>
        <p>{formatDay(today(), "long")}</p>
        <NewEntry />
      </div>
      <div className="today-parts">
        <Waiting />
        {may("periods:read") && <NextClose />}
        {isLoading && <section aria-label="Cash" aria-busy hidden />}
        {isNothing && <Empty />}
        {months && last && (
          <>
            <Cash months={months} />
            <section aria-label="Income and expense">
              <MonthFigure
                heading="Income and expense"
                months={months.map((one) => ({ ...one, target: { to: "/reports/profit-and-loss", search: { period: one.month } } }))}
              />
            </section>
          </>
        )}
        <Jobs shown={JOBS} />
      </div>
    </div>
  );
}

/** Books in which nothing was posted yet. */
function Empty(): JSX.Element {
  return (
    <section aria-label="The books">
      <h2>Nothing is posted yet</h2>
      <p>Cash and result stand here by month as soon as the first entry is posted.</p>
      {may("journalEntries:draft") && (
        <p>
          <Link to="/journal/new">Write the first entry</Link>
        </p>
      )}
    </section>
  );
}
