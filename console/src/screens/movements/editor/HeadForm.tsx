import { Button, NativeSelect, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { KINDS, type MovementKind } from "../../../api/movementKinds";
import { useMovementRecord } from "../../../api/movements";
import { findParties } from "../../../api/parties";
import { type Permission, may, session } from "../../../api/session";
import { type Store, useStore } from "../../../api/store";
import { type Location, type Warehouse, findLocations, findWarehouses, useWarehouses, warehouseChoice } from "../../../api/warehouses";
import { DayInput } from "../../../parts/DayInput";
import { Lookup } from "../../../parts/Lookup";
import { calledInside } from "../called";
import { writableKinds } from "../MovementFilters";
import { type Head, saysPlace } from "./draft";
import type { HeadFaults } from "./faults";
import { fieldId } from "./fieldId";
import { More, useMoreOf } from "./HeadMore";

interface Props {
  head: Store<Head>;
  isStored: boolean;
  faults: HeadFaults;
  onFault: (field: keyof Head, message: string | undefined) => void;
  /** The bins of the place where goods go within one warehouse, and what is done with one that is named as the end. */
  bins: readonly Location[];
  onToBin: (bin: Location) => void;
  /** After the last of the usual fields: to the lines. */
  onDone: () => void;
}

/** What each end is called, by the way goods go. */
const FROM: Record<string, string> = { in: "Into", out: "From", pass: "From", bySign: "Warehouse", none: "Warehouse" };

const PARENT_PLACE = "Code or name";

/** Kind, ends, day, party, number and text of a movement; the rest behind a button. */
export function HeadForm({ head, isStored, faults, bins, onToBin, onFault, onDone }: Props): JSX.Element {
  const now = useStore(head);
  const facts = KINDS[now.kind];
  const put = (change: Partial<Head>): void => head.set({ ...head.get(), ...change });
  const next = (field: keyof Head | undefined): void => {
    if (field === undefined) onDone();
    else document.getElementById(fieldId(field))?.focus();
  };
  const hasPlace = saysPlace(now.kind);
  const order: (keyof Head)[] = [
    ...(hasPlace ? (["warehouse"] as const) : []),
    ...(facts.way === "pass" ? (["toWarehouse"] as const) : []),
    ...(facts.party ? (["party"] as const) : []),
    "day",
    "reference",
    "description",
  ];
  const after = (field: keyof Head): (() => void) => () => next(order[order.indexOf(field) + 1]);
  const [more, setMore] = useState(() => [now.reason, now.account, now.amount, now.dueDate, now.currency].some((one) => one !== ""));
  const says = useMoreOf(now.kind);
  const needsMore = facts.way === "pass" || facts.account === "needed" || facts.whole !== undefined || now.kind === "adjustment" || facts.amount !== undefined;
  return (
    <div className="movement-head">
      {isStored ? null : (
        <NativeSelect
          label="Kind"
          value={now.kind}
          data={writableKinds().map((kind) => ({ value: kind, label: KINDS[kind].title }))}
          onChange={(event) => put({ kind: event.currentTarget.value as MovementKind })}
        />
      )}
      {hasPlace && (
        <PlaceField field="warehouse" label={FROM[facts.way] ?? "Warehouse"} now={now} put={put} faults={faults} onChosen={after("warehouse")} isSource />
      )}
      {facts.way === "pass" && <PlaceField field="toWarehouse" label="To" now={now} put={put} faults={faults} onChosen={after("toWarehouse")} bins={bins} onBin={onToBin} />}
      {facts.party && <PartyField label={facts.party} now={now} put={put} fault={faults.party} onChosen={after("party")} />}
      <DayInput
        id={fieldId("day")}
        label="Date"
        value={now.day}
        error={faults.day}
        onChange={(day) => put({ day })}
        onFault={(message) => onFault("day", message)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) after("day")();
        }}
      />
      <TextInput
        id={fieldId("reference")}
        label="Number"
        placeholder="Of the document"
        value={now.reference}
        error={faults.reference}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => put({ reference: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) after("reference")();
        }}
      />
      <TextInput
        id={fieldId("description")}
        label="Text"
        value={now.description}
        error={faults.description}
        maxLength={2000}
        autoComplete="off"
        dir="auto"
        onChange={(event) => put({ description: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) onDone();
        }}
      />
      {!needsMore && says.any && (
        <Button variant="subtle" size="compact-sm" className="movement-more" aria-expanded={more} onClick={() => setMore(!more)}>
          {more ? "Less" : "More"}
        </Button>
      )}
      {(more || needsMore) && says.any && <More now={now} put={put} faults={faults} onFault={onFault} />}
      {now.of && <Of id={now.of} onClear={() => put({ of: "" })} isFixed={isStored} />}
    </div>
  );
}

