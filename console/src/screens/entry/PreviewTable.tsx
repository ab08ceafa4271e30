import { type JSX, memo } from "react";
import { type Chart, useChart } from "../../api/accounts";
import type { Preview } from "../../api/entryActs";
import { Amount } from "../../parts/Amount";
import "../../parts/lines.css";
import { formatDay } from "../../text/day";
import "./entry.css";

/** Lines that are shown of an entry; it can have thousands, and all of them are known from the one that is taken back. */
const MOST = 50;

/** What an act would post, entry by entry, and the balances that would come of it. It is not drawn again while somebody types. */
export const PreviewTable = memo(function PreviewTable({ preview, baseCurrency }: { preview: Preview; baseCurrency: string }): JSX.Element {
  const chart = useChart();
  // An entry that is only marked, as the one that is voided, has no lines here.
  const posted = preview.entries.filter((entry) => entry.lines.length > 0);
  // Who may not read reports learns no balances.
  const balances = preview.balances.filter((one) => one.before !== null && one.after !== null);
  return (
    <div className="entry-preview" tabIndex={0} role="region" aria-label="What will come of it">
      {posted.map((entry, at) => (
        <div key={at} className="lines-scroll" tabIndex={0} role="group" aria-label={nameOf(entry.entryType)}>
          <table className="lines">
            <caption>{`${nameOf(entry.entryType)}, ${formatDay(entry.date)}`}</caption>
            <thead>
              <tr>
                <th scope="col">Account</th>
                <th scope="col" className="number">
                  Debit
                </th>
                <th scope="col" className="number">
                  Credit
                </th>
              </tr>
            </thead>
            <tbody>
              {entry.lines.slice(0, MOST).map((line, index) => {
                const currency = line.currency === baseCurrency ? undefined : line.currency;
                return (
                  <tr key={index}>
                    <td>
                      <Called id={line.accountId} chart={chart} />
                    </td>
                    <td className="number ruled">
                      <Amount value={line.debit} currency={currency} zero="blank" />
                    </td>
                    <td className="number ruled">
                      <Amount value={line.credit} currency={currency} zero="blank" />
                    </td>
                  </tr>
                );
              })}
              {entry.lines.length > MOST && (
                <tr>
                  <td colSpan={3} className="dim">
                    and {entry.lines.length - MOST} lines more
                  </td>
                </tr>
              )}
            </tbody>
          </table>
        </div>
      ))}
      {balances.length > 0 && (
        <div className="lines-scroll" tabIndex={0} role="group" aria-label="Balances after it">
          <table className="lines">
            <caption>{`Balances in these currencies at the end of ${formatDay(balances[0]?.date ?? "")}`}</caption>
            <thead>
              <tr>
                <th scope="col">Account</th>
                <th scope="col" className="number">
                  Before
                </th>
                <th scope="col" className="number">
                  After
                </th>
              </tr>
            </thead>
            <tbody>
              {balances.map((one) => (
                <tr key={`${one.accountId} ${one.date} ${one.currency}`}>
                  <td>
                    <Called id={one.accountId} chart={chart} code={one.accountCode} name={one.accountName} />
                  </td>
                  <td className="number ruled">
                    <Amount value={one.before} currency={one.currency} />
                  </td>
                  <td className="number ruled">
                    <Amount value={one.after} currency={one.currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
});

/** An account by the code and name that were told, or those of the chart. */
function Called({
  id,
  chart,
  code,
  name,
}: {
  id: string;
  chart: Chart | undefined;
  code?: string | null | undefined;
  name?: string | null | undefined;
}): JSX.Element {
  const account = chart?.byId.get(id);
  return (
    <>
      <span className="strong">{code ?? account?.code ?? ""}</span> {name ?? account?.name ?? ""}
    </>
  );
}

function nameOf(type: Preview["entries"][number]["entryType"]): string {
  if (type === "void") return "The mirror entry";
  return type === "reversal" ? "The reversal" : "An entry";
}
