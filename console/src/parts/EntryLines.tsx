import { IconCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type JSX, memo, useState } from "react";
import { type Chart, useChart } from "../api/accounts";
import type { Line } from "../api/entries";
import { useStore } from "../api/store";
import { settings } from "../app/settings";
import { formatDay } from "../text/day";
import { addAmounts, isZero } from "../text/number";
import { Amount } from "./Amount";
import "./lines.css";
import { ToStatement } from "./ToStatement";

/** Lines that are drawn at first; an entry can have thousands. */
const FIRST = 200;

/** What of a line is there at all in this entry: empty columns are left out. */
function columnsOf(lines: Line[], baseCurrency: string, isCompact: boolean) {
  const some = (has: (line: Line) => unknown): boolean => !isCompact && lines.some(has);
  return {
    memo: some((line) => line.description),
    party: some((line) => line.partyId),
    due: some((line) => line.dueDate),
    dimensions: some((line) => Object.keys(line.dimensions).length > 0),
    currency: lines.some((line) => line.currency !== baseCurrency),
    open: some((line) => line.openAmount !== null),
  };
}

/**
 * The lines of an entry: accounts as links, debit and credit in the currency of the books, and both sums under double rules.
 * A line in another currency has its amount there and the rate beside.
 */
export const EntryLines = memo(function EntryLines({
  lines,
  baseCurrency,
  isCompact = false,
}: {
  lines: Line[];
  baseCurrency: string;
  /** Beside a list: accounts and amounts alone. */
  isCompact?: boolean;
}): JSX.Element {
  const chart = useChart();
  const { plainTables } = useStore(settings);
  const [most, setMost] = useState(FIRST);
  const shows = columnsOf(lines, baseCurrency, isCompact);
  const beside = [shows.memo, shows.party, shows.due, shows.dimensions].filter(Boolean).length;
  const debit = addAmounts(lines.map((line) => line.baseDebit ?? "0"));
  const credit = addAmounts(lines.map((line) => line.baseCredit ?? "0"));
  const shown = plainTables ? lines : lines.slice(0, most);
  return (
    <div className="lines-scroll" tabIndex={isCompact ? undefined : 0} role={isCompact ? undefined : "region"} aria-label={isCompact ? undefined : "Lines"}>
      <table className="lines" aria-rowcount={lines.length + 2}>
        <thead>
          <tr>
            <th scope="col">Account</th>
            {shows.memo && (
              <th scope="col" className="lines-beside">
                Memo
              </th>
            )}
            {shows.party && (
              <th scope="col" className="lines-beside">
                Party
              </th>
            )}
            {shows.due && (
              <th scope="col" className="lines-beside">
                Due
              </th>
            )}
            {shows.dimensions && (
              <th scope="col" className="lines-beside">
                Dimensions
              </th>
            )}
            {shows.currency && (
              <th scope="col" className="number">
                In currency, at rate
              </th>
            )}
            <th scope="col" className="number">
              Debit
            </th>
            <th scope="col" className="number">
              Credit
            </th>
            {shows.open && <th scope="col">Settled</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map((line) => (
            <tr key={line.lineNumber}>
              <td>
                <AccountOf line={line} chart={chart} />
                {!isCompact && <Under line={line} />}
              </td>
              {shows.memo && (
                <td dir="auto" className="lines-beside">
                  {line.description}
                </td>
              )}
              {shows.party && (
                <td dir="auto" className="lines-beside">
                  <PartyOf line={line} chart={chart} />
                </td>
              )}
              {shows.due && <td className="lines-day lines-beside">{line.dueDate && formatDay(line.dueDate)}</td>}
              {shows.dimensions && (
                <td className="lines-beside">
                  {Object.entries(line.dimensions).map(([name, value]) => (
                    <span key={name} className="lines-dimension">
                      <span className="dim">{name}</span> {value}
                    </span>
                  ))}
                </td>
              )}
              {shows.currency && (
                <td className="number">
                  <Foreign line={line} baseCurrency={baseCurrency} />
                </td>
              )}
              <td className="number ruled">
                <InBase amount={line.baseDebit} given={line.debit} />
              </td>
              <td className="number ruled">
                <InBase amount={line.baseCredit} given={line.credit} />
              </td>
              {shows.open && (
                <td>
                  <Settled line={line} baseCurrency={baseCurrency} />
                </td>
              )}
            </tr>
          ))}
          {shown.length < lines.length && (
            <tr>
              <td colSpan={beside + 3 + (shows.currency ? 1 : 0) + (shows.open ? 1 : 0)}>
                <button type="button" className="lines-more" onClick={() => setMost(lines.length)}>
                  Show the other {lines.length - shown.length} lines
                </button>
              </td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={shows.currency ? 2 : 1}>
              Sum{shows.currency ? ` in ${baseCurrency}` : ""}
            </th>
            {beside > 0 && <td colSpan={beside} className="lines-beside" />}
            <td className="number">
              <span className="double">
                <Amount value={debit} />
              </span>
            </td>
            <td className="number">
              <span className="double">
                <Amount value={credit} />
              </span>
            </td>
            {shows.open && <td />}
          </tr>
        </tfoot>
      </table>
    </div>
  );
});

/** Code and name as the answer tells them, else as the chart does. */
function AccountOf({ line, chart }: { line: Line; chart: Chart | undefined }): JSX.Element {
  const account = line.accountId ? chart?.byId.get(line.accountId) : undefined;
  const code = line.accountCode ?? account?.code;
  if (!code) return <span className="dim">{line.accountId ? "an account" : "no account yet"}</span>;
  return (
    <ToStatement account={code} className="quiet">
      <span className="strong">{code}</span> {line.accountName ?? account?.name}
    </ToStatement>
  );
}

/** A party, linked to its open items where the account keeps those of customers or suppliers. */
function PartyOf({ line, chart }: { line: Line; chart: Chart | undefined }): JSX.Element | null {
  if (!line.partyId) return null;
  const { partyCode: code, partyName: name } = line;
  // A customer without a name of their own is called by their code.
  const called = [code, name === code ? undefined : name].filter(Boolean).join(" ") || "a party";
  const side = line.accountId ? chart?.byId.get(line.accountId)?.controlFor : undefined;
  if (side !== "receivable" && side !== "payable") return <>{called}</>;
  return (
    <Link to="/open-items" search={{ side, party: line.partyId }} className="quiet">
      {called}
    </Link>
  );
}

/** On a narrow screen: what else the line says, under its account, so that the amounts stay in view. */
function Under({ line }: { line: Line }): JSX.Element | null {
  const parts = [
    line.description,
    line.partyName ?? line.partyCode,
    line.dueDate && `due ${formatDay(line.dueDate)}`,
    ...Object.entries(line.dimensions).map(([name, value]) => `${name} ${value}`),
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <span className="lines-under dim" dir="auto">
      {parts.join(" · ")}
    </span>
  );
}

/** The amount in its own currency, which has one side, and the rate. */
function Foreign({ line, baseCurrency }: { line: Line; baseCurrency: string }): JSX.Element | null {
  if (line.currency === baseCurrency) return null;
  const amount = isZero(line.debit) ? line.credit : line.debit;
  return (
    <>
      <Amount value={amount} currency={line.currency} />
      {line.exchangeRate && <span className="dim"> × {line.exchangeRate}</span>}
    </>
  );
}

function InBase({ amount, given }: { amount: string | null; given: string }): JSX.Element | null {
  if (amount === null) return isZero(given) ? null : <span className="dim">no rate yet</span>;
  return <Amount value={amount} zero="blank" />;
}

function Settled({ line, baseCurrency }: { line: Line; baseCurrency: string }): JSX.Element | null {
  if (line.openAmount === null) return null;
  if (isZero(line.openAmount)) {
    return (
      <span className="lines-settled">
        <IconCheck size={14} stroke={1.5} aria-hidden /> matched
      </span>
    );
  }
  return (
    <span className="lines-settled">
      <span className="dim">open</span> <Amount value={line.openAmount} currency={line.currency === baseCurrency ? undefined : line.currency} />
    </span>
  );
}
