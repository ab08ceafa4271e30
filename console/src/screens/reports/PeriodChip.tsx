import { Button } from "@mantine/core";
import type { JSX } from "react";
import { likelyDay, usePeriods } from "../../api/periods";
import { today } from "../../app/today";
import { DayInput } from "../../parts/DayInput";
import { FilterChip } from "../../parts/Filters";
import { addDays, addMonths, formatDay, monthEnd } from "../../text/calendar";
import { type Report, yearStart } from "./address";
import { type Span, besideSpan, nameOfSpan, periodOfSpan, spanOfPeriod } from "./span";

/** The days of a report: usual ones by their names, or both ends as people type days. */
export function PeriodChip({ report }: { report: Report }): JSX.Element {
  const { span } = report;
  const around = likelyDay(usePeriods(), today());
  const year = useYear(around);
  const month = spanOfPeriod(around.slice(0, 7));
  const quarter = spanOfPeriod(`${around.slice(0, 4)}-Q${Math.ceil(Number(around.slice(5, 7)) / 3)}`);
  const presets: [string, Span][] = [
    ["This month", month],
    ["Last month", besideSpan(month, -1)],
    ["This quarter", quarter],
    ["Last quarter", besideSpan(quarter, -1)],
    ["This year", year],
    ["Last year", besideSpan(year, -1)],
  ];
  const set = (next: Span): void => {
    if (next.from !== span.from || next.to !== span.to) report.setSpan(next.to < next.from ? { from: next.from, to: next.from } : next);
  };
  return (
    <FilterChip name="Days" value={nameOfSpan(span)} onClear={report.hasDays ? () => report.setSpan(undefined) : undefined}>
      {(close) => (
        <div className="filter-form">
          <div className="report-presets">
            {presets.map(([name, days]) => (
              <Button
                key={name}
                variant={days.from === span.from && days.to === span.to ? "light" : "subtle"}
                justify="start"
                title={nameOfSpan(days)}
                onClick={() => {
                  set(days);
                  close();
                }}
              >
                {name}
              </Button>
            ))}
          </div>
          <DayInput label="From" value={span.from} from={span.from} onChange={(from) => from && set({ from, to: span.to < from ? endFor(from) : span.to })} />
          <DayInput label="To" value={span.to} from={span.to} onChange={(to) => to && set({ from: to < span.from ? `${to.slice(0, 7)}-01` : span.from, to })} />
          <p className="dim">28 is the 28th, m and h begin and end the month, +5 is in five days.</p>
        </div>
      )}
    </FilterChip>
  );
}

/** The last day that fits a first one: of its month. */
const endFor = (from: string): string => monthEnd(from);

/** The day at whose end a report shows the books. */
export function AsOfChip({ report }: { report: Report }): JSX.Element {
  const { to } = report.span;
  const around = likelyDay(usePeriods(), today());
  const before = addDays(useYear(around).from, -1);
  const presets: [string, string][] = [
    [around === today() ? "Today" : "The last day", around],
    ["End of this month", monthEnd(around)],
    ["End of last month", monthEnd(addMonths(around, -1))],
    ["End of last year", before],
  ];
  const set = (day: string): void => {
    if (day !== to) report.setSpan({ from: day, to: day });
  };
  return (
    <FilterChip name="As of" value={formatDay(to)} onClear={report.hasDays ? () => report.setSpan(undefined) : undefined}>
      {(close) => (
        <div className="filter-form">
          <div className="report-presets">
            {presets.map(([name, day]) => (
              <Button
                key={name}
                variant={day === to ? "light" : "subtle"}
                justify="start"
                title={formatDay(day)}
                onClick={() => {
                  set(day);
                  close();
                }}
              >
                {name}
              </Button>
            ))}
          </div>
          <DayInput label="Another day" value={to} from={to} onChange={(day) => day && set(day)} />
          <p className="dim">28 is the 28th, h the end of the month, -1 the day before.</p>
        </div>
      )}
    </FilterChip>
  );
}

/** The days of the fiscal year around a day. */
function useYear(day: string): Span {
  const periods = usePeriods();
  const from = yearStart(periods, day);
  const own = periods?.find((one) => one.startDate <= day && day <= one.endDate);
  const last = periods?.findLast((one) => one.fiscalYearId === own?.fiscalYearId)?.endDate;
  return { from, to: last ?? spanOfPeriod(periodOfSpan({ from, to: from }) ?? from.slice(0, 4)).to };
}
