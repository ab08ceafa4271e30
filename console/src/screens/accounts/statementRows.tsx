import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import type { Account, Chart } from "../../api/accounts";
import type { Statement, StatementLine } from "../../api/statements";
import { Amount, amountWidth } from "../../parts/Amount";
import type { Column } from "../../parts/List";
import { formatDay } from "../../text/day";
import { absolute, compare, isNegative, isZero, subtract } from "../../text/number";
import "./statement.css";

/** A row of a statement: the balance before the first day, or a line with the balance after it. */
export type Row = { line: StatementLine; balance: string } | { line: undefined; balance: string };

/** The name of a row. */
export const rowId = (row: Row): string => (row.line ? `${row.line.entryId}:${row.line.lineNumber}` : "opening");

/** The opening balance, and the lines. */
export function rowsOf(statement: Statement, lines: StatementLine[]): Row[] {
  return [{ line: undefined, balance: statement.openingBalance }, ...lines.map((line) => ({ line, balance: line.balance }))];
}

/** How the lines of a statement lie: by day, or those that moved most first. */
export type Order = "day" | "amount";

/** The lines by how much they moved, whichever way: what is read so far, and no opening among them. */
export function largestRows(lines: StatementLine[]): Row[] {
  const size = (line: StatementLine): string => absolute(subtract(line.baseDebit, line.baseCredit));
  return lines
    .map((line) => ({ line, size: size(line) }))
    .toSorted((one, other) => compare(other.size, one.size))
    .map(({ line }) => ({ line, balance: line.balance }));
}

/** What is behind a line besides its text: the party and the reference, where the text does not say them. */
export function behind(line: Pick<StatementLine, "description" | "partyName" | "reference">): string[] {
  return [line.partyName, line.reference].filter((word): word is string => Boolean(word) && !line.description.includes(word ?? ""));
}

/** The columns that these lines need: the account in a group's statement, the own currency where there is a foreign one. */
export function columnsOf({
  statement,
  lines,
  chart,
  account,
  kept,
  isBeside,
  order = "day",
}: {
  statement: Statement | undefined;
  lines: StatementLine[];
  chart: Chart;
  account: Account;
  kept: Record<string, string>;
  /** Whether an entry is shown beside: its number stands there. */
  isBeside: boolean;
  /** A balance after each line is one only where they lie by day. */
  order?: Order | undefined;
}): Column<Row>[] {
  const base = statement?.currency ?? "";
  const width = amountWidth(statement ? [statement.totalDebit, statement.totalCredit] : []);
  const balanceWidth = amountWidth([...(statement ? [statement.openingBalance, statement.closingBalance] : []), ...lines.map((line) => line.balance)]);
  const hasForeign = lines.some((line) => line.currency !== base);
  const hasCounters = lines.some((line) => (line.counterAccounts?.length ?? 0) > 0);
  const accountLink = (code: string, name: string): JSX.Element => (
    <Link to="/accounts/$account" params={{ account: code }} search={kept} className="quiet" title={`${code} ${name}`} tabIndex={-1}>
      {code}
    </Link>
  );
  const figureLink = (line: StatementLine, value: string): JSX.Element | false =>
    !isZero(value) && (
      <Link to="/journal/$entry" params={{ entry: line.number ?? line.entryId }} className="quiet" tabIndex={-1}>
        <Amount value={value} />
      </Link>
    );
  const columns: (Column<Row> | false)[] = [
    { id: "date", head: "Date", width: "6.25rem", cell: (row) => row.line && formatDay(row.line.date) },
    !isBeside && {
      id: "number",
      head: "Number",
      width: "9rem",
      cell: ({ line }) =>
        line && (
          <Link to="/journal/$entry" params={{ entry: line.number ?? line.entryId }} className="quiet" tabIndex={-1}>
            {line.number ?? "draft"}
          </Link>
        ),
    },
    account.isGroup && {
      id: "account",
      head: "Account",
      width: "6rem",
      cell: ({ line }) => {
        const own = line && chart.byId.get(line.accountId);
        return own && accountLink(own.code, own.name);
      },
    },
    {
      id: "text",
      head: "Text",
      width: "minmax(8rem, 1fr)",
      cell: (row) =>
        row.line ? (
          <span className="struck" dir="auto" title={[row.line.description, ...behind(row.line)].join(" · ")}>
            {row.line.description || <span className="dim">no text</span>}
            {behind(row.line).length > 0 && <span className="dim"> · {behind(row.line).join(" · ")}</span>}
          </span>
        ) : (
          <span className="strong">Opening balance</span>
        ),
    },
    hasCounters && !isBeside && {
      id: "counter",
      head: "Against",
      width: "8rem",
      cell: ({ line }) => line && <Counters line={line} link={accountLink} />,
    },
    hasForeign && {
      id: "foreign",
      head: "In its currency",
      kind: "number",
      width: amountWidth(lines.map((line) => `${line.currency} ${ownAmount(line)}`)),
      cell: ({ line }) => line && line.currency !== base && <Amount value={ownAmount(line)} currency={line.currency} zero="blank" />,
    },
    { id: "debit", head: "Debit", kind: "number", width, cell: ({ line }) => line && figureLink(line, line.baseDebit) },
    { id: "credit", head: "Credit", kind: "number", width, cell: ({ line }) => line && figureLink(line, line.baseCredit) },
    order === "day" && { id: "balance", head: "Balance", kind: "number", width: balanceWidth, cell: (row) => <Amount value={row.balance} /> },
  ];
  return columns.filter((column) => column !== false);
}

