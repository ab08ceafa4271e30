import type { JSX } from "react";
import { useStore } from "../../api/store";
import { settings } from "../../app/settings";
import { decimalsOf, useAmounts } from "../../parts/Amount";
import { isNegative, isZero, spokenAmount } from "../../text/number";

/** How much a figure changed: with its sign and in no colour, as less of a cost is no worse than more of a revenue. */
export function Signed({ value }: { value: string }): JSX.Element {
  const write = useAmounts();
  const { locale } = useStore(settings);
  if (isZero(value)) return <span>{write(value)}</span>;
  const isLess = isNegative(value);
  return (
    <span>
      <span aria-hidden="true">{isLess ? write(value) : `+${write(value)}`}</span>
      <span className="spoken">{isLess ? spokenAmount(value, { decimals: decimalsOf(value), locale }) : `plus ${write(value)}`}</span>
    </span>
  );
}
