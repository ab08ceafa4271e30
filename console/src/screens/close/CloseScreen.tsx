import { Button } from "@mantine/core";
import { Navigate, useParams } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { useYears, type Year } from "../../api/close";
import { periodName } from "../../api/periods";
import { may } from "../../api/session";
import { Refusal } from "../../parts/Refusal";
import "../../parts/screen.css";
import "./close.css";
import { NewYearDialog } from "./NewYearDialog";
import { inOrder, nextToClose, subjectOf } from "./order";
import { PeriodPanel } from "./PeriodPanel";
import { Seals } from "./Seals";
import { YearPanel } from "./YearPanel";

/** `/close`: the period that is to be closed next, or the last one where all are closed. */
export function NextToCloseScreen(): JSX.Element {
  const { years, problem } = useYears();
  if (problem) return <Refusal problem={problem} />;
  if (!years) return <Reading />;
  const period = nextToClose(years) ?? inOrder(years).at(-1);
  if (!period) return <NoYear />;
  return <Navigate to="/close/$period" params={{ period: period.name }} replace />;
}

/** Months and years as rows of seals, and the period or the year that the address names. */
export function CloseScreen(): JSX.Element {
  const { period: named = "" } = useParams({ strict: false });
  const { years, problem } = useYears();
  if (problem) return <Refusal problem={problem} />;
  if (!years) return <Reading />;
  if (years.length === 0) return <NoYear />;
  return <Closing years={years} named={named} />;
}

function Closing({ years, named }: { years: Year[]; named: string }): JSX.Element {
  const [making, setMaking] = useState(false);
  const next = nextToClose(years);
  const subject = subjectOf(years, named);
  const shownYear = subject?.year ?? years.find((year) => year.id === next?.fiscalYearId) ?? (years.at(-1) as Year);
  const shownId = subject?.kind === "period" ? subject.period.id : shownYear.id;
  return (
    <div className="close">
      <div className="screen-head">
        <h1>Close</h1>
        <p>{next ? `Next to close: ${periodName(next)}` : "Every period is closed."}</p>
        {may("periods:manage") && (
          <Button variant="default" size="compact-sm" ml="auto" onClick={() => setMaking(true)}>
            New fiscal year…
          </Button>
        )}
      </div>
      <Seals years={years} shown={{ year: shownYear, id: shownId }} next={next} />
      {!subject && (
        <section className="failed">
          <h2>There is no period “{named}”</h2>
          <p>Choose a month or a year above.</p>
        </section>
      )}
      {subject?.kind === "period" && <PeriodPanel key={subject.period.id} period={subject.period} year={subject.year} years={years} />}
      {subject?.kind === "year" && <YearPanel key={subject.year.id} year={subject.year} years={years} />}
      {making && <NewYearDialog years={years} onClose={() => setMaking(false)} />}
    </div>
  );
}

function Reading(): JSX.Element {
  return (
    <div className="close">
      <h1>Close</h1>
      <p className="dim">Reading the years…</p>
    </div>
  );
}

/** Books without a fiscal year. */
function NoYear(): JSX.Element {
  const [making, setMaking] = useState(false);
  return (
    <div className="close">
      <h1>Close</h1>
      <div className="list-empty">
        <h2>No fiscal year yet</h2>
        <p>
          A fiscal year has the months into which entries are posted. When a month is done it is closed here, so that nothing is
          posted to it by accident.
        </p>
        {may("periods:manage") ? (
          <Button onClick={() => setMaking(true)}>Make the first year</Button>
        ) : (
          <p className="dim">Somebody who may manage periods makes the first one.</p>
        )}
      </div>
      {making && <NewYearDialog years={[]} onClose={() => setMaking(false)} />}
    </div>
  );
}
