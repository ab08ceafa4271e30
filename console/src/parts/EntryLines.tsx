import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { useChart } from "../api/accounts";
import type { Line } from "../api/entries";
import { addAmounts } from "../text/number";
import { Amount } from "./Amount";
import "./lines.css";

/** The lines of an entry: accounts as links, debit and credit, and both sums under double rules. */
export function EntryLines({
  lines,
  baseCurrency,
  isCompact = false,
}: {
  lines: Line[];
  baseCurrency: string;
  /** Beside a list: without memo, party and dimensions. */
  isCompact?: boolean;
}): JSX.Element {
  const chart = useChart();
  const foreign = (line: Line): string | undefined => (line.currency === baseCurrency ? undefined : line.currency);
  const debit = addAmounts(lines.map((line) => line.baseDebit ?? "0"));
  const credit = addAmounts(lines.map((line) => line.baseCredit ?? "0"));
  return (
    <div className="lines-scroll">
      <table className="lines">
        <thead>
          <tr>
            <th scope="col">Account</th>
            {!isCompact && <th scope="col">Memo</th>}
            <th scope="col" className="number">
              Debit
            </th>
            <th scope="col" className="number">
              Credit
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const account = line.accountId ? chart?.byId.get(line.accountId) : undefined;
            return (
              <tr key={line.lineNumber}>
                <td>
                  {account ? (
                    <Link to="/accounts/$account" params={{ account: account.code }} className="quiet">
                      <span className="strong">{account.code}</span> {account.name}
                    </Link>
                  ) : (
                    <span className="dim">no account yet</span>
                  )}
                </td>
                {!isCompact && <td dir="auto">{line.description}</td>}
                <td className="number ruled">
                  <Amount value={line.debit} currency={foreign(line)} zero="blank" />
                </td>
                <td className="number ruled">
                  <Amount value={line.credit} currency={foreign(line)} zero="blank" />
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={isCompact ? 1 : 2}>
              Sum{lines.some(foreign) ? ` in ${baseCurrency}` : ""}
            </th>
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
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
