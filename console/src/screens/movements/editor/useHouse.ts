import { useMemo } from "react";
import { useCurrencies } from "../../../api/currencies";
import { useUnits } from "../../../api/items";
import { useOrganization } from "../../../api/organization";
import { useStore } from "../../../api/store";
import { type Warehouse, useLocations, useWarehouses } from "../../../api/warehouses";
import { useDayOrder } from "../../../app/dayOrder";
import { settings } from "../../../app/settings";
import type { Head } from "./draft";
import type { House } from "./reading";

/** What the fields of a movement are read by, and both ends. */
export function useHouse(head: Head): { house: House; from: Warehouse | undefined; to: Warehouse | undefined } {
  const { locale } = useStore(settings);
  const dayOrder = useDayOrder();
  const warehouses = useWarehouses();
  const organization = useOrganization();
  const currencies = useCurrencies();
  const units = useUnits();
  const from = warehouses?.byId.get(head.warehouse);
  const to = warehouses?.byId.get(head.toWarehouse);
  const bins = useLocations(from && from.binsMode !== "none" ? from.id : undefined);
  const toBins = useLocations(to && to.binsMode !== "none" ? to.id : undefined);
  const decimals = currencies?.get(head.currency || (organization?.baseCurrency ?? "")) ?? 2;
  const house = useMemo(
    (): House => ({ locale, dayOrder, decimals, bins, toBins, units, head }),
    [locale, dayOrder, decimals, bins, toBins, units, head],
  );
  return { house, from, to };
}
