import { NumberInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { type Paged, usePages } from "../../api/reports";
import { Amount } from "../../parts/Amount";
import { FilterChip } from "../../parts/Filters";
import { type Column, List } from "../../parts/List";
import { formatDay } from "../../text/calendar";
import { EntryPeek } from "../journal/EntryPeek";
import { useReport } from "./address";
import { KnownChip } from "./KnownChip";
import { Point } from "./Point";
import { PeriodChip } from "./PeriodChip";
import { KnownBand, ReportFrame } from "./ReportFrame";
import { entryLink } from "./Voids";

const NAMES = ["days", "knownAt"] as const;
const USUAL_DAYS = "30";

type Row = Paged["late-entries"]["data"][number];

const REASONS: Record<Row["reasons"][number], string> = {
  afterPeriodEnd: "after the period’s end",
  afterSoftClose: "into a soft-closed period",
  backdated: "dated far back",
  priorPeriodAdjustment: "adjusts an earlier period",
};

/** What came after its period, into a soft-closed one, or dated far back. */
export function LateEntries(): JSX.Element {
  const navigate = useNavigate();
  const report = useReport(NAMES, "span");
  const { first, rows, ...reading } = usePages("late-entries", report.asked, report.isReady);
  const [peek, setPeek] = useState<string>();
  const days = report.values.days ?? USUAL_DAYS;
  return (
    <ReportFrame
      name="late-entries"
      title="Late entries"
      report={report}
      ofDays="span"
      reading={reading}
      isEmpty={false}
      bands={<KnownBand report={report} name="trial-balance" ofDays="span" />}
      chips={
        <>
          <PeriodChip report={report} />
          <FilterChip
            name="Dated back"
            value={`by more than ${days} days`}
            onClear={report.values.days ? () => report.change({ days: undefined }) : undefined}
          >
            {() => (
              <div className="filter-form">
                <NumberInput
                  label="Days that an entry may be dated back"
                  min={0}
                  max={3660}
                  allowDecimal={false}
                  allowNegative={false}
                  hideControls
                  value={days}
                  onChange={(value) => value !== "" && report.change({ days: String(value) === USUAL_DAYS ? undefined : String(value) })}
                />
              </div>
            )}
          </FilterChip>
          <KnownChip report={report} />
        </>
      }
    >
      <div className="screen-body" data-peek={peek !== undefined}>
        <div>
          {first !== undefined && (
            <List
              label="Late entries"
              columns={COLUMNS}
              rows={rows}
              rowId={(row) => row.entryId}
              onOpen={(row) => void navigate({ to: "/journal/$entry", params: { entry: row.number ?? row.entryId } })}
              onPeek={(row) => setPeek(row && row.entryId !== peek ? row.entryId : undefined)}
              onMore={reading.more}
              empty={<p>No entry of these days came late.</p>}
            />
          )}
        </div>
        {peek !== undefined && <EntryPeek id={peek} onClose={() => setPeek(undefined)} />}
      </div>
    </ReportFrame>
  );
}

const COLUMNS: Column<Row>[] = [
  { id: "date", head: "Date", width: "6.25rem", corner: "bottom-left", cell: (row) => formatDay(row.date) },
  { id: "number", head: "Entry", width: "9rem", cell: (row) => entryLink(row.entryId, row.number) },
  {
    id: "text",
    head: "Text",
    width: "minmax(8rem, 1fr)",
    corner: "top-left",
    cell: (row) => (
      <span dir="auto" title={row.description}>
        {row.description}
      </span>
    ),
  },
  { id: "posted", head: "Posted", width: "11rem", cell: (row) => <Point at={row.postedAt} /> },
  {
    id: "why",
    head: "Why it is late",
    width: "minmax(12rem, 1.2fr)",
    corner: "bottom-right",
    cell: (row) => {
      const words = row.reasons.map((reason) => REASONS[reason]).join(", ");
      return <span title={words}>{words}</span>;
    },
  },
  { id: "amount", head: "Amount", kind: "number", width: "minmax(8rem, auto)", corner: "top-right", cell: (row) => <Amount value={row.amount} /> },
];
