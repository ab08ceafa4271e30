import { Button } from "@mantine/core";
import type { JSX, ReactNode } from "react";
import { findWarehouses, useWarehouses, warehouseChoice } from "../../api/warehouses";
import { DateRange } from "../../parts/DateRange";
import { FaultyChip, FilterChip } from "../../parts/Filters";
import { Lookup } from "../../parts/Lookup";
import { TextFilter } from "../../parts/TextFilter";
import type { FilterFault, Values } from "../../text/filters";
import { type COUNT_SCHEMA, STATUSES } from "./CountsScreen";

type Search = Values<typeof COUNT_SCHEMA>;

const WORDS: Record<(typeof STATUSES)[number], string> = {
  open: "being counted",
  submitted: "counted, not decided yet",
  approved: "approved",
  posted: "posted",
  cancelled: "given up",
};

/** The filters of counts as chips; the buttons of the screen stand behind them. */
export function CountFilters({
  search,
  faults,
  onChange,
  children,
}: {
  search: Search;
  faults: FilterFault[];
  onChange: (change: Search) => void;
  children: ReactNode;
}): JSX.Element {
  const warehouses = useWarehouses();
  const warehouse = search.warehouse ? warehouses?.byCode.get(search.warehouse) : undefined;
  return (
    <div className="filters" role="search">
      <TextFilter id="counts-text" label="Text or number" value={search.q ?? ""} onChange={(q) => onChange({ q: q || undefined })} />
      <FilterChip
        name="Status"
        value={search.status ? WORDS[search.status] : search.open === undefined ? undefined : search.open ? "still open" : "over"}
        onClear={() => onChange({ status: undefined, open: undefined })}
      >
        {(close) => (
          <div className="filter-form">
            {STATUSES.map((status) => (
              <Button
                key={status}
                variant={status === search.status ? "light" : "subtle"}
                justify="start"
                onClick={() => {
                  onChange({ status, open: undefined });
                  close();
                }}
              >
                {WORDS[status]}
              </Button>
            ))}
            {[true, false].map((open) => (
              <Button
                key={String(open)}
                variant={open === search.open ? "light" : "subtle"}
                justify="start"
                onClick={() => {
                  onChange({ open, status: undefined });
                  close();
                }}
              >
                {open ? "still open, all of these" : "over: posted or given up"}
              </Button>
            ))}
          </div>
        )}
      </FilterChip>
      <DateRange span={{ from: search.from, to: search.to }} onChange={({ from, to }) => onChange({ from, to })} />
      <FilterChip name="Warehouse" value={search.warehouse && (warehouse?.name ?? search.warehouse)} onClear={() => onChange({ warehouse: undefined })}>
        {(close) => (
          <Lookup
            label="Warehouse"
            placeholder="Code or name"
            value={warehouse ? warehouseChoice(warehouse) : null}
            find={(typed) => findWarehouses(warehouses, typed)}
            onChange={(choice) => onChange({ warehouse: choice?.code })}
            onChosen={close}
          />
        )}
      </FilterChip>
      <FilterChip
        name="Changed later"
        value={search.overruns === undefined ? undefined : search.overruns ? "to look at" : "nothing"}
        onClear={() => onChange({ overruns: undefined })}
      >
        {(close) => (
          <div className="filter-form">
            <p className="dim">Movements that were entered later changed what a posted count had found.</p>
            <Button
              variant={search.overruns ? "light" : "subtle"}
              justify="start"
              onClick={() => {
                onChange({ overruns: true });
                close();
              }}
            >
              Counts that somebody must look at
            </Button>
          </div>
        )}
      </FilterChip>
      {search.movement && (
        <FilterChip name="Movement" value="of one movement" onClear={() => onChange({ movement: undefined })}>
          {() => <p className="dim">The count whose differences this movement posted.</p>}
        </FilterChip>
      )}
      {faults.map((fault) => (
        <FaultyChip key={fault.name} name={fault.name} text={fault.text} onClear={() => onChange({ [fault.name]: undefined } as Search)} />
      ))}
      <div className="filters-end">{children}</div>
    </div>
  );
}
