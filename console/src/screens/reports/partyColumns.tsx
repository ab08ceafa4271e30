import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { Amount, amountWidth } from "../../parts/Amount";
import type { Column } from "../../parts/List";
import { formatDay } from "../../text/calendar";
import { entryWord } from "./entryWords";
import { type InCurrency, type PartyLine, type PartyRow, type PartyView, ageWords, entryOf } from "./partyRows";

/** The columns that these rows need: what no line has is left out, and what stands beside the list, too. */
export function partyColumns(view: PartyView, isBeside: boolean): Column<PartyRow>[] {
  const lines = view.currencies.flatMap((one) => one.lines);
  const isForeign = view.currencies.some((one) => one.currency !== view.baseCurrency);
  const hasAccounts = new Set([...lines, ...view.currencies.flatMap((one) => one.openItems)].map((one) => one.accountId)).size > 1;
  const width = (of: (one: InCurrency) => string[]): string => narrower(view.currencies.flatMap(of));
  const own = width((one) => [one.totalDebit, one.totalCredit]);
  const balance = width((one) => [one.openingBalance, one.closingBalance, ...one.lines.map((line) => line.balance)]);
  const open = width((one) => [one.openTotal, ...one.openItems.map((item) => item.openAmount)]);
  const inBase = width((one) => [one.baseTotalDebit, one.baseTotalCredit]);
  const columns: (Column<PartyRow> | false)[] = [
    { id: "date", head: "Date", width: "5.75rem", cell: (row) => dateOf(row, view) },
    { id: "number", head: "Entry", width: "7.25rem", cell: (row) => <EntryLink row={row} /> },
    hasAccounts && { id: "account", head: "Account", width: "4.5rem", cell: (row) => (row.kind === "line" ? row.line.accountCode : row.kind === "item" && row.item.accountCode) },
    { id: "text", head: "Text", width: "minmax(7rem, 1fr)", cell: (row) => <Text row={row} /> },
    !isBeside && { id: "due", head: "Due", width: "5.75rem", cell: dueOf },
    !isBeside && lines.some((line) => line.matchedWith.length > 0) && { id: "matched", head: "Matched with", width: "7.25rem", cell: (row) => row.kind === "line" && <Matched line={row.line} /> },
    amounts("debit", "Debit", own, (row) => (row.kind === "line" ? blankZero(row.line.debit) : row.kind === "closing" ? blankZero(row.of.totalDebit) : undefined)),
    amounts("credit", "Credit", own, (row) => (row.kind === "line" ? blankZero(row.line.credit) : row.kind === "closing" ? blankZero(row.of.totalCredit) : undefined)),
    amounts("balance", "Balance", balance, balanceOf),
    amounts("open", "Open", open, openOf),
    isForeign && { id: "rate", head: "Rate", kind: "number", width: "6rem", cell: (row) => row.kind === "line" && row.line.exchangeRate },
    isForeign &&
      amounts("baseDebit", `Debit in ${view.baseCurrency}`, inBase, (row) => (row.kind === "line" ? blankZero(row.line.baseDebit) : row.kind === "closing" ? blankZero(row.of.baseTotalDebit) : undefined)),
    isForeign &&
      amounts("baseCredit", `Credit in ${view.baseCurrency}`, inBase, (row) => (row.kind === "line" ? blankZero(row.line.baseCredit) : row.kind === "closing" ? blankZero(row.of.baseTotalCredit) : undefined)),
  ];
  return columns.filter((column) => column !== false);
}

/** Figures of several hundred thousand fit: there are many columns. */
const narrower = (values: string[]): string => amountWidth(values).replace("max(7rem", "max(5.75rem");

function amounts(id: string, head: string, width: string, valueOf: (row: PartyRow) => string | undefined): Column<PartyRow> {
  return {
    id,
    head,
    kind: "number",
    width,
    cell: (row) => {
      const value = valueOf(row);
      if (value === undefined) return null;
      return (
        <span className={ruleOf(row)}>
          <Amount value={value} />
        </span>
      );
    },
  };
}

/** A single rule above sums, a double one under what the statement comes to. */
const ruleOf = (row: PartyRow): string | undefined => (row.kind === "closing" ? "single strong report-sum" : row.kind === "due" ? "double strong" : row.kind === "opening" ? "strong" : undefined);

const blankZero = (value: string): string | undefined => (/[1-9]/.test(value) ? value : undefined);

function balanceOf(row: PartyRow): string | undefined {
  if (row.kind === "opening") return row.of.openingBalance;
  if (row.kind === "line") return row.line.balance;
  return row.kind === "closing" ? row.of.closingBalance : undefined;
}

function openOf(row: PartyRow): string | undefined {
  if (row.kind === "line") return row.line.openAmount ?? undefined;
  if (row.kind === "item") return row.item.openAmount;
  if (row.kind === "age") return row.amount;
  return row.kind === "due" ? row.of.openTotal : undefined;
}

/** The day; what heads several rows stands at the beginning of its own. */
function dateOf(row: PartyRow, view: PartyView): JSX.Element | string | false {
  if (row.kind === "line") return formatDay(row.line.date);
  if (row.kind === "item") return formatDay(row.item.date);
  const head = { currency: `In ${row.of.currency}`, open: `Open items as of ${formatDay(view.dateTo)}`, ages: "Open by days overdue" }[row.kind as string];
  return head !== undefined && <span className="strong report-section">{head}</span>;
}

function dueOf(row: PartyRow): string | false | null {
  return row.kind === "line" ? row.line.dueDate && formatDay(row.line.dueDate) : row.kind === "item" && formatDay(row.item.dueDate);
}

function EntryLink({ row }: { row: PartyRow }): JSX.Element | null {
  const of = entryOf(row);
  if (!of) return null;
  return (
    <Link to="/journal/$entry" params={{ entry: of.entry }} className="quiet" tabIndex={-1}>
      {of.entry === of.entryId ? "entry" : of.entry}
    </Link>
  );
}

function Matched({ line }: { line: PartyLine }): JSX.Element {
  return (
    <span title={line.matchedWith.map((one) => one.number ?? "an entry").join(", ")}>
      {line.matchedWith.map((one, at) => (
        <span key={one.entryId}>
          {at > 0 && ", "}
          <Link to="/journal/$entry" params={{ entry: one.number ?? one.entryId }} className="quiet" tabIndex={-1}>
            {one.number ?? "entry"}
          </Link>
        </span>
      ))}
    </span>
  );
}

function Text({ row }: { row: PartyRow }): JSX.Element | null {
  switch (row.kind) {
    case "opening":
      return <span className="strong report-section">Opening balance</span>;
    case "closing":
      return <span className="strong report-section">Closing balance</span>;
    case "age":
      return <span className="report-section">{ageWords(row.bucket)}</span>;
    case "due":
      return <span className="strong report-section">Total due in {row.of.currency}</span>;
    case "line":
    case "item": {
      const one = row.kind === "line" ? row.line : row.item;
      const words = [
        one.reference && !one.description.includes(one.reference) && one.reference,
        row.kind === "line" && entryWord(row.line.entryType),
        row.kind === "line" && row.line.status === "voided" && "voided",
      ].filter(Boolean);
      return (
        <span className="struck" dir="auto" title={[one.description, ...words].join(" · ")}>
          {one.description || <span className="dim">no text</span>}
          {words.length > 0 && <span className="dim"> · {words.join(" · ")}</span>}
        </span>
      );
    }
    default:
      return null;
  }
}
