import { Button } from "@mantine/core";
import { type JSX, useEffect, useMemo, useState } from "react";
import { useClosings } from "../../api/close";
import { useZone } from "../../api/organization";
import { periodName, usePeriods } from "../../api/periods";
import { useFirstPosting } from "../../api/reports";
import { FilterChip } from "../../parts/Filters";
import type { Report } from "./address";
import { endOfDay, momentInWords, nameOfPoint, stopOf, stopsBetween } from "./knowing";
import { MomentInput } from "./MomentInput";
import type { Span } from "./span";
import { formatDay } from "../../text/calendar";

/** Time travel: the report as the books knew it at an earlier moment, by a day or by sliding over those that there were. */
export function KnownChip({
  report,
  name = "As known",
  parameter = "knownAt",
}: {
  report: Report;
  name?: string;
  /** Which point of the report it is: without one, what is known now, and "since" the beginning. */
  parameter?: "knownAt" | "since";
}): JSX.Element {
  const point = report.values[parameter];
  const zone = useZone();
  const none = NONE[parameter];
  const set = (next: string | undefined): void => report.change({ [parameter]: next });
  return (
    <FilterChip name={name} value={point ? nameOfPoint(point, zone) : none.word} onClear={point ? () => set(undefined) : undefined}>
      {(close) => <Travel report={report} point={point} none={none} onChange={set} onClose={close} />}
    </FilterChip>
  );
}

/** What no point means, in a word and on a button, and at which end of the slider it is. */
const NONE = {
  knownAt: { word: "now", act: "As known now", isLast: true },
  since: { word: "the beginning", act: "From the beginning", isLast: false },
} as const;

const RESTS_MS = 250;
const WEEK_MS = 7 * 86_400_000;

function Travel({
  report,
  point,
  none,
  onChange,
  onClose,
}: {
  report: Report;
  point: string | undefined;
  none: (typeof NONE)[keyof typeof NONE];
  onChange: (point: string | undefined) => void;
  onClose: () => void;
}): JSX.Element {
  const zone = useZone();
  const isMoment = point !== undefined && !point.startsWith("seq:");
  const first = useFirstPosting(report.span.from, report.span.to, true);
  const [now] = useState(() => new Date().toISOString());
  const { unit, stops } = useMemo(() => {
    const found = first ? stopsBetween(first, now, zone) : { unit: "day", stops: [] };
    return { unit: found.unit, stops: none.isLast ? [...found.stops, undefined] : [undefined, ...found.stops] };
  }, [first, now, zone, none.isLast]);
  const last = stops.length - 1;
  const known = stops.filter((stop) => stop !== undefined);
  const at = !isMoment ? stops.indexOf(undefined) : stopOf(known, point) + (none.isLast ? 0 : 1);
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
    return stop ? nameOfPoint(stop, zone) : none.word;
  };
  return (
    <div className="filter-form report-travel">
      <MomentInput label="At" value={isMoment ? point : undefined} none={none.word} onChange={onChange} />
      <Choices
        span={report.span}
        first={first}
        point={point}
        none={none}
        onChoose={(next) => {
          onChange(next);
          onClose();
        }}
      />
      {first === null && <p className="dim">Nothing was posted in these days.</p>}
      {last > 0 && (
        <>
          <p className="strong" aria-hidden>
            {sliding !== undefined || isMoment || !point ? wordOf(sliding ?? at) : nameOfPoint(point, zone)}
          </p>
          <input
            type="range"
            aria-label={`As known at, by the ${unit}`}
            aria-valuetext={wordOf(sliding ?? at)}
            min={0}
            max={last}
            value={sliding ?? Math.min(at, last)}
            onChange={(event) => setSliding(event.currentTarget.valueAsNumber)}
          />
          <p className="report-travel-ends dim">
            <span>{wordOf(0)}</span>
            <span>{none.isLast ? none.word : wordOf(last)}</span>
          </p>
        </>
      )}
    </div>
  );
}

/** The moments that people mean most: the closings of the periods shown, the end of their days, a week ago, and none. */
function Choices({
  span,
  first,
  point,
  none,
  onChoose,
}: {
  span: Span;
  first: string | null | undefined;
  point: string | undefined;
  none: (typeof NONE)[keyof typeof NONE];
  onChoose: (point: string | undefined) => void;
}): JSX.Element {
  const zone = useZone();
  const periods = usePeriods();
  const closings = useClosings(useMemo(() => periodsOf(periods, span), [periods, span]));
  const isBetween = (at: string): boolean => Boolean(first) && Date.parse(at) >= Date.parse(first ?? "") && Date.parse(at) < Date.now();
  const choices: [title: string, at: string | undefined][] = [
    ...closings.map(({ period, to, at }): [string, string] => [
      `${periodName(period)} was ${to === "closed" ? "closed" : "soft-closed"}, ${momentInWords(at, zone)}`,
      at,
    ]),
    ...[
      [`The end of ${formatDay(span.to)}`, endOfDay(span.to, zone)] as [string, string],
      ["A week ago", new Date(Date.now() - WEEK_MS).toISOString()] as [string, string],
    ].filter(([, at]) => isBetween(at)),
    [none.act, undefined],
  ];
  return (
    <div className="report-choices">
      {choices.map(([title, at]) => (
        <Button key={title} variant={at === point ? "light" : "subtle"} justify="start" onClick={() => onChoose(at)}>
          {title}
        </Button>
      ))}
    </div>
  );
}

const MOST_PERIODS = 12;

/** The latest periods that end in these days and were closed at some time. */
function periodsOf(periods: ReturnType<typeof usePeriods>, { from, to }: Span): NonNullable<ReturnType<typeof usePeriods>> {
  return (periods ?? []).filter((one) => one.kind === "standard" && from <= one.endDate && one.startDate <= to).slice(-MOST_PERIODS);
}
