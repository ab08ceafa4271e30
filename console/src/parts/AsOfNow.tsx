import { Button } from "@mantine/core";
import type { JSX } from "react";
import { likelyDay, usePeriods } from "../api/periods";
import { today } from "../app/today";
import { formatDay } from "../text/day";
import { DayInput } from "./DayInput";
import { FilterChip } from "./Filters";
import { presetsAround } from "./presets";

/** As of which day goods are shown: now, if none is chosen. */
export function AsOfNow({ day, onChange }: { day: string | undefined; onChange: (day: string | undefined) => void }): JSX.Element {
  const likely = likelyDay(usePeriods(), today());
  const ends = [...new Set([likely, ...presetsAround(likely).flatMap((one) => one.to ?? [])])];
  return (
    <FilterChip name="As of" value={day ? formatDay(day) : "now"} onClear={day ? () => onChange(undefined) : undefined}>
      {(close) => {
        const choose = (next: string | undefined): void => {
          onChange(next);
          close();
        };
        return (
          <div className="filter-form">
            <div className="filter-presets">
              <Button variant={day === undefined ? "light" : "subtle"} justify="start" onClick={() => choose(undefined)}>
                Now
              </Button>
              {ends.map((end) => (
                <Button key={end} variant={end === day ? "light" : "subtle"} justify="start" onClick={() => choose(end)}>
                  {formatDay(end)}
                </Button>
              ))}
            </div>
            <DayInput label="End of another day" value={day ?? ""} from={day ?? likely} onChange={(to) => onChange(to || undefined)} />
          </div>
        );
      }}
    </FilterChip>
  );
}
