import { Button } from "@mantine/core";
import { type JSX, useEffect, useMemo, useState } from "react";
import { useFirstPosting } from "../../api/reports";
import { today } from "../../app/today";
import { DayInput } from "../../parts/DayInput";
import { FilterChip } from "../../parts/Filters";
import type { Report } from "./address";
import { dayOfPoint, endOfDay, nameOfPoint, stopOf, stopsBetween } from "./knowing";

/** Time travel: the report as the books knew it at an earlier moment, by a day or by sliding over those that there were. */
export function KnownChip({
  report,
  name = "As known",
  parameter = "knownAt",
  nameOfNone = "now",
}: {
  report: Report;
  name?: string;
  /** Which point of the report it is. */
  parameter?: "knownAt" | "since";
  /** What it is where no point is chosen. */
  nameOfNone?: string;
}): JSX.Element {
  const point = report.values[parameter];
  const set = (next: string | undefined): void => report.change({ [parameter]: next });
  return (
    <FilterChip name={name} value={point ? nameOfPoint(point) : nameOfNone} onClear={point ? () => set(undefined) : undefined}>
      {() => <Travel report={report} knownAt={point} onChange={set} />}
    </FilterChip>
  );
}

const RESTS_MS = 250;

function Travel({
  report,
  knownAt,
  onChange,
}: {
  report: Report;
  knownAt: string | undefined;
  onChange: (point: string | undefined) => void;
}): JSX.Element {
  const isMoment = knownAt !== undefined && !knownAt.startsWith("seq:");
  const first = useFirstPosting(report.span.from, report.span.to, true);
  const [now] = useState(() => new Date().toISOString());
  const { unit, stops } = useMemo(() => (first ? stopsBetween(first, now) : { unit: "day", stops: [] }), [first, now]);
  const last = stops.length;
  const at = isMoment ? stopOf(stops, knownAt) : last;
  const [sliding, setSliding] = useState<number>();
  useEffect(() => {
    if (sliding === undefined) return undefined;
    const timer = setTimeout(() => {
      onChange(stops[sliding]);
      setSliding(undefined);
    }, RESTS_MS);
    return () => clearTimeout(timer);
    // The report follows when the hand rests, and not the other way round.
  }, [sliding]);
  const wordOf = (index: number): string => {
    const stop = stops[index];
    return stop ? nameOfPoint(stop) : "now";
  };
  return (
    <div className="filter-form report-travel">
      <DayInput
        label="At the end of"
        value={isMoment ? dayOfPoint(knownAt) : ""}
        placeholder="now"
        onChange={(day) => {
          const before = isMoment ? dayOfPoint(knownAt) : "";
          if (day !== before) onChange(day === "" || day >= today() ? undefined : endOfDay(day));
        }}
      />
      {first === null && <p className="dim">Nothing was posted in these days.</p>}
      {last > 0 && (
        <>
          <p className="strong" aria-hidden>
            {sliding !== undefined || isMoment || !knownAt ? wordOf(sliding ?? at) : nameOfPoint(knownAt)}
          </p>
          <input
            type="range"
            aria-label={`As known at, by the ${unit}`}
            aria-valuetext={wordOf(sliding ?? at)}
            min={0}
            max={last}
            value={sliding ?? at}
            onChange={(event) => setSliding(event.currentTarget.valueAsNumber)}
          />
          <p className="report-travel-ends dim">
            <span>{wordOf(0)}</span>
            <span>now</span>
          </p>
        </>
      )}
      {knownAt && (
        <Button variant="default" onClick={() => onChange(undefined)}>
          As known now
        </Button>
      )}
    </div>
  );
}
