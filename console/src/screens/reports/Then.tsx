import type { JSX } from "react";
import { useChart } from "../../api/accounts";
import { type Paged, useAnswer } from "../../api/reports";
import { Amount } from "../../parts/Amount";
import { addAmounts, compare, negate, subtract } from "../../text/number";
import type { Report } from "./address";

/** The figure then and now, and whether the entries in between explain the difference: the result, or all assets. */
export function Then({
  report,
  totals,
  asked,
}: {
  report: Report;
  totals: Paged["diff"]["totals"];
  asked: Record<string, string>;
}): JSX.Element | null {
  const { values, span } = report;
  const chart = useChart();
  const isSheet = values.report === "balance-sheet";
  const days: Record<string, string> = isSheet ? { asOf: span.to } : { dateFrom: span.from, dateTo: span.to };
  const until = values.knownAt ? { ...days, knownAt: values.knownAt } : days;
  const since: Record<string, string> = { ...days, knownAt: values.since ?? "seq:0" };
  const isReady = values.since !== undefined && asked["dateTo"] !== undefined;
  const before = useFigure(isSheet, since, isReady);
  const after = useFigure(isSheet, until, isReady);
  if (before === undefined || after === undefined || !chart) return null;
  const kinds = isSheet ? ["asset"] : ["revenue", "expense"];
  const own = totals.filter((one) => kinds.includes(chart.byId.get(one.accountId)?.type ?? ""));
  const net = addAmounts(own.map((one) => subtract(one.debit, one.credit)));
  const explained = isSheet ? net : negate(net);
  const difference = subtract(after, before);
  const holds = compare(explained, difference) === 0;
  return (
    <div className="report-then">
      <dl>
        <div>
          <dt>{isSheet ? "Assets" : "Result"} then</dt>
          <dd>
            <Amount value={before} />
          </dd>
        </div>
        <div>
          <dt>{isSheet ? "Assets" : "Result"} {values.knownAt ? "later" : "now"}</dt>
          <dd>
            <Amount value={after} />
          </dd>
        </div>
        <div>
          <dt>Difference</dt>
          <dd>
            <span className="double">
              <Amount value={difference} />
            </span>
          </dd>
        </div>
      </dl>
      <p>
        {holds ? (
          "The entries below explain all of it."
        ) : (
          <>
            The entries below explain <Amount value={explained} /> of it.
          </>
        )}
      </p>
    </div>
  );
}

/** The result of the days, or the assets at their end. */
function useFigure(isSheet: boolean, asked: Record<string, string>, isReady: boolean): string | undefined {
  const sheet = useAnswer("balance-sheet", asked, isReady && isSheet);
  const profit = useAnswer("profit-and-loss", asked, isReady && !isSheet);
  return isSheet ? sheet.answer?.totals.assets[0] : profit.answer?.totals.result[0];
}
