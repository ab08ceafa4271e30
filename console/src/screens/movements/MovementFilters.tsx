import { Button, Checkbox, TextInput } from "@mantine/core";
import { type JSX, type ReactNode, useState } from "react";
import { findGoods, goodsChoice } from "../../api/goodsLookup";
import { useItem } from "../../api/items";
import { findLots, findSerials, useLotNumber, useSerialNumber } from "../../api/lotLookup";
import { ALL_KINDS, KINDS, kindTitle } from "../../api/movementKinds";
import { findParties, partyChoice, useParty } from "../../api/parties";
import { may } from "../../api/session";
import { findWarehouses, useWarehouses, warehouseChoice } from "../../api/warehouses";
import { DateRange } from "../../parts/DateRange";
import { FaultyChip, FilterChip } from "../../parts/Filters";
import { Lookup } from "../../parts/Lookup";
import { TextFilter } from "../../parts/TextFilter";
import { formatDay } from "../../text/day";
import type { FilterFault } from "../../text/filters";
import { type MovementSearch, SORTS, STATUSES } from "./search";

const STATES: Record<(typeof STATUSES)[number], string> = {
  draft: "draft",
  pendingApproval: "waits for approval",
  posted: "posted",
  voided: "voided",
};

const ORDERS: Record<(typeof SORTS)[number], string> = {
  "-occurredAt": "latest first",
  occurredAt: "earliest first",
  "-createdAt": "last entered first",
  createdAt: "first entered first",
  "-updatedAt": "last changed first",
  updatedAt: "first changed first",
};

interface Props {
  search: MovementSearch;
  faults: FilterFault[];
  onChange: (change: MovementSearch) => void;
  children: ReactNode;
}

/** The filters of movements as chips; the buttons of the screen stand behind them. */
export function MovementFilters({ search, faults, onChange, children }: Props): JSX.Element {
  return (
    <div className="filters" role="search">
      <TextFilter id="movements-text" label="Text or number" value={search.q ?? ""} onChange={(q) => onChange({ q: q || undefined })} />
      <Several name="Kind" values={search.kind} options={ALL_KINDS} words={(kind) => kindTitle(kind)} onChange={(kind) => onChange({ kind })} isWide />
      <Several name="Status" values={search.status} options={STATUSES} words={(status) => STATES[status]} onChange={(status) => onChange({ status })} />
      <DateRange span={{ from: search.from, to: search.to }} onChange={({ from, to }) => onChange({ from, to })} />
      <Goods search={search} onChange={onChange} />
      <Papers search={search} onChange={onChange} />
      <Choices name="Order" value={search.sort} options={SORTS} words={(sort) => ORDERS[sort]} onChange={(sort) => onChange({ sort })} />
      {faults.map((fault) => (
        <FaultyChip key={fault.name} name={fault.name} text={fault.text} onClear={() => onChange({ [fault.name]: undefined } as MovementSearch)} />
      ))}
      <div className="filters-end">{children}</div>
    </div>
  );
}

/** Any of a few words as a chip. */
function Several<Word extends string>({
  name,
  values,
  options,
  words,
  onChange,
  isWide = false,
}: {
  name: string;
  values: Word[] | undefined;
  options: readonly Word[];
  words: (word: Word) => string;
  onChange: (chosen: Word[] | undefined) => void;
  isWide?: boolean;
}): JSX.Element {
  return (
    <FilterChip name={name} value={values?.map(words).join(", ")} onClear={() => onChange(undefined)}>
      {() => (
        <div className={isWide ? "filter-presets" : "filter-form"}>
          {options.map((one) => (
            <Checkbox
              key={one}
              label={words(one)}
              checked={values?.includes(one) ?? false}
              onChange={(event) => {
                const others = (values ?? []).filter((other) => other !== one);
                const next = event.currentTarget.checked ? [...others, one] : others;
                onChange(next.length > 0 ? next : undefined);
              }}
            />
          ))}
        </div>
      )}
    </FilterChip>
  );
}

/** One of a few words as a chip. */
function Choices<Word extends string>({
  name,
  value,
  options,
  words,
  onChange,
}: {
  name: string;
  value: Word | undefined;
  options: readonly Word[];
  words: (word: Word) => string;
  onChange: (word: Word | undefined) => void;
}): JSX.Element {
  return (
    <FilterChip name={name} value={value && words(value)} onClear={() => onChange(undefined)}>
      {(close) => (
        <div className="filter-form">
          {options.map((one) => (
            <Button
              key={one}
              variant={one === value ? "light" : "subtle"}
              justify="start"
              onClick={() => {
                onChange(one);
                close();
              }}
            >
              {words(one)}
            </Button>
          ))}
        </div>
      )}
    </FilterChip>
  );
}

