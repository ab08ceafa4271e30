import { type JSX, useState } from "react";
import { useChart } from "../../api/accounts";
import { missingRates, revalue, useRevaluationPreview } from "../../api/mend";
import type { Period } from "../../api/periods";
import { Amount } from "../../parts/Amount";
import { DayInput } from "../../parts/DayInput";
import { Refusal } from "../../parts/Refusal";
import { formatDay } from "../../text/day";
import { subtract } from "../../text/number";
import { ActDialog } from "./ActDialog";
import { readOnly } from "./Dialog";
import { RateOrigin } from "./RateOrigin";
import { PreviewEntries } from "./PreviewEntries";

/** Revalues the foreign balances: on which day, what it would post, and the act. */
export function RevaluationDialog({ period, onRates, onDone, onClose }: {
  period: Period;
  /** Rates are missing: records them first. */
  onRates: () => void;
  onDone: (told: string) => void;
  onClose: () => void;
}): JSX.Element {
  const [date, setDate] = useState(period.endDate);
  const { would, entries, problem, isReading } = useRevaluationPreview(date);
  const chart = useChart();
  const items = would?.items ?? [];
  const hasNothing = would !== undefined && entries.length === 0;
  const not = problem ? "It is refused as it stands." : !would || isReading ? "The preview is being read." : undefined;
  return (
    <ActDialog
      title="Revalue foreign balances"
      act="Revalue"
      means="Balances in foreign currency are brought to the rate of the day. What is unrealised is reversed on the first day of the next period."
      undo="Its entries cannot be voided; run it again after a change, and it posts only the difference."
      reason="none"
      size="xl"
      disabled={not ?? (hasNothing ? "There is nothing to post on this day." : undefined)}
      run={({ key }) => revalue(date, key)}
      onDone={() => onDone(`Foreign balances are revalued on ${formatDay(date)}.`)}
      onClose={onClose}
    >
      <DayInput onKeyDown={readOnly} label="Day" value={date} onChange={setDate} from={period.endDate} inPeriods maw="12rem" />
      {problem && <Refusal problem={problem} onWay={missingRates(problem).length > 0 ? onRates : undefined} />}
      {items.length > 0 && (
        <div className="lines-scroll" tabIndex={0} role="group" aria-label="Balances that are revalued">
          <table className="lines">
            <thead>
              <tr>
                <th scope="col">Account</th>
                <th scope="col" className="number">
                  Balance
                </th>
                <th scope="col" className="number">
                  Rate
                </th>
                <th scope="col" className="number">
                  In {would?.baseCurrency} before
                </th>
                <th scope="col" className="number">
                  After
                </th>
                <th scope="col" className="number">
                  Difference
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => {
                const account = chart?.byId.get(item.accountId);
                return (
                  <tr key={`${item.accountId} ${item.currency}`}>
                    <td>{account ? `${account.code} ${account.name}` : item.accountId}</td>
                    <td className="number">
                      <Amount value={item.balance} currency={item.currency} />
                    </td>
                    <td className="number">
                      {item.exchangeRate ?? "none left"}
                      {item.exchangeRate && would && <RateOrigin from={item.currency} to={would.baseCurrency} date={date} rate={item.exchangeRate} />}
                    </td>
                    <td className="number">
                      <Amount value={item.baseBefore} />
                    </td>
                    <td className="number">
                      <Amount value={item.baseAfter} />
                    </td>
                    <td className="number">
                      <Amount value={subtract(item.baseAfter, item.baseBefore)} />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      {would && <PreviewEntries entries={entries} />}
    </ActDialog>
  );
}
