import { useMemo } from "react";
import { useChart } from "../../api/accounts";
import { useCurrencies } from "../../api/currencies";
import { type Dimension, useDimensions } from "../../api/dimensions";
import { useOrganization } from "../../api/organization";
import { may } from "../../api/session";
import { useStore } from "../../api/store";
import { useDayOrder } from "../../app/dayOrder";
import { settings } from "../../app/settings";
import type { Books } from "./reading";

const NONE: readonly Dimension[] = [];
const NO_CURRENCIES: ReadonlyMap<string, number> = new Map();

/** What the fields of an entry are read by; undefined while it is being read. `currency` and `from` are those of the head. */
export function useBooks(currency: string, from: string): Books | undefined {
  const chart = useChart();
  const decimals = useCurrencies();
  const dimensions = useDimensions();
  const organization = useOrganization();
  const { locale } = useStore(settings);
  const dayOrder = useDayOrder();
  const isReady =
    (chart || !may("accounts:read")) &&
    (decimals || !may("currencies:read")) &&
    (dimensions || !may("dimensions:read")) &&
    (organization || !may("organization:read"));
  return useMemo(() => {
    if (!isReady) return undefined;
    const base = organization?.baseCurrency ?? "";
    return {
      chart,
      base,
      currency: currency || base,
      decimals: decimals ?? NO_CURRENCIES,
      dimensions: dimensions ?? NONE,
      locale,
      dayOrder,
      from,
    };
  }, [isReady, chart, organization, decimals, dimensions, locale, dayOrder, currency, from]);
}
