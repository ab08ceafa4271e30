import { Link, useNavigate } from "@tanstack/react-router";
import type { JSX } from "react";
import { type Paged, usePages } from "../../api/reports";
import { Amount } from "../../parts/Amount";
import { Chip } from "../../parts/Chip";
import { type Column, List } from "../../parts/List";
import { formatDay } from "../../text/calendar";
import { useReport } from "./address";
import { KnownChip } from "./KnownChip";
import { Point } from "./Point";
import { PeriodChip } from "./PeriodChip";
import { KnownBand, ReportFrame } from "./ReportFrame";

const NAMES = ["knownAt"] as const;

type Row = Paged["voids"]["data"][number];

const WORDS = { void: ["voided", "voided"], reversal: ["reversed", "reversed"], correction: ["corrected", "corrected"] } as const;

/** What was taken back: both entries of each pair, when and why. */
export function Voids(): JSX.Element {
  const navigate = useNavigate();
  const report = useReport(NAMES, "span");
  const { first, rows, ...reading } = usePages("voids", report.asked, report.isReady);
  return (
    <ReportFrame
      name="voids"
      title="Voids, reversals and corrections"
      report={report}
      ofDays="span"
      reading={reading}
      isEmpty={false}
      bands={<KnownBand report={report} name="trial-balance" ofDays="span" />}
      chips={
        <>
          <PeriodChip report={report} />
          <KnownChip report={report} />
        </>
      }
    >
      <div className="screen-body">
        <div>
          {first !== undefined && (
            <List
              label="Voids, reversals and corrections"
              columns={COLUMNS}
              rows={rows}
              rowId={(row) => row.entryId}
              onOpen={(row) => void navigate({ to: "/journal/$entry", params: { entry: row.originalNumber ?? row.originalEntryId } })}
              onMore={reading.more}
              empty={<p>Nothing was voided, reversed or corrected in these days.</p>}
            />
          )}
        </div>
      </div>
    </ReportFrame>
  );
}

const COLUMNS: Column<Row>[] = [
  { id: "date", head: "Date", width: "6.25rem", corner: "bottom-left", cell: (row) => formatDay(row.date) },
  {
    id: "what",
    head: "What",
    width: "7.5rem",
    corner: "bottom-right",
    cell: (row) => <Chip kind={WORDS[row.kind][0]}>{WORDS[row.kind][1]}</Chip>,
  },
  { id: "original", head: "Entry", width: "9rem", cell: (row) => entryLink(row.originalEntryId, row.originalNumber) },
  { id: "by", head: "By the entry", width: "9rem", cell: (row) => entryLink(row.entryId, row.number) },
  {
    id: "why",
    head: "Text and reason",
    width: "minmax(8rem, 1fr)",
    corner: "top-left",
    cell: (row) => (
      <span dir="auto" title={`${row.originalDescription}: ${row.reason ?? ""}`}>
        {row.originalDescription}
        {row.reason && <span className="dim"> · {row.reason}</span>}
      </span>
    ),
  },
  { id: "at", head: "Done", width: "11rem", cell: (row) => <Point at={row.at} /> },
  { id: "amount", head: "Amount", kind: "number", width: "minmax(8rem, auto)", corner: "top-right", cell: (row) => <Amount value={row.amount} /> },
];

/** An entry by its number. */
export function entryLink(id: string, number: string | null): JSX.Element {
  return (
    <Link to="/journal/$entry" params={{ entry: number ?? id }} className="quiet" tabIndex={-1}>
      {number ?? "entry"}
    </Link>
  );
}
