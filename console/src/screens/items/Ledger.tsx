import { Link, useNavigate } from "@tanstack/react-router";
import { type JSX, useMemo, useState } from "react";
import type { Item } from "../../api/items";
import { usePaged } from "../../api/paged";
import { may } from "../../api/session";
import { type LedgerRow, type LedgerView, STOCK_PATHS } from "../../api/stock";
import { findWarehouses, useWarehouses, warehouseChoice } from "../../api/warehouses";
import { useFilters } from "../../app/filters";
import { Amount } from "../../parts/Amount";
import { ChoiceChip } from "../../parts/ChoiceChip";
import { DateRange, writtenSpan } from "../../parts/DateRange";
import { ExportMenu } from "../../parts/ExportMenu";
import { EmptyList, FaultyChip, FilterChip } from "../../parts/Filters";
import { type Column, List } from "../../parts/List";
import { LookupChip } from "../../parts/LookupChip";
import { Refusal } from "../../parts/Refusal";
import { formatDay } from "../../text/day";
import { day, instant, one, text } from "../../text/filters";
import { isZero } from "../../text/number";
import { movementKind } from "../../api/movementKinds";
import { Trace } from "./Trace";

const SCHEMA = {
  tab: text,
  from: day,
  to: day,
  warehouse: text,
  lot: text,
  serial: text,
  order: one(["occurrence", "posting"]),
  knownAt: instant,
};

/** A row of the ledger, or what there was before the first. */
type Row = { row: LedgerRow; id: string } | { row: undefined; id: "opening"; quantity: string; value: string | null };

/** Every movement of an item with what is on hand and its value after it; each leads to its movement and its entry. */
export function Ledger({ item }: { item: Item }): JSX.Element {
  const navigate = useNavigate();
  const { values, faults, change } = useFilters(SCHEMA);
  const warehouses = useWarehouses();
  const warehouse = values.warehouse === undefined ? undefined : (warehouses?.byCode.get(values.warehouse) ?? warehouses?.byId.get(values.warehouse));
  const isUnknown = values.warehouse !== undefined && warehouses !== undefined && !warehouse;
  const asked = useMemo(
    () => ({
      itemId: item.id,
      warehouseId: warehouse?.id,
      lotId: values.lot,
      serialId: values.serial,
      dateFrom: values.from,
      dateTo: values.to,
      order: values.order,
      knownAt: values.knownAt,
    }),
    [item.id, warehouse?.id, values],
  );
  const pages = usePaged<LedgerView>("stock", STOCK_PATHS.ledger, asked, values.warehouse === undefined || warehouses !== undefined);
  const first = pages.first;
  const rows = useMemo((): Row[] => {
    if (!first || pages.rows.length === 0) return [];
    const moved = pages.rows.map((row, at): Row => ({ row, id: `${row.movementId}:${row.lineNumber}:${row.warehouseId}:${row.rowKind}:${at}` }));
    const hasOpening = !isZero(first.openingQuantity) || !isZero(first.openingValue ?? "0");
    return hasOpening ? [{ row: undefined, id: "opening", quantity: first.openingQuantity, value: first.openingValue }, ...moved] : moved;
  }, [first, pages.rows]);
  const [shown, setShown] = useState<Row>();
  const canTrace = may("costs:read");
  const columns = useMemo(() => columnsOf(rows, values.order === "posting"), [rows, values.order]);
  // A click and Space open it, and Escape closes it: whoever clicks a row and then presses Space still wants to see it.
  const peek = (row: Row | undefined): void => setShown(row?.row ? row : undefined);
  const clear = (): void => change({ from: undefined, to: undefined, warehouse: undefined, lot: undefined, serial: undefined, knownAt: undefined });
  const piece = pages.rows[0];
  return (
    <div className="record-tab">
      <div className="filters" role="search">
        <DateRange span={{ from: values.from, to: values.to }} onChange={(span) => change({ from: span.from, to: span.to })} />
        <LookupChip
          name="Warehouse"
          label="Warehouse"
          value={warehouse ? warehouseChoice(warehouse) : null}
          find={(typed) => findWarehouses(warehouses, typed)}
          onChange={(choice) => change({ warehouse: choice?.code })}
        />
        {(values.lot ?? values.serial) && (
          <FilterChip
            name={values.lot ? "Lot" : "Piece"}
            value={(values.lot ? piece?.lotNumber : piece?.serialNumber) ?? "one"}
            onClear={() => change({ lot: undefined, serial: undefined })}
          >
            {() => <p>Only movements of this {values.lot ? "lot" : "piece"}.</p>}
          </FilterChip>
        )}
        <ChoiceChip
          name="In the order of"
          value={values.order}
          usual="occurrence"
          choices={{ occurrence: "costs, as goods moved", posting: "posting, as in the books" }}
          onChange={(order) => change({ order })}
        />
        {values.knownAt && (
          <FilterChip name="As known" value={values.knownAt} onClear={() => change({ knownAt: undefined })}>
            {() => <p>The movements as the books were known at that moment.</p>}
          </FilterChip>
        )}
        {isUnknown && <FaultyChip name="Warehouse" text={values.warehouse ?? ""} onClear={() => change({ warehouse: undefined })} />}
        {faults.map((fault) => (
          <FaultyChip key={fault.name} name={fault.name} text={fault.text} onClear={() => change({ [fault.name]: undefined })} />
        ))}
        <div className="filters-end">
          <ExportMenu path={STOCK_PATHS.ledger} asked={asked} disabled={rows.length === 0 ? "there are no rows" : undefined} />
        </div>
      </div>
      {pages.problem && <Refusal problem={pages.problem} />}
      <div className="screen-body" data-peek={shown !== undefined}>
        <div>
          {pages.isLoading && !pages.problem ? (
            <p className="dim">Reading the movements…</p>
          ) : (
            <List
              label={`Movements of ${item.sku}`}
              keptAs="Movements of an item"
              columns={shown ? columns.filter((column) => !["text", "place", "value"].includes(column.id)) : columns}
              rows={rows}
              rowId={(row) => row.id}
              margin={(row) => (row.row?.rowKind === "void" ? "voided" : undefined)}
              onOpen={(row) => row.row && void navigate({ to: "/movements/$movement", params: { movement: row.row.movementId } })}
              {...(canTrace && { onPeek: peek })}
              onMore={pages.more}
              current={shown?.id}
              keepsColumns
              empty={
                pages.problem ? null : (
                  <EmptyList
                    what="movements"
                    isFiltered={Boolean(values.from ?? values.to ?? values.warehouse ?? values.lot ?? values.serial ?? values.knownAt)}
                    filter={(values.from ?? values.to) ? writtenSpan(values) : undefined}
                    onClear={clear}
                  >
                    <h2>Nothing has moved yet</h2>
                    <p>Each receipt, issue, transfer and count leaves a row here, with what is on hand after it.</p>
                    <p>
                      <Link to="/movements/new" search={{ kind: "receipt", item: item.sku }}>
                        Receive goods
                      </Link>
                    </p>
                  </EmptyList>
                )
              }
            />
          )}
        </div>
        {shown?.row && <Trace row={shown.row} onClose={() => setShown(undefined)} />}
      </div>
    </div>
  );
}