/** Which goods, where, and whose. */
function Goods({ search, onChange }: Pick<Props, "search" | "onChange">): JSX.Element {
  const warehouses = useWarehouses();
  const warehouse = search.warehouse ? warehouses?.byCode.get(search.warehouse) : undefined;
  const { item } = useItem(search.item);
  const party = useParty(search.party);
  const lot = useLotNumber(search.lot);
  const serial = useSerialNumber(search.serial);
  return (
    <>
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
      <FilterChip name="Item" value={search.item && (item ? `${item.sku} ${item.name}` : search.item)} onClear={() => onChange({ item: undefined })}>
        {(close) => (
          <Lookup
            label="Item"
            placeholder="SKU, name or GTIN"
            value={item ? goodsChoice(item) : null}
            find={findGoods}
            onChange={(choice) => onChange({ item: choice?.code })}
            onChosen={close}
          />
        )}
      </FilterChip>
      {(may("parties:read") || search.party) && (
        <FilterChip name="Party" value={search.party && (party?.name ?? "one party")} onClear={() => onChange({ party: undefined })}>
          {(close) => (
            <Lookup
              label="Supplier or customer"
              placeholder="Code or name"
              value={party ? partyChoice(party) : null}
              find={findParties}
              onChange={(choice) => onChange({ party: choice?.id })}
              onChosen={close}
            />
          )}
        </FilterChip>
      )}
      <FilterChip
        name="Lot or piece"
        value={search.lot ? (lot ?? "one lot") : search.serial && (serial ?? "one piece")}
        onClear={() => onChange({ lot: undefined, serial: undefined })}
      >
        {(close) => (
          <div className="filter-form">
            <Lookup
              label="Lot"
              placeholder="Its number"
              value={search.lot ? { id: search.lot, code: lot ?? "", name: "" } : null}
              find={(typed) => findLots(typed, item?.id)}
              onChange={(choice) => onChange({ lot: choice?.id })}
              onChosen={close}
            />
            <Lookup
              label="Serial number"
              placeholder="Of one piece"
              value={search.serial ? { id: search.serial, code: serial ?? "", name: "" } : null}
              find={(typed) => findSerials(typed, item?.id)}
              onChange={(choice) => onChange({ serial: choice?.id })}
              onChosen={close}
            />
          </div>
        )}
      </FilterChip>
    </>
  );
}

/** What stands on its papers, and what it hangs together with. */
function Papers({ search, onChange }: Pick<Props, "search" | "onChange">): JSX.Element {
  return (
    <FilterChip
      name="Document"
      value={documentOf(search)}
      onClear={() => onChange({ reference: undefined, source: undefined, externalId: undefined, of: undefined, changedSince: undefined })}
    >
      {() => (
        <div className="filter-form">
          <Field label="Its own number" value={search.reference} onChange={(reference) => onChange({ reference })} />
          <Field label="Source" value={search.source} onChange={(source) => onChange({ source })} />
          <Field label="External id" value={search.externalId} onChange={(externalId) => onChange({ externalId })} />
          <Field label="Refers to the movement" placeholder="mov_…" value={search.of} onChange={(of) => onChange({ of })} />
          <Field label="Changed since" placeholder="2010-12-05T10:00:00Z" value={search.changedSince} onChange={(changedSince) => onChange({ changedSince })} />
        </div>
      )}
    </FilterChip>
  );
}

function documentOf({ reference, source, externalId, of, changedSince }: MovementSearch): string | undefined {
  const parts = [reference, source, externalId, of && "refers to one", changedSince && `changed since ${formatDay(changedSince.slice(0, 10))}`].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : undefined;
}

/** A text that filters when its field is left. */
function Field({
  label,
  placeholder,
  value,
  onChange,
}: {
  label: string;
  placeholder?: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}): JSX.Element {
  const [typed, setTyped] = useState(value ?? "");
  const take = (): void => {
    if (typed.trim() !== (value ?? "")) onChange(typed.trim() || undefined);
  };
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={typed}
      autoComplete="off"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === "Enter") take();
      }}
    />
  );
}

/** Kinds that the caller may write, the usual ones first. */
export const writableKinds = (): (typeof ALL_KINDS)[number][] =>
  ALL_KINDS.filter((kind) => KINDS[kind].isWritten && (may("movements:draft") || may(KINDS[kind].needs)));
