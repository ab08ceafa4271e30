import { type JSX, useMemo } from "react";
import { type Answers, useAnswer } from "../../api/reports";
import { Amount } from "../../parts/Amount";
import { isZero } from "../../text/number";
import { useReport } from "./address";
import { ChoiceChip } from "./Chips";
import { type FigureColumn, type FigureRow, FigureTable } from "./FigureTable";
import type { Target } from "./links";
import { AsOfChip } from "./PeriodChip";
import { Band, ReportFrame } from "./ReportFrame";

const NAMES = ["side", "party", "buckets"] as const;
const SIDES = [
  ["receivable", "Receivables"],
  ["payable", "Payables"],
] as const;

type View = Answers["aged-open-items"];

interface AgedRow extends FigureRow {
  amounts: readonly string[];
  total: string;
  currency?: string | undefined;
  target?: Target | undefined;
}

/** What is open, by party and by how long it is overdue. */
export function AgedOpenItems(): JSX.Element {
  const report = useReport(NAMES, "day");
  const side = report.values.side ?? "receivable";
  const asked = useMemo(() => ({ ...report.asked, controlFor: side }), [report.asked, side]);
  const { answer, ...reading } = useAnswer("aged-open-items", asked, report.isReady);
  const asOf = report.span.to;
  const rows = useMemo(() => (answer ? rowsOf(answer, side, asOf) : []), [answer, side, asOf]);
  const columns = useMemo(() => columnsOf(answer?.buckets ?? []), [answer?.buckets]);
  const difference = answer?.totals.difference;
  return (
    <ReportFrame
      name="aged-open-items"
      title="Open items by age"
      report={{ ...report, asked }}
      ofDays="day"
      reading={reading}
      currency={answer?.totals.currency}
      isEmpty={answer?.data.length === 0}
      bands={
        difference &&
        !isZero(difference) && (
          <Band kind="fault">
            <span>
              The open items differ from the balance of their accounts by <Amount value={difference} />. Have <code>countinghouse verify</code> run.
            </span>
          </Band>
        )
      }
      chips={
        <>
          <ChoiceChip name="Of" value={side} choices={SIDES} isUsual={side === "receivable"} onChange={(next) => report.change({ side: next === "receivable" ? undefined : next })} />
          <AsOfChip report={report} />
          <ChoiceChip
            name="Ages"
            value={report.values.buckets?.join(",")}
            choices={[
              ["30,60,90", "30, 60, 90 days"],
              ["7,14,30", "7, 14, 30 days"],
              ["15,30,45,60,90,180", "15 to 180 days"],
            ]}
            onChange={(buckets) => report.change({ buckets: buckets?.split(",") })}
          />
        </>
      }
    >
      {answer && (
        <div className="report-body">
          <FigureTable label="Open items by age" columns={columns} rows={rows} onPeek={() => undefined} />
        </div>
      )}
    </ReportFrame>
  );
}

function rowsOf(answer: View, side: string, asOf: string): AgedRow[] {
  const isForeign = answer.currencies.length > 1 || answer.currencies.some((one) => one.currency !== answer.totals.currency);
  const rows = answer.data.map((row, at): AgedRow => {
    return {
      id: `${row.partyId ?? at} ${row.currency}`,
      depth: 0,
      kind: "line",
      title: row.partyName ?? "Without a party",
      amounts: row.amounts,
      total: row.total,
      currency: row.currency === answer.totals.currency ? undefined : row.currency,
      target: { to: "/open-items", search: { side, party: row.partyId ?? "none", at: asOf } },
      about: row.partyId ? { to: "/reports/party-statement", search: { party: row.partyId, side, to: asOf } } : undefined,
    };
  });
  const sums = isForeign
    ? answer.currencies.map((one): AgedRow => {
        return { id: one.currency, depth: 0, kind: "sum", title: `Total in ${one.currency}`, rule: "single", amounts: one.amounts, total: one.total };
      })
    : [];
  const { totals } = answer;
  const total: AgedRow = { id: "total", depth: 0, kind: "total", rule: "double", title: `Total in ${totals.currency}`, amounts: totals.amounts, total: totals.total };
  return [...rows, ...sums, total];
}

function columnsOf(buckets: readonly string[]): FigureColumn[] {
  const cell = (amount: (row: AgedRow) => string | undefined, zero: "blank" | "shown") => (shown: FigureRow) => {
    const row = shown as AgedRow;
    const value = amount(row);
    if (value === undefined || (zero === "blank" && isZero(value) && row.kind === "line")) return undefined;
    return { node: <Amount value={value} currency={row.currency} />, target: row.target };
  };
  return [
    ...buckets.map((bucket, at): FigureColumn => ({ id: bucket, head: wordOf(bucket), isRuled: at > 0, cell: cell((row) => row.amounts[at], "blank") })),
    { id: "total", head: "Total", isRuled: true, cell: cell((row) => row.total, "shown") },
  ];
}

/** `current` is not due yet; the others are days overdue. */
function wordOf(bucket: string): string {
  if (bucket === "current") return "Not due";
  if (bucket.endsWith("+")) return `from ${bucket.slice(0, -1)} days`;
  return `${bucket.replace("-", "–")} days`;
}