interface Part {
  now: Head;
  put: (change: Partial<Head>) => void;
}

/** Warehouses in which the caller may move goods: those to which they are assigned, or all. */
function useOwnPlaces(): { all: Warehouse[]; own: Warehouse[] } {
  const known = useWarehouses()?.all ?? [];
  const who = useStore(session);
  const assigned = who.state === "in" || who.state === "expired" ? who.me.warehouseIds : null;
  const all = known.filter((one) => one.isActive);
  return { all, own: assigned ? all.filter((one) => (assigned as string[]).includes(one.id)) : all };
}

function PlaceField({
  field,
  label,
  now,
  put,
  faults,
  onChosen,
  isSource = false,
  bins = [],
  onBin,
}: Part & { bins?: readonly Location[]; onBin?: (bin: Location) => void; field: "warehouse" | "toWarehouse"; label: string; faults: HeadFaults; onChosen: () => void; isSource?: boolean }): JSX.Element {
  const known = useWarehouses();
  const { all, own } = useOwnPlaces();
  const chosen = known?.byId.get(now[field]);
  // Goods may be sent to places of others.
  const places = isSource ? own : all;
  return (
    <Lookup
      id={fieldId(field)}
      label={label}
      placeholder={PARENT_PLACE}
      value={chosen ? warehouseChoice(chosen) : null}
      error={faults[field]}
      find={(typed) => {
        const found = findWarehouses(known && { ...known, all: places }, typed);
        // A bin of the warehouse in which the goods are is an end, too: they stay in that warehouse.
        const own = typed && onBin ? findLocations(bins.filter((one) => one.kind === "bin" && one.isActive), typed) : [];
        return [...found, ...own.map((one) => ({ ...one, hint: "bin" }))].slice(0, 8);
      }}
      onChange={(choice) => {
        const bin = choice && bins.find((one) => one.id === choice.id);
        put({ [field]: bin?.warehouseId ?? choice?.id ?? "" });
        if (bin) onBin?.(bin);
      }}
      onChosen={onChosen}
    />
  );
}

function PartyField({ label, now, put, fault, onChosen }: Part & { label: string; fault: string | undefined; onChosen: () => void }): JSX.Element {
  if (!may("parties:read") && !may("parties:lookup" as Permission)) {
    // Who may not look parties up names them: the service finds the one of this name.
    return (
      <TextInput
        id={fieldId("party")}
        label={label}
        placeholder="Name"
        value={now.partyText}
        error={fault}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => put({ partyText: event.currentTarget.value, party: event.currentTarget.value.trim() })}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) onChosen();
        }}
      />
    );
  }
  return (
    <Lookup
      id={fieldId("party")}
      label={label}
      placeholder={PARENT_PLACE}
      value={now.party ? { id: now.party, code: "", name: now.partyText } : null}
      error={fault}
      find={findParties}
      create={may("parties:manage") ? { title: (typed) => `New: “${typed}”`, run: (typed) => put({ party: typed, partyText: typed }) } : undefined}
      onChange={(choice) => put({ party: choice?.id ?? "", partyText: choice ? `${choice.code} ${choice.name}`.trim() : "" })}
      onChosen={onChosen}
    />
  );
}

/** The movement that this one refers to. */
function Of({ id, onClear, isFixed }: { id: string; onClear: () => void; isFixed: boolean }): JSX.Element {
  const { movement } = useMovementRecord(id);
  return (
    <p className="movement-of">
      Refers to{" "}
      <Link to="/movements/$movement" params={{ movement: id }}>
        {movement?.id === id ? calledInside(movement) : "another movement"}
      </Link>
      {!isFixed && (
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          Does not
        </Button>
      )}
    </p>
  );
}