function columnsOf(rows: readonly Row[], isPosting: boolean): Column<Row>[] {
  const has = (of: (row: LedgerRow) => unknown): boolean => rows.some((one) => one.row && of(one.row) !== null);
  const hasValue = rows.some((one) => (one.row ? one.row.runningValue : one.value) !== null);
  const columns: (Column<Row> | false)[] = [
    { id: "date", head: isPosting ? "Posted" : "Moved", width: "6.5rem", cell: ({ row }) => row && formatDay(isPosting ? row.postingDate : row.occurredAt.slice(0, 10)) },
    {
      id: "kind",
      head: "Movement",
      width: "minmax(8rem, 1fr)",
      cell: ({ row }) =>
        row ? (
          <Link to="/movements/$movement" params={{ movement: row.movementId }} className="quiet" tabIndex={-1}>
            {kindWords(row)}
          </Link>
        ) : (
          <span className="strong">Before</span>
        ),
    },
    {
      id: "text",
      head: "Text",
      width: "minmax(7rem, 1fr)",
      cell: ({ row }) => row && <span title={row.description}>{[row.reference, row.description].filter(Boolean).join(", ")}</span>,
    },
    { id: "place", head: "Place", width: "7rem", cell: ({ row }) => row && <span>{[row.warehouseCode, row.locationCode].filter((part) => part !== null).join(" ")}</span> },
    has((row) => row.lotNumber) && { id: "lot", head: "Lot", width: "6rem", cell: ({ row }) => row?.lotNumber },
    has((row) => row.serialNumber) && { id: "serial", head: "Piece", width: "6rem", cell: ({ row }) => row?.serialNumber },
    { id: "quantity", head: "Quantity", kind: "number", width: "6rem", cell: ({ row }) => row && !isZero(row.quantity) && <Amount value={row.quantity} /> },
    { id: "onHand", head: "On hand", kind: "number", width: "6rem", cell: (one) => <Amount value={one.row ? one.row.runningQuantity : one.quantity} /> },
    hasValue && {
      id: "amount",
      head: "Amount",
      kind: "number",
      width: "7rem",
      cell: ({ row }) => row?.value && (row.entryId ? <EntryFigure row={row} /> : <Amount value={row.value} />),
    },
    hasValue && { id: "value", head: "Value", kind: "number", width: "7.5rem", cell: (one) => <Amount value={one.row ? one.row.runningValue : one.value} /> },
  ];
  return columns.filter((column) => column !== false);
}

/** An amount that leads to its entry in the books. */
function EntryFigure({ row }: { row: LedgerRow }): JSX.Element {
  return (
    <Link to="/journal/$entry" params={{ entry: row.entryId ?? "" }} className="quiet" tabIndex={-1} title="Its entry in the books">
      <Amount value={row.value} />
    </Link>
  );
}

/** What a row is, in words: `a receipt`, or a later change of its cost. */
function kindWords(row: LedgerRow): string {
  if (row.rowKind === "void") return `Voided: ${movementKind(row.kind)}`;
  const words = row.rowKind === "costChange" ? `change of cost by ${movementKind(row.causeKind ?? row.kind)}` : movementKind(row.kind);
  const bare = words.replace(/^(?:an?|the) /, "");
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}
