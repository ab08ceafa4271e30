import { Link, useNavigate } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { useJournals } from "../../api/journals";
import { type Paged, usePages } from "../../api/reports";
import { Amount } from "../../parts/Amount";
import { type Column, List } from "../../parts/List";
import { formatDay } from "../../text/calendar";
import { EntryPeek } from "../journal/EntryPeek";
import { useReport } from "./address";
import { ChoiceChip, DimensionChip } from "./Chips";
import { KnownChip } from "./KnownChip";
import { PeriodChip } from "./PeriodChip";
import { KnownBand, ReportFrame } from "./ReportFrame";

const NAMES = ["journal", "order", "dimension", "without", "knownAt"] as const;
const ORDERS = [
  ["sequence", "as posted"],
  ["number", "by journal and number"],
] as const;

type Row = Paged["journal"]["data"][number];

/** Every line of every posted entry: a journal has no gaps. */
export function JournalReport(): JSX.Element {
  const navigate = useNavigate();
  const report = useReport(NAMES, "span");
  const journals = useJournals();
  const { first, rows, ...reading } = usePages("journal", report.asked, report.isReady);
  const [peek, setPeek] = useState<string>();
  const last = rows.at(-1);
  const begins = new Set(rows.filter((row, at) => rows[at - 1]?.entryId !== row.entryId));
  return (
    <ReportFrame
      name="journal"
      title="Journal, line by line"
      report={report}
      ofDays="span"
      reading={reading}
      currency={first?.currency}
      isEmpty={first !== undefined && rows.length === 0}
      bands={<KnownBand report={report} name="trial-balance" ofDays="span" />}
      chips={
        <>
          <PeriodChip report={report} />
          <ChoiceChip
            name="Journal"
            value={report.values.journal}
            choices={(journals ?? []).map((one) => [one.code, `${one.code} ${one.name}`] as const)}
            onChange={(journal) => report.change({ journal })}
          />
          <ChoiceChip name="Order" value={report.values.order} choices={ORDERS} onChange={(order) => report.change({ order })} />
          <DimensionChip report={report} />
          <KnownChip report={report} />
        </>
      }
    >
      <div className="screen-body" data-peek={peek !== undefined}>
        <div>
          {first !== undefined && (
            <List
              label="Journal lines"
              columns={columnsOf(begins)}
              rows={rows}
              rowId={(row) => `${row.entryId} ${row.lineNumber}`}
              margin={(row) => (row.status === "voided" ? "voided" : undefined)}
              onOpen={(row) => void navigate({ to: "/journal/$entry", params: { entry: row.number ?? row.entryId } })}
              onPeek={(row) => setPeek(row && row.entryId !== peek ? row.entryId : undefined)}
              onMore={reading.more}
              empty={<p className="dim">Reading the journal…</p>}
              foot={
                last && (
                  <tr className={reading.isWhole ? "total" : "report-carried"}>
                    <td className="list-margin" />
                    <td data-corner="none" />
                    <td data-corner="none" />
                    <th scope="row" data-corner="top-left">
                      {reading.isWhole ? "Sum" : "Carried from the lines read so far"}
                    </th>
                    <td data-corner="none" />
                    <td className="number" data-corner="top-right">
                      <span>
                        <Amount value={last.carriedDebit} />
                      </span>
                    </td>
                    <td className="number" data-corner="bottom-right">
                      <span>
                        <Amount value={last.carriedCredit} />
                      </span>
                    </td>
                  </tr>
                )
              }
            />
          )}
        </div>
        {peek !== undefined && <EntryPeek id={peek} onClose={() => setPeek(undefined)} />}
      </div>
    </ReportFrame>
  );
}

/** Date, number and text stand once for all lines of an entry. */
function columnsOf(begins: ReadonlySet<Row>): Column<Row>[] {
  return [
    { id: "date", head: "Date", width: "6.25rem", cell: (row) => begins.has(row) && formatDay(row.date) },
    {
      id: "number",
      head: "Number",
      width: "9rem",
      corner: "bottom-left",
      cell: (row) =>
        begins.has(row) && (
          <Link to="/journal/$entry" params={{ entry: row.number ?? row.entryId }} className="quiet" tabIndex={-1}>
            {row.number ?? "entry"}
          </Link>
        ),
    },
    {
      id: "account",
      head: "Account",
      width: "minmax(9rem, 1fr)",
      corner: "top-left",
      cell: (row) => (
        <span title={`${row.accountCode} ${row.accountName}`}>
          <span className="strong">{row.accountCode}</span> {row.accountName}
        </span>
      ),
    },
    {
      id: "text",
      head: "Text",
      width: "minmax(8rem, 1fr)",
      cell: (row) => {
        const text = row.lineDescription ?? (begins.has(row) ? row.description : "");
        return (
          <span className="struck" dir="auto" title={text}>
            {text}
          </span>
        );
      },
    },
    { id: "debit", head: "Debit", kind: "number", width: "minmax(8rem, auto)", corner: "top-right", cell: (row) => <Amount value={row.baseDebit} zero="blank" /> },
    { id: "credit", head: "Credit", kind: "number", width: "minmax(8rem, auto)", corner: "bottom-right", cell: (row) => <Amount value={row.baseCredit} zero="blank" /> },
  ];
}
