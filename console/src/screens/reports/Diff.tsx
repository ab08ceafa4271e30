import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type JSX, useMemo, useState } from "react";
import { useChart } from "../../api/accounts";
import { useZone } from "../../api/organization";
import { type Paged, usePages } from "../../api/reports";
import { Amount } from "../../parts/Amount";
import { Chip } from "../../parts/Chip";
import { type Column, List } from "../../parts/List";
import { formatDay } from "../../text/calendar";
import { addAmounts, negate, subtract } from "../../text/number";
import { EntryPeek } from "../journal/EntryPeek";
import { useReport } from "./address";
import { KnownChip } from "./KnownChip";
import { nameOfPoint } from "./knowing";
import { Point } from "./Point";
import { AsOfChip, PeriodChip } from "./PeriodChip";
import { ReportFrame } from "./ReportFrame";
import { Then } from "./Then";
import { entryLink } from "./Voids";
import { plural } from "../../text/language";

const NAMES = ["report", "since", "knownAt"] as const;

type Row = Paged["diff"]["data"][number];

/** What came between two points of knowledge: the entries, and what they changed on each account. */
export function Diff(): JSX.Element {
  const navigate = useNavigate();
  // The report that led here decides whether the days are a span or a day.
  const given: Record<string, unknown> = useSearch({ strict: false });
  const ofDays = given["report"] === "balance-sheet" ? "day" : "span";
  const report = useReport(NAMES, ofDays);
  const { values, span } = report;
  const asked = useMemo(
    () => ({
      ...(ofDays === "span" && { dateFrom: span.from }),
      dateTo: span.to,
      ...(values.since && { from: values.since }),
      ...(values.knownAt && { to: values.knownAt }),
    }),
    [ofDays, span, values.since, values.knownAt],
  );
  const { first, rows, ...reading } = usePages("diff", asked, report.isReady);
  const [peek, setPeek] = useState<string>();
  const zone = useZone();
  const since = values.since ? nameOfPoint(values.since, zone) : "the beginning";
  const until = values.knownAt ? nameOfPoint(values.knownAt, zone) : "now";
  return (
    <ReportFrame
      name="diff"
      title="What changed since"
      report={report}
      ofDays={ofDays}
      reading={reading}
      currency={first?.currency}
      isEmpty={false}
      chips={
        <>
          {ofDays === "day" ? <AsOfChip report={report} /> : <PeriodChip report={report} />}
          <KnownChip report={report} name="From what was known" parameter="since" />
          <KnownChip report={report} name="To what was known" />
        </>
      }
    >
      {first && (
        <>
          <p className="report-summary">
            Between {since} and {until}, {rows.length === 0 ? "nothing changed in these days" : `${rows.length}${reading.more ? " and more" : ""} ${plural(rows.length, "entry", "entries")} came`}.
          </p>
          {rows.length > 0 && <Then report={report} totals={first.totals} asked={asked} />}
          {rows.length > 0 && <Effects totals={first.totals} />}
          <div className="screen-body report-entries" data-peek={peek !== undefined}>
            <div>
              <List
                label="Entries that came later"
                columns={COLUMNS}
                rows={rows}
                rowId={(row) => `${row.entryId} ${row.change}`}
                margin={(row) => (row.change === "voided" ? "voided" : undefined)}
                onOpen={(row) => void navigate({ to: "/journal/$entry", params: { entry: row.number ?? row.entryId } })}
                onPeek={(row) => setPeek(row && row.entryId !== peek ? row.entryId : undefined)}
                onMore={reading.more}
                empty={<p>The figures of these days are the same at both points.</p>}
              />
            </div>
            {peek !== undefined && <EntryPeek id={peek} onClose={() => setPeek(undefined)} />}
          </div>
        </>
      )}
    </ReportFrame>
  );
}

const WORDS: Record<Row["change"], ["posted" | "voided" | "reversed" | "corrected", string]> = {
  posted: ["posted", "posted"],
  voided: ["voided", "voids another"],
  reversed: ["reversed", "reverses another"],
  corrected: ["corrected", "corrects another"],
};

const COLUMNS: Column<Row>[] = [
  { id: "date", head: "Date", width: "6.25rem", corner: "bottom-left", cell: (row) => formatDay(row.date) },
  { id: "number", head: "Entry", width: "9rem", cell: (row) => entryLink(row.entryId, row.number) },
  {
    id: "text",
    head: "Text",
    width: "minmax(8rem, 1fr)",
    corner: "top-left",
    cell: (row) => (
      <span dir="auto" title={row.reason ?? row.description}>
        {row.description}
        {row.reason && <span className="dim"> · {row.reason}</span>}
      </span>
    ),
  },
  {
    id: "accounts",
    head: "Accounts",
    width: "minmax(7rem, 14rem)",
    cell: (row) => {
      const codes = row.effects.map((one) => one.code).join(", ");
      return <span title={row.effects.map((one) => `${one.code} ${one.name}`).join(", ")}>{codes}</span>;
    },
  },
  { id: "change", head: "What", width: "10rem", corner: "bottom-right", cell: (row) => <Chip kind={WORDS[row.change][0]}>{WORDS[row.change][1]}</Chip> },
  { id: "posted", head: "Posted", width: "11rem", cell: (row) => row.postedAt && <Point at={row.postedAt} /> },
  {
    id: "amount",
    head: "Amount",
    kind: "number",
    width: "minmax(8rem, auto)",
    corner: "top-right",
    cell: (row) => <Amount value={addAmounts(row.effects.map((one) => one.debit))} />,
  },
];

/** What all of them changed on each account. */
function Effects({ totals }: { totals: Paged["diff"]["totals"] }): JSX.Element {
  const chart = useChart();
  return (
    <section className="report-effects" aria-labelledby="report-effects">
      <h2 id="report-effects">By account</h2>
      <div className="lines-scroll">
        <table className="lines">
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col" className="number">
                Debit
              </th>
              <th scope="col" className="number">
                Credit
              </th>
              <th scope="col" className="number">
                Changes the balance by
              </th>
            </tr>
          </thead>
          <tbody>
            {totals.map((one) => {
              const net = subtract(one.debit, one.credit);
              const isCredit = chart?.byId.get(one.accountId)?.normalBalance === "credit";
              return (
                <tr key={one.accountId}>
                  <td>
                    <Link to="/accounts/$account" params={{ account: one.code }} className="quiet">
                      <span className="strong">{one.code}</span> {one.name}
                    </Link>
                  </td>
                  <td className="number ruled">
                    <Amount value={one.debit} zero="blank" />
                  </td>
                  <td className="number ruled">
                    <Amount value={one.credit} zero="blank" />
                  </td>
                  <td className="number ruled">
                    <Amount value={isCredit ? negate(net) : net} />
                  </td>
                </tr>
              );
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Sum</th>
              <td className="number">
                <span className="double">
                  <Amount value={addAmounts(totals.map((one) => one.debit))} />
                </span>
              </td>
              <td className="number">
                <span className="double">
                  <Amount value={addAmounts(totals.map((one) => one.credit))} />
                </span>
              </td>
              <td />
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

