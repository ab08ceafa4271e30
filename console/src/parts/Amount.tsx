import { type JSX, useCallback } from "react";
import { useStore } from "../api/store";
import { settings } from "../app/settings";
import { formatAmount, spokenAmount } from "../text/number";

/** The decimals that the service wrote: it writes all that the currency has. */
export const decimalsOf = (value: string): number => value.split(".")[1]?.length ?? 0;

/** Writes amounts in the user's way. */
export function useAmounts(): (value: string, zero?: "blank" | "shown") => string {
  const { locale, negative } = useStore(settings);
  return useCallback(
    (value, zero = "shown") => formatAmount(value, { decimals: decimalsOf(value), locale, negative, zero }),
    [locale, negative],
  );
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
  const { locale } = useStore(settings);
  const write = useAmounts();
  if (value === null || value === undefined) return null;
  const text = write(value, zero);
  if (text === "") return null;
  const shown = currency ? `${currency} ${text}` : text;
  if (!value.startsWith("-")) return <span>{shown}</span>;
  return (
    <span className="negative">
      <span aria-hidden="true">{shown}</span>
      <span className="spoken">{spokenAmount(value, { decimals: decimalsOf(value), locale })}</span>
    </span>
  );
}

/** How wide a column of these amounts must be, with their marks and a sign. Every row is laid out alone, so it cannot be found out. */
export function amountWidth(values: Iterable<string>): string {
  let most = "0.00".length;
  for (const value of values) {
    const whole = value.replace(/^-/, "").split(".")[0]?.length ?? 0;
    most = Math.max(most, value.length + Math.floor((whole - 1) / 3));
  }
  return `max(7rem, calc(${most}ch + 2.25rem))`;
}
