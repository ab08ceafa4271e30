import { Button, CloseButton } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import type { JSX } from "react";
import { useChart } from "../../api/accounts";
import { useLedger } from "../../api/reports";
import { useActions } from "../../app/actions";
import { Amount } from "../../parts/Amount";
import "../../parts/lines.css";
import { Refusal } from "../../parts/Refusal";
import { formatDay } from "../../text/day";
import { pairOf } from "./address";
import { type Figure, hrefOf, targetOf } from "./links";
import { sumsOf } from "./ledger";
import { nameOfSpan } from "./span";

const MOST_LINES = 100;

/** The lines that a figure is made of, beside the statement. */
export function FigurePeek({ figure, onClose }: { figure: Figure; onClose: () => void }): JSX.Element {
  useActions([{ id: "peek-close", title: "Close what is shown beside", keys: "esc", quiet: true, run: onClose }]);
  const { ledger, sums } = useFigureLines(figure);
  const lines = ledger.rows.filter((row) => row.row === "line");
  const target = targetOf(figure);
  const navigate = useNavigate();
  return (
    <aside className="peek report-peek" aria-label={`Lines of ${figure.title}`}>
      <div className="screen-head">
        <h2>{figure.title}</h2>
        <CloseButton aria-label="Close" onClick={onClose} ml="auto" />
      </div>
      <p className="dim">{nameOfSpan(figure.span)}</p>
      <p className="report-peek-amount">
        <Amount value={figure.amount} />
      </p>
      {ledger.problem && <Refusal problem={ledger.problem} />}
      {!ledger.problem && ledger.isLoading && <p className="dim">Reading its lines…</p>}
      {!ledger.isLoading && lines.length === 0 && !ledger.problem && <p>No lines in these days.</p>}
      {lines.length > 0 && (
        <table className="lines">
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Entry</th>
              <th scope="col" className="number">
                Debit
              </th>
              <th scope="col" className="number">
                Credit
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, MOST_LINES).map((row) => (
              <tr key={`${row.entryId} ${row.lineNumber}`}>
                <td className="report-nowrap">{formatDay(row.date ?? "", "short")}</td>
                <td>
                  <Link to="/journal/$entry" params={{ entry: row.number ?? row.entryId ?? "" }} className="quiet" title={row.description ?? undefined}>
                    {row.number ?? row.description}
                  </Link>
                  {row.number && (
                    <span className="dim report-was" dir="auto">
                      {[row.description, row.reference && !row.description?.includes(row.reference) && row.reference].filter(Boolean).join(" · ")}
                    </span>
                  )}
                </td>
                <td className="number ruled">
                  <Amount value={row.baseDebit} zero="blank" />
                </td>
                <td className="number ruled">
                  <Amount value={row.baseCredit} zero="blank" />
                </td>
              </tr>
            ))}
          </tbody>
          {sums && (
            <tfoot>
              <tr>
                <th scope="row" colSpan={2}>
                  Sum{lines.length > MOST_LINES || !ledger.isWhole ? " of all lines" : ""}
                </th>
                <td className="number">
                  <span className="double">
                    <Amount value={sums.debit} />
                  </span>
                </td>
                <td className="number">
                  <span className="double">
                    <Amount value={sums.credit} />
                  </span>
                </td>
              </tr>
            </tfoot>
          )}
        </table>
      )}
      <p>
        <Button
          component="a"
          href={hrefOf(target)}
          variant="default"
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            void navigate({ to: target.to as "/", params: target.params as never, search: target.search });
          }}
        >
          {ledger.isWhole && lines.length <= MOST_LINES ? "Open these lines" : "Open all lines"} <kbd>⏎</kbd>
        </Button>
      </p>
    </aside>
  );
}

/** The ledger of a figure's accounts and days, with its sums. */
function useFigureLines(figure: Figure): { ledger: ReturnType<typeof useLedger>; sums: ReturnType<typeof sumsOf> } {
  const chart = useChart();
  const ids = figure.accounts.flatMap((code) => chart?.byCode.get(code)?.id ?? []);
  const { dimension, without, knownAt } = figure.filters;
  const asked: Record<string, string> = { dateFrom: figure.span.from, dateTo: figure.span.to };
  if (knownAt) asked["knownAt"] = knownAt;
  if (without) asked["withoutDimension"] = without;
  if (dimension) {
    const [code, value] = pairOf(dimension);
    asked[`dimension[${code}]`] = value;
  }
  const ledger = useLedger(ids, asked, chart !== undefined);
  return { ledger, sums: ledger.isWhole ? sumsOf(ledger.rows) : undefined };
}
