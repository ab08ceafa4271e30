import { Button } from "@mantine/core";
import type { JSX } from "react";
import { likelyDay, usePeriods } from "../api/periods";
import { today } from "../app/today";
import { formatDay } from "../text/day";
import { DayInput } from "./DayInput";
import { FilterChip } from "./Filters";
import { type Span, presetOf, presetsAround } from "./presets";

/** A span of days as a chip: words for the usual ones, and both ends as people type days. */
export function DateRange({ span, onChange }: { span: Span; onChange: (span: Span) => void }): JSX.Element {
  const presets = presetsAround(likelyDay(usePeriods(), today()));
  const isSet = span.from !== undefined || span.to !== undefined;
  return (
    <FilterChip name="Dates" value={isSet ? writtenSpan(span) : undefined} onClear={() => onChange({ from: undefined, to: undefined })}>
      {(close) => (
        <div className="filter-form">
          <div className="filter-presets">
            {presets.map((one) => (
              <Button
                key={one.name}
                variant={one === presetOf(presets, span) ? "light" : "subtle"}
                justify="start"
                onClick={() => {
                  onChange({ from: one.from, to: one.to });
                  close();
                }}
              >
                {one.name}
              </Button>
            ))}
          </div>
          <DayInput label="From" value={span.from ?? ""} onChange={(from) => onChange({ ...span, from: from || undefined })} />
          <DayInput label="To" value={span.to ?? ""} from={span.from} onChange={(to) => onChange({ ...span, to: to || undefined })} />
          <p className="dim">28 is the 28th, h the end of the month, +5 in five days.</p>
        </div>
      )}
    </FilterChip>
  );
}

/** One day as a chip: as of which day balances are. */
export function AsOf({ day, onChange }: { day: string; onChange: (day: string | undefined) => void }): JSX.Element {
  const likely = likelyDay(usePeriods(), today());
  const ends = [...new Set(presetsAround(likely).flatMap((one) => one.to ?? []))].filter((end) => end !== likely);
  return (
    <FilterChip name="As of" value={formatDay(day)} onClear={day === likely ? undefined : () => onChange(undefined)}>
      {(close) => (
        <div className="filter-form">
          <div className="filter-presets">
            {[likely, ...ends].map((end) => (
              <Button
                key={end}
                variant={end === day ? "light" : "subtle"}
                justify="start"
                onClick={() => {
                  onChange(end === likely ? undefined : end);
                  close();
                }}
              >
                {formatDay(end)}
              </Button>
            ))}
          </div>
          <DayInput label="Another day" value={day} from={day} onChange={(to) => onChange(to || undefined)} />
        </div>
      )}
    </FilterChip>
  );
}

/** A span of days in words. */
export function writtenSpan({ from, to }: Span): string {
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
  if (from) return `from ${formatDay(from)}`;
  return to ? `until ${formatDay(to)}` : "all";
}
