import { TextInput } from "@mantine/core";
import { type JSX, useState } from "react";
import { categoryChoice, findItems, itemChoice, useCategories, useItem } from "../../api/items";
import { findLocations, findWarehouses, locationChoice, useLocations, useWarehouses, warehouseChoice } from "../../api/warehouses";
import { FilterChip } from "../../parts/Filters";
import { LookupChip } from "../../parts/LookupChip";
import { rank } from "../../text/search";
import type { StockFilters } from "./address";

/** Which item: by SKU or any word of its name. */
export function ItemChip({ filters }: { filters: StockFilters }): JSX.Element {
  const { item } = useItem(filters.values.item);
  return (
    <LookupChip
      name="Item"
      label="Item"
      value={item ? itemChoice(item) : null}
      shown={filters.values.item}
      find={findItems}
      onChange={(choice) => filters.change({ item: choice?.code, lot: undefined, serial: undefined })}
    />
  );
}

/** Which warehouse. */
export function WarehouseChip({ filters }: { filters: StockFilters }): JSX.Element {
  const warehouses = useWarehouses();
  return (
    <LookupChip
      name="Warehouse"
      label="Warehouse"
      value={filters.warehouse ? warehouseChoice(filters.warehouse) : null}
      shown={filters.values.warehouse}
      find={(typed) => findWarehouses(warehouses, typed)}
      onChange={(choice) => filters.change({ warehouse: choice?.code, location: undefined })}
    />
  );
}

/** Which bin or zone of the warehouse. */
export function LocationChip({ filters }: { filters: StockFilters }): JSX.Element | null {
  const locations = useLocations(filters.warehouse?.id);
  if (!filters.warehouse || !locations || locations.length === 0) return null;
  return (
    <LookupChip
      name="Bin"
      label="Bin or zone"
      value={filters.location ? locationChoice(filters.location) : null}
      shown={filters.values.location}
      find={(typed) => findLocations(locations, typed)}
      onChange={(choice) => filters.change({ location: choice?.code })}
    />
  );
}

/** Which category: items directly in it. */
export function CategoryChip({ filters }: { filters: StockFilters }): JSX.Element | null {
  const known = useCategories();
  if (!known || known.all.length === 0) return null;
  const chosen = known.byCode.get(filters.values.category ?? "");
  return (
    <LookupChip
      name="Category"
      label="Items directly in the category"
      value={chosen ? categoryChoice(known, chosen) : null}
      shown={filters.values.category}
      find={(typed) => rank(known.all.map((one) => ({ code: one.code, name: one.name, path: known.path(one), one })), typed).map((hit) => categoryChoice(known, hit.one))}
      onChange={(choice) => filters.change({ category: choice?.code })}
    />
  );
}

/** A number of days as a chip: within how many lots expire. */
export function DaysChip({ name, label, value, onChange }: { name: string; label: string; value: string | undefined; onChange: (days: string | undefined) => void }): JSX.Element {
  const [typed, setTyped] = useState(value ?? "");
  const isRight = /^\d{0,4}$/.test(typed.trim());
  return (
    <FilterChip name={name} value={value && `${value} days`} onClear={() => onChange(undefined)}>
      {(close) => (
        <form
          className="filter-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (!isRight) return;
            onChange(typed.trim() || undefined);
            close();
          }}
        >
          <TextInput
            label={label}
            value={typed}
            inputMode="numeric"
            error={isRight ? undefined : "A whole number of days, such as 30."}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </form>
      )}
    </FilterChip>
  );
}
