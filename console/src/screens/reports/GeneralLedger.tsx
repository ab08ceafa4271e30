import { Link, useNavigate } from "@tanstack/react-router";
import { type JSX, useMemo, useState } from "react";
import { useChart } from "../../api/accounts";
import { type LedgerRow, useAnswer, useLedger } from "../../api/reports";
import { Amount } from "../../parts/Amount";
import { type Column, List } from "../../parts/List";
import { formatDay } from "../../text/calendar";
import { addAmounts } from "../../text/number";
import { EntryPeek } from "../journal/EntryPeek";
import { AccountChip } from "./AccountChip";
import { type Report, type Values, useReport } from "./address";
import { ChoiceChip, DimensionChip } from "./Chips";
import { entryWord } from "./entryWords";
import { KnownChip } from "./KnownChip";
import { type Sums, sumsFrom, sumsOf } from "./ledger";
import { PeriodChip } from "./PeriodChip";
import { Band, KnownBand, ReportFrame } from "./ReportFrame";
import { plural } from "../../text/language";

const NAMES = ["account", "accounts", "kind", "dimension", "without", "knownAt"] as const;
const KINDS = [
  ["asset", "Assets"],
  ["liability", "Liabilities"],
  ["equity", "Equity"],
  ["revenue", "Revenue"],
  ["expense", "Expenses"],
] as const;

/** Account by account: the opening, each line with the balance after it, and the closing. */
export function GeneralLedger(): JSX.Element {
  const navigate = useNavigate();
  const report = useReport(NAMES, "span");
  const chart = useChart();
  const { account, accounts } = report.values;
  const codes = useMemo(() => codesOf({ account, accounts }), [account, accounts]);
  const unknown = chart ? codes?.filter((code) => !chart.byCode.has(code)) : [];
  const ids = codes?.flatMap((code) => chart?.byCode.get(code)?.id ?? []);
  const { first, rows, ...reading } = useLedger(ids, report.asked, report.isReady && (codes === undefined || chart !== undefined));
  const [peek, setPeek] = useState<string>();
  const [only] = ids ?? [];
  const asked = ids?.length === 1 && only ? { ...report.asked, accountId: only } : report.asked;
  const sums = useLedgerSums(report, codes, reading.isWhole ? rows : undefined);
  const lines = rows.filter((row) => row.row === "line").length;
  const open = (row: LedgerRow): void => {
    if (row.entryId) void navigate({ to: "/journal/$entry", params: { entry: row.number ?? row.entryId } });
    else void navigate({ to: "/accounts/$account", params: { account: row.code }, search: { from: report.span.from, to: report.span.to } });
  };
  return (
    <ReportFrame
      name="general-ledger"
      title="General ledger"
      report={{ ...report, asked }}
      ofDays="span"
      reading={reading}
      currency={first?.currency}
      isEmpty={first !== undefined && rows.length === 0 && reading.isWhole}
      exportDisabled={codes && codes.length > 1 ? "Files have one account or all of them: open one of these accounts, or take the filter away" : undefined}
      bands={
        <>
          <KnownBand report={report} name="trial-balance" ofDays="span" />
          {unknown && unknown.length > 0 && (
            <Band kind="fault">
              <span>There is no account {unknown.join(", ")} in these books.</span>
            </Band>
          )}
        </>
      }
      chips={
        <>
          <PeriodChip report={report} />
          <AccountChip report={report} />
          <ChoiceChip name="Kind" value={report.values.kind} choices={KINDS} onChange={(kind) => report.change({ kind })} />
          <DimensionChip report={report} />
          <KnownChip report={report} />
        </>
      }
    >
      {first !== undefined && (
        <>
          <Summary report={report} lines={lines} sums={sums} isWhole={reading.isWhole} />
          <div className="screen-body" data-peek={peek !== undefined}>
            <div>
              <List
                label="General ledger"
                columns={COLUMNS}
                rows={rows}
                rowId={idOf}
                onOpen={open}
                onPeek={(row) => setPeek(row?.entryId && row.entryId !== peek ? row.entryId : undefined)}
                onMore={reading.more}
                empty={<p className="dim">Reading the ledger…</p>}
              />
            </div>
            {peek !== undefined && <EntryPeek id={peek} onClose={() => setPeek(undefined)} />}
          </div>
        </>
      )}
    </ReportFrame>
  );
}

