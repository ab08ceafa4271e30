import type { JSX } from "react";
import { useChart } from "../../api/accounts";
import type { Problem } from "../../api/problem";
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
  if (isReady && !before.problem && !after.problem && (before.value === undefined || after.value === undefined || !chart)) return <Reading isSheet={isSheet} />;
  if (before.value === undefined || after.value === undefined || !chart) return null;
  const kinds = isSheet ? ["asset"] : ["revenue", "expense"];
  const own = totals.filter((one) => kinds.includes(chart.byId.get(one.accountId)?.type ?? ""));
  const net = addAmounts(own.map((one) => subtract(one.debit, one.credit)));
  const explained = isSheet ? net : negate(net);
  const difference = subtract(after.value, before.value);
  const holds = compare(explained, difference) === 0;
  return (
    <div className="report-then">
      <dl>
        <div>
          <dt>{isSheet ? "Assets" : "Result"} then</dt>
          <dd>
            <Amount value={before.value} />
          </dd>
        </div>
        <div>
          <dt>{isSheet ? "Assets" : "Result"} {values.knownAt ? "later" : "now"}</dt>
          <dd>
            <Amount value={after.value} />
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

/** The room of the figures while they are read, so that what stands below them stays where it is. */
function Reading({ isSheet }: { isSheet: boolean }): JSX.Element {
  return (
    <div className="report-then" aria-busy>
      <dl>
        <div>
          <dt>{isSheet ? "Assets" : "Result"} then</dt>
          <dd>…</dd>
        </div>
      </dl>
    </div>
  );
}

/** The result of the days, or the assets at their end. */
function useFigure(isSheet: boolean, asked: Record<string, string>, isReady: boolean): { value: string | undefined; problem: Problem | undefined } {
  const sheet = useAnswer("balance-sheet", asked, isReady && isSheet);
  const profit = useAnswer("profit-and-loss", asked, isReady && !isSheet);
  return isSheet ? { value: sheet.answer?.totals.assets[0], problem: sheet.problem } : { value: profit.answer?.totals.result[0], problem: profit.problem };
}
