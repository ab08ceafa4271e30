import type { JSX } from "react";
import { useStore } from "../api/store";
import { settings } from "../app/settings";
import { formatAmount, spokenAmount } from "../text/number";

/** An amount as text, in the user's way of writing numbers. */
export function useAmounts(): (value: string, zero?: "blank" | "shown") => string {
  const { locale, negative } = useStore(settings);
  return (value, zero = "shown") => formatAmount(value, { locale, negative, zero });
}

/**
 * An amount: a real minus or parentheses for what is below zero, which readers hear as "minus". A foreign currency stands
 * before it; the books' own is not repeated on every line.
 */
export function Amount({
  value,
  currency,
  zero = "shown",
}: {
  value: string | null | undefined;
  currency?: string | undefined;
  zero?: "blank" | "shown";
}): JSX.Element | null {
  const { locale, negative } = useStore(settings);
  if (value === null || value === undefined) return null;
  const text = formatAmount(value, { locale, negative, zero });
  if (text === "") return null;
  const shown = currency ? `${currency} ${text}` : text;
  if (!value.startsWith("-")) return <>{shown}</>;
  return (
    <span className="negative">
      <span aria-hidden="true">{shown}</span>
      <span className="spoken">{spokenAmount(value, { locale })}</span>
    </span>
  );
}
