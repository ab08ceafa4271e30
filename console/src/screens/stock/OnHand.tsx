import { Link } from "@tanstack/react-router";
import { type JSX, useMemo } from "react";
import { type Asked, usePaged, useWhole } from "../../api/paged";
import { STOCK_PATHS, type StockView, type TransitRow, useStockValue } from "../../api/stock";
import { may } from "../../api/session";
import { Amount } from "../../parts/Amount";
import { AsOfNow } from "../../parts/AsOfNow";
import { ChoiceChip } from "../../parts/ChoiceChip";
import { FilterChip } from "../../parts/Filters";
import type { Column } from "../../parts/List";
import { Quantity } from "../../parts/Quantity";
import { SumRow } from "../../parts/SumRow";
import { formatDay } from "../../text/day";
import { addAmounts } from "../../text/number";
import { BREAKDOWNS, STATUSES, type StockFilters } from "./address";
import { ItemChip, LocationChip, WarehouseChip } from "./chips";
import { ToLedger, WarehouseLink, amountColumn, itemColumns, ledgerSearch, quantityColumn, unitColumn, wordColumn } from "./columns";
import { StockFrame } from "./StockFrame";
import { type PlacedRow, withTransit } from "./transit";

/** Goods on hand, by item and place: what is held, reserved, available and on its way, and what it is worth. */
export function OnHand({ filters }: { filters: StockFilters }): JSX.Element {
  const { values, change, common, isReady } = filters;
  const by = values.by ?? "warehouse";
  const isPlaced = by === "item" || by === "warehouse";
  const asked: Asked = useMemo(
    () => ({
      ...common,
      by,
      locationId: filters.location?.id,
      lotId: values.lot,
      serialId: values.serial,
      lotStatus: values.status,
      expiresUntil: values.expires,
      asOf: values.asOf,
      basis: values.basis,
      nonZero: values.zero ? "false" : undefined,
    }),
    [common, by, filters.location?.id, values],
  );
  const pages = usePaged<StockView>("stock", STOCK_PATHS.stock, asked, isReady);
  // Lots and bins have no goods on their way, and reports of them are asked for only where they are shown.
  const isNarrowed = Boolean(filters.location ?? values.lot ?? values.serial ?? values.status ?? values.expires);
  const showsTransit = isPlaced && !isNarrowed && values.basis !== "physical";
  const transit = useWhole<TransitRow>(
    "stock",
    STOCK_PATHS.transit,
    { asOf: values.asOf, knownAt: values.knownAt, toWarehouseId: filters.warehouse?.id, itemId: filters.itemId },
    isReady && showsTransit,
  );
  const rows = useMemo((): PlacedRow[] => {
    if (!showsTransit || (by !== "item" && by !== "warehouse")) return pages.rows.map((row) => ({ ...row, inTransit: "0" }));
    return withTransit(pages.rows, transit.rows ?? [], by, pages.isWhole);
  }, [showsTransit, by, pages.rows, pages.isWhole, transit.rows]);
  const hasValue = isPlaced && !isNarrowed && values.basis !== "physical" && may("costs:read");
  const total = useStockValue({ ...common, asOf: values.asOf }, isReady && hasValue);
  const columns = useMemo(
    () => columnsOf({ by, rows, isNow: values.asOf === undefined && values.knownAt === undefined, showsTransit, hasValue, to: values.asOf }),
    [by, rows, values.asOf, values.knownAt, showsTransit, hasValue],
  );
  const isOne = filters.itemId !== undefined && pages.isWhole;
  const sum = (of: (row: PlacedRow) => string | null): JSX.Element => (
    <Quantity value={addAmounts(rows.map((row) => of(row) ?? "0"))} unit={rows[0]?.unitCode} />
  );
  const figures = {
    ...(isOne && rows.length > 1 && { onHand: sum((row) => row.quantity) }),
    ...(total && { value: <Amount value={total.value} /> }),
  };
  return (
    <StockFrame
      label="Stock"
      filters={filters}
      path={STOCK_PATHS.stock}
      asked={asked}
      pages={pages}
      rows={rows}
      columns={columns}
      rowId={(row) => [row.itemId, row.warehouseId, row.locationId, row.lotId, row.serialId].join(" ")}
      filtered={Boolean(isNarrowed || values.item || values.warehouse || values.asOf || values.knownAt)}
      foot={Object.keys(figures).length > 0 && <SumRow title={total ? `Value in ${total.currency}, all rows` : "Sum"} columns={columns} figures={figures} />}
      chips={
        <>
          <ItemChip filters={filters} />
          <WarehouseChip filters={filters} />
          <LocationChip filters={filters} />
          <ChoiceChip name="By" value={values.by} usual="warehouse" choices={BREAKDOWNS} onChange={(next) => change({ by: next })} />
          <AsOfNow day={values.asOf} onChange={(day) => change({ asOf: day })} />
          {values.asOf && (
            <ChoiceChip
              name="Day of"
              value={values.basis}
              usual="posting"
              choices={{ posting: "the posting date, as in the books", physical: "when goods moved" }}
              onChange={(basis) => change({ basis })}
            />
          )}
          {(by === "lot" || values.status) && (
            <ChoiceChip name="Lots" value={values.status} choices={STATUSES} onChange={(status) => change({ status })} />
          )}
          {values.expires && (
            <FilterChip name="Expires" value={`until ${formatDay(values.expires)}`} onClear={() => change({ expires: undefined })}>
              {() => <p>Only lots that expire on this day or before.</p>}
            </FilterChip>
          )}
          {(values.lot ?? values.serial) && (
            <FilterChip
              name={values.lot ? "Lot" : "Piece"}
              value={(values.lot ? rows[0]?.lotNumber : rows[0]?.serialNumber) ?? "one"}
              onClear={() => change({ lot: undefined, serial: undefined })}
            >
              {() => <p>Only goods of this {values.lot ? "lot" : "piece"}.</p>}
            </FilterChip>
          )}
          <ChoiceChip
            name="Places"
            value={values.zero ? "all" : undefined}
            usual="with"
            choices={{ with: "with goods", all: "also empty ones" }}
            onChange={(next) => change({ zero: next === "all" ? true : undefined })}
          />
        </>
      }
    >
      <h2>No goods yet</h2>
      <p>What is received lies here, by item and place, until it leaves. A receipt brings goods in; a stock take begins with what is there.</p>
      <p>
        <Link to="/movements/new" search={{ kind: "receipt" }}>
          Receive goods
        </Link>
      </p>
    </StockFrame>
  );
}

