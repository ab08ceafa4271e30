import { useMemo } from "react";
import { useItem } from "../../api/items";
import { ALL_KINDS } from "../../api/movementKinds";
import type { MovementFilter } from "../../api/movements";
import { type Warehouses, useWarehouses } from "../../api/warehouses";
import { useFilters } from "../../app/filters";
import { type FilterFault, type Values, day, instant, many, one, text } from "../../text/filters";

/** The states of a movement, as people choose them. */
export const STATUSES = ["draft", "pendingApproval", "posted", "voided"] as const;

/** The orders of the list. */
export const SORTS = ["-occurredAt", "occurredAt", "-createdAt", "createdAt", "-updatedAt", "updatedAt"] as const;

const SCHEMA = {
  status: many(STATUSES),
  kind: many(ALL_KINDS),
  warehouse: text,
  item: text,
  party: text,
  from: day,
  to: day,
  lot: text,
  serial: text,
  of: text,
  reference: text,
  source: text,
  externalId: text,
  changedSince: instant,
  q: text,
  sort: one(SORTS),
};

/** The filters of movements, as they stand in the address. */
export type MovementSearch = Values<typeof SCHEMA>;

/** What the API is asked of an address: codes become ids. Undefined while one of them is still being read. */
export function filterOf(search: MovementSearch, warehouses: Warehouses | undefined, itemId: string | undefined): MovementFilter | undefined {
  const warehouse = search.warehouse ? warehouses?.byCode.get(search.warehouse)?.id : undefined;
  if ((search.warehouse && !warehouse) || (search.item && !itemId)) return undefined;
  return {
    sort: search.sort ?? "-occurredAt",
    ...(search.status && { status: search.status }),
    ...(search.kind && { kind: search.kind }),
    ...(warehouse && { warehouseId: warehouse }),
    ...(itemId && { itemId }),
    ...(search.party && { partyId: search.party }),
    ...(search.from && { dateFrom: search.from }),
    ...(search.to && { dateTo: search.to }),
    ...(search.lot && { lotId: search.lot }),
    ...(search.serial && { serialId: search.serial }),
    ...(search.of && { ofMovementId: search.of }),
    ...(search.reference && { reference: search.reference }),
    ...(search.source && { source: search.source }),
    ...(search.externalId && { externalId: search.externalId }),
    ...(search.changedSince && { changedSince: search.changedSince }),
    ...(search.q && { q: search.q }),
  };
}

/** The filters of the address, what the API is asked with them, and how to change them. */
export function useMovementSearch(): {
  search: MovementSearch;
  faults: FilterFault[];
  filter: MovementFilter | undefined;
  /** A word of the address that names nothing here. */
  unknown: string | undefined;
  change: (change: MovementSearch) => void;
  clear: () => void;
} {
  const { values, faults, change, clear } = useFilters(SCHEMA);
  const warehouses = useWarehouses();
  const { item, problem } = useItem(values.item);
  const filter = useMemo(() => filterOf(values, warehouses, item?.id), [values, warehouses, item?.id]);
  const noPlace = values.warehouse && warehouses && !warehouses.byCode.has(values.warehouse) ? `No warehouse has the code ${values.warehouse}.` : undefined;
  const unknown = noPlace ?? (values.item && problem ? `No item has the SKU ${values.item}.` : undefined);
  return { search: values, faults, filter, unknown, change, clear };
}