/** What the line moves in its own currency: the side stands in the columns beside it. */
function ownAmount(line: StatementLine): string {
  return isZero(line.debit) ? line.credit : line.debit;
}

function Counters({ line, link }: { line: StatementLine; link: (code: string, name: string) => JSX.Element }): JSX.Element {
  const others = line.counterAccounts ?? [];
  const hidden = (line.counterAccountCount ?? others.length) - others.length;
  return (
    <>
      {others.map((one, at) => (
        <span key={one.accountId}>
          {at > 0 && ", "}
          {one.code === null ? "…" : link(one.code, one.name ?? "")}
        </span>
      ))}
      {hidden > 0 && <span className="dim"> and {hidden} more</span>}
    </>
  );
}

/** What the shown days moved on both sides and in all, and the closing balance under a double rule. */
export function Closing({ statement, columns }: { statement: Statement; columns: Column<Row>[] }): JSX.Element {
  const net = subtract(statement.totalDebit, statement.totalCredit);
  const side = isZero(net) ? "" : isNegative(net) ? "credit" : "debit";
  const moved: Record<string, string> = { debit: statement.totalDebit, credit: statement.totalCredit };
  const netOnSide = side === "" ? "0" : absolute(net);
  return (
    <>
      <Sums title="Debits and credits of these days" figures={moved} columns={columns} />
      <Sums title={side === "" ? "Net of these days: nothing" : `Net of these days: more ${side}`} figures={{ [side || "debit"]: netOnSide }} columns={columns} />
      {columns.some((one) => one.id === "balance") && <Sums title="Closing balance" figures={{ balance: statement.closingBalance }} columns={columns} isLast />}
    </>
  );
}

function Sums({ title, figures, columns, isLast = false }: { title: string; figures: Record<string, string>; columns: Column<Row>[]; isLast?: boolean }): JSX.Element {
  const before = columns.findIndex((column) => column.id === "debit");
  return (
    <tr className={isLast ? "total account-statement-closing" : undefined}>
      <td className="list-margin" />
      <th scope="row" style={{ gridColumn: `span ${before}` }}>
        {title}
      </th>
      {columns.slice(before).map((column) => (
        <td key={column.id} className="number">
          {figures[column.id] !== undefined && (
            <span>
              <Amount value={figures[column.id]} />
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}