function columnsOf({
  by,
  rows,
  isNow,
  showsTransit,
  hasValue,
  to,
}: {
  by: keyof typeof BREAKDOWNS;
  rows: readonly PlacedRow[];
  isNow: boolean;
  showsTransit: boolean;
  hasValue: boolean;
  to: string | undefined;
}): Column<PlacedRow>[] {
  const has = (of: (row: PlacedRow) => unknown): boolean => rows.some((row) => of(row) !== null);
  const isPlaced = by === "item" || by === "warehouse";
  const searchOf = (row: PlacedRow): Record<string, string> => ledgerSearch({ ...row, to });
  const columns: (Column<PlacedRow> | false)[] = [
    ...itemColumns<PlacedRow>(),
    by !== "item" && { id: "warehouse", head: "Warehouse", width: "7rem", corner: "bottom-right", cell: (row) => <WarehouseLink code={row.warehouseCode} /> },
    (by === "location" || has((row) => row.locationCode)) && wordColumn("location", "Bin", (row) => row.locationCode ?? "no bin"),
    by === "lot" && wordColumn("lot", "Lot", (row) => row.lotNumber),
    by === "serial" && wordColumn("serial", "Piece", (row) => row.serialNumber),
    has((row) => row.lotStatus ?? row.serialStatus) &&
      wordColumn("status", "State", (row) => STATUSES[(row.lotStatus ?? row.serialStatus ?? "available") as keyof typeof STATUSES]),
    has((row) => row.expiresOn) && wordColumn("expires", "Expires", (row) => row.expiresOn && formatDay(row.expiresOn)),
    quantityColumn("onHand", "On hand", (row) => row.quantity, {
      corner: "top-right",
      link: (row, shown) => (
        <ToLedger sku={row.sku} search={searchOf(row)}>
          {shown}
        </ToLedger>
      ),
    }),
    ...unitColumn(rows),
    isPlaced && isNow && quantityColumn("held", "Held", (row) => row.held, { zero: "blank", width: "5.5rem" }),
    isPlaced && isNow && quantityColumn("reserved", "Reserved", (row) => row.reserved, { zero: "blank", width: "5.5rem" }),
    isPlaced &&
      isNow &&
      quantityColumn("available", "Available", (row) => row.available, {
        width: "6rem",
        link: (row, shown) => (row.available?.startsWith("-") ? <span title="More is promised than there is">{shown}</span> : shown),
      }),
    showsTransit &&
      quantityColumn("inTransit", "In transit", (row) => row.inTransit, {
        zero: "blank",
        width: "6rem",
        link: (row, shown) => (
          <Link to="/stock" search={{ view: "transit", item: row.sku, ...(row.warehouseCode && { warehouse: row.warehouseCode }) }} className="quiet" tabIndex={-1}>
            {shown}
          </Link>
        ),
      }),
    hasValue &&
      amountColumn("value", "Value", (row) => row.value, {
        link: (row, shown) => (
          <ToLedger sku={row.sku} search={searchOf(row)}>
            {shown}
          </ToLedger>
        ),
      }),
  ];
  return columns.filter((column) => column !== false);
}