/**
 * What the lines add up to: by the closings of the accounts once all are read, and by the trial balance before that. The trial
 * balance counts opening entries as opening, so the closings have the last word.
 */
function useLedgerSums(report: Report, codes: string[] | undefined, all: readonly LedgerRow[] | undefined): Sums | undefined {
  const { kind, ...asked } = report.asked;
  const { answer } = useAnswer("trial-balance", { ...asked, closing: "include" }, report.isReady && all === undefined);
  return useMemo(() => {
    if (all) return sumsOf(all);
    if (!answer) return undefined;
    const isOurs = (row: (typeof answer)["data"][number]): boolean => row.code !== null && (codes ? codes.includes(row.code) : !row.isGroup && (!kind || row.type === kind));
    const own = answer.data.filter(isOurs);
    return sumsFrom(addAmounts(own.map((row) => row.debit)), addAmounts(own.map((row) => row.credit)));
  }, [all, answer, codes, kind]);
}

/** The accounts that the address names, as one or as several. */
function codesOf({ account, accounts }: Values): string[] | undefined {
  if (accounts) return accounts;
  return account === undefined ? undefined : [account];
}

const idOf = (row: LedgerRow): string => `${row.accountId} ${row.row} ${row.sequence ?? ""} ${row.lineNumber ?? ""}`;

/** How many lines there are, and what they add up to, once all of them are here. */
function Summary({ report, lines, sums, isWhole }: { report: Report; lines: number; sums: Sums | undefined; isWhole: boolean }): JSX.Element | null {
  if (lines === 0) return null;
  const { accounts, account } = report.values;
  const count = accounts?.length ?? (account ? 1 : 0);
  return (
    <p className="report-summary">
      {lines}
      {isWhole ? "" : " and more"} {plural(lines, "line", "lines")}
      {count > 1 && ` of ${count} accounts`}
      {sums && (
        <>
          {" "}
          · debit <Amount value={sums.debit} /> · credit <Amount value={sums.credit} /> ·{" "}
          <span className="strong">
            {sums.side === "debit" ? "more debit" : "more credit"} <Amount value={sums.net} />
          </span>
        </>
      )}
    </p>
  );
}

const COLUMNS: Column<LedgerRow>[] = [
  {
    id: "date",
    head: "Date",
    width: "6.25rem",
    corner: "bottom-left",
    cell: (row) => (row.row === "line" ? formatDay(row.date ?? "") : <span className="strong">{row.code}</span>),
  },
  {
    id: "number",
    head: "Entry",
    width: "9rem",
    cell: (row) =>
      row.entryId && (
        <Link to="/journal/$entry" params={{ entry: row.number ?? row.entryId }} className="quiet" tabIndex={-1}>
          {row.number ?? "entry"}
        </Link>
      ),
  },
  {
    id: "text",
    head: "Text",
    width: "minmax(8rem, 1fr)",
    corner: "top-left",
    cell: (row) => {
      if (row.row === "opening") return <span className="strong">{row.name}: brought forward</span>;
      if (row.row === "closing") return <span className="strong">{row.name}: carried forward</span>;
      const word = entryWord(row.entryType);
      return (
        <span dir="auto" title={row.description ?? undefined}>
          {row.description}
          {row.reference && !row.description?.includes(row.reference) && <span className="dim"> · {row.reference}</span>}
          {word && <span className="dim"> · {word}</span>}
          {row.status === "voided" && <span className="dim"> · voided</span>}
        </span>
      );
    },
  },
  { id: "debit", head: "Debit", kind: "number", width: "minmax(8rem, auto)", cell: (row) => side(row, row.baseDebit) },
  { id: "credit", head: "Credit", kind: "number", width: "minmax(8rem, auto)", cell: (row) => side(row, row.baseCredit) },
  {
    id: "balance",
    head: "Balance",
    kind: "number",
    width: "minmax(8rem, auto)",
    corner: "top-right",
    cell: (row) => (
      <span className={row.row === "closing" ? "double strong" : row.row === "opening" ? "strong" : undefined}>
        <Amount value={row.balance} />
      </span>
    ),
  },
];

function side(row: LedgerRow, value: string | null): JSX.Element | null {
  if (row.row === "opening") return null;
  return (
    <span className={row.row === "closing" ? "single strong report-sum" : undefined}>
      <Amount value={value} zero={row.row === "closing" ? "shown" : "blank"} />
    </span>
  );
}
