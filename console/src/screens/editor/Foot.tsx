import { type JSX, memo, useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import type { Problem } from "../../api/problem";
import { type Store, useStore } from "../../api/store";
import { Amount } from "../../parts/Amount";
import { formatDay } from "../../text/day";
import { formatAmount, isZero } from "../../text/number";
import { placeOf } from "./body";
import type { Desk } from "./desk";
import { balance, inWords } from "./difference";
import { type Draft, type Head, type Line, sentLines } from "./draft";
import { newParties } from "./newParties";
import { accountOf, decimalsIn } from "./reading";
import { type PreviewBalance, usePreview } from "./usePreview";
import { plural } from "../../text/language";

interface Props {
  desk: Desk;
  head: Store<Head>;
  /** What the service would refuse of an entry that balances, with the lines that were sent; undefined where it would not. */
  onRefused: (problem: Problem | undefined, sent: readonly Line[]) => void;
  /** Whether a refusal is shown already, which says the same. */
  isTold: boolean;
}

const MOST_BALANCES = 6;

/** Under the lines and always in view: how far debits and credits are from one another, and what posting would do to the balances. */
export const Foot = memo(function Foot({ desk, head, onRefused, isTold }: Props): JSX.Element {
  const { sheet } = desk;
  const version = useSyncExternalStore(sheet.follow, sheet.version);
  const headNow = useStore(head);
  const totals = desk.totals();
  const state = balance(totals);
  const draft = useCallback((): Draft | undefined => {
    const now = balance(desk.totals());
    if ((now !== "balanced" && now !== "unknown") || desk.firstFault() || !head.get().date) return undefined;
    return { head: head.get(), lines: sheet.everything() };
  }, [desk, head, sheet]);
  // The head is counted with the lines: another date has other balances.
  const counted = useMemo(() => ({ version, headNow }), [version, headNow]);
  const preview = usePreview(draft, counted, desk.corrects);
  useEffect(() => {
    if (preview) onRefused("refused" in preview ? preview.refused : undefined, sentLines(sheet.everything()));
  }, [preview, onRefused, sheet]);

  const refused = preview && "refused" in preview ? preview.refused : undefined;
  const isNowhere = refused?.body.errors.every((fault) => placeOf(fault, sentLines(sheet.everything())) === undefined);
  const made = newParties(sheet.everything(), (line) => accountOf(line, desk.books.chart));
  const { locale } = desk.books;
  const write = (amount: string, currency: string): string => formatAmount(amount, { decimals: decimalsIn(currency, desk.books), locale });
  const isOnly = totals.length <= 1;
  const wouldBalance = state === "unknown" && preview !== undefined && "balances" in preview;
  return (
    <div className="editor-foot">
      <div className="editor-difference" data-state={wouldBalance ? "balanced" : state} role="status" aria-live="polite" aria-atomic>
        {state === "empty" && <span className="dim">Debits and credits stand here as you type them.</span>}
        {totals.map((one) => (
          <span key={one.currency} data-off={!isZero(one.difference)}>
            {isZero(one.difference) ? "✓ " : "≠ "}
            {inWords(one, (amount) => write(amount, one.currency), isOnly)}
          </span>
        ))}
        {wouldBalance && <span>✓ Balanced in {desk.books.base}</span>}
      </div>
      {made.length > 0 && <p className="editor-hint">Makes {plural(made.length, "a new party", `${made.length} new parties`)}: {made.join(", ")}.</p>}
      {refused && isNowhere && !isTold && <p className="editor-hint">Posting would be refused: {refused.message}.</p>}
      {totals.length > 0 && (
        <div className="editor-sums">
          {totals.map((one) => (
            <span key={one.currency}>
              {!isOnly && `${one.currency} `}
              <span className="dim">Debit</span> <span className="number">{write(one.debit, one.currency)}</span>{" "}
              <span className="dim">Credit</span> <span className="number">{write(one.credit, one.currency)}</span>
            </span>
          ))}
        </div>
      )}
      {preview && "balances" in preview && <Balances desk={desk} balances={preview.balances} />}
    </div>
  );
});

/** The balances of the accounts before and after, as far as the service says them. */
function Balances({ desk, balances }: { desk: Desk; balances: readonly PreviewBalance[] }): JSX.Element | null {
  const known = balances.filter((one) => typeof one.before === "string" && typeof one.after === "string");
  if (known.length === 0) return null;
  return (
    <ul className="editor-balances" aria-label="Balances before and after">
      <li className="dim">Balances at the end of {formatDay(known[0]?.date ?? "")}, before → after:</li>
      {known.slice(0, MOST_BALANCES).map((one) => {
        const account = desk.books.chart?.byId.get(one.accountId);
        return (
          <li key={`${one.accountId} ${one.currency}`}>
            <span className="strong">{one.accountCode ?? account?.code}</span> {one.accountName ?? account?.name}{" "}
            <span className="number">
              <Amount value={one.before} currency={one.currency} /> → <Amount value={one.after} currency={one.currency} />
            </span>
          </li>
        );
      })}
      {known.length > MOST_BALANCES && <li className="dim">and {known.length - MOST_BALANCES} more accounts</li>}
    </ul>
  );
}
