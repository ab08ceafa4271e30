import type { JSX } from "react";
import { useStore } from "../../api/store";
import { settings } from "../../app/settings";
import { formatAmount, isZero, spokenAmount } from "../../text/number";
import { NO_PERCENTAGE } from "./change";

/** A percentage with one decimal; "n/a" where there is none, which readers hear as words. */
export function Percent({
  value,
  isChange = false,
}: {
  value: string;
  /** Whether it is by how much something changed: what is more has its sign, too. */
  isChange?: boolean;
}): JSX.Element {
  const { locale, negative } = useStore(settings);
  if (value === NO_PERCENTAGE) return <abbr title="not available: there is nothing to compare with">n/a</abbr>;
  const shown = `${formatAmount(value, { decimals: 1, locale, negative })}\u00a0%`;
  if (!value.startsWith("-")) return <span>{isChange && !isZero(value) ? `+${shown}` : shown}</span>;
  return (
    <span>
      <span aria-hidden="true">{shown}</span>
      <span className="spoken">{spokenAmount(value, { decimals: 1, locale })} per cent</span>
    </span>
  );
}
