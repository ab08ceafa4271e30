import { Link } from "@tanstack/react-router";
import { type JSX, useMemo } from "react";
import type { Item } from "../../api/items";
import { useWhole } from "../../api/paged";
import { may } from "../../api/session";
import { STOCK_PATHS, type StockRow, type TransitRow } from "../../api/stock";
import type { components } from "../../api/schema";
import { Amount } from "../../parts/Amount";
import { Chip } from "../../parts/Chip";
import { PlainTable } from "../../parts/PlainTable";
import { Quantity } from "../../parts/Quantity";
import { formatDay } from "../../text/day";
import { addAmounts, compare } from "../../text/number";
import { ToLedger, ledgerSearch } from "../stock/columns";
import { withTransit } from "../stock/transit";
import { LevelChart } from "./LevelChart";

type Reservation = components["schemas"]["ReservationView"];

/** Where goods of an item are, bin by bin, and what is promised of them. */
export function Levels({ item }: { item: Item }): JSX.Element {
  const stock = useWhole<StockRow>("stock", STOCK_PATHS.stock, { itemId: item.id, by: "warehouse" });
  const transit = useWhole<TransitRow>("stock", STOCK_PATHS.transit, { itemId: item.id });
  const bins = useWhole<StockRow>("stock", STOCK_PATHS.stock, { itemId: item.id, by: "location" });
  const reserved = useWhole<Reservation>("stock", "/inventory/reservations", { itemId: item.id, status: "active" }, may("reservations:read"));
  const rows = useMemo(() => withTransit(stock.rows ?? [], transit.rows ?? [], "warehouse", true), [stock.rows, transit.rows]);
  const inBins = (bins.rows ?? []).filter((row) => row.locationId !== null);
  if (!stock.rows) return <p className="dim">Reading what is on hand…</p>;
  const sum = (of: (row: (typeof rows)[number]) => string | null): JSX.Element => <Amount value={addAmounts(rows.map((row) => of(row) ?? "0"))} />;
  const hasValue = may("costs:read") && rows.some((row) => row.value !== null);
  const figure = (id: string, head: string, of: (row: (typeof rows)[number]) => string | null) => ({
    id,
    head,
    kind: "number" as const,
    sum: sum(of),
    cell: (row: (typeof rows)[number]) => <Amount value={of(row)} zero={["held", "reserved", "inTransit"].includes(id) ? "blank" : "shown"} />,
  });
  return (
    <div className="record-tab" data-flows>
      <Reorder item={item} available={addAmounts(rows.map((row) => row.available ?? "0"))} coming={addAmounts(rows.map((row) => row.inTransit))} />
      {rows.length === 0 ? (
        <section>
          <h2>Nothing on hand</h2>
          <p>
            Goods of this item appear here when they are received.{" "}
            {may("movements:draft") && (
              <Link to="/movements/new" search={{ kind: "receipt", item: item.sku }}>
                Receive goods
              </Link>
            )}
          </p>
        </section>
      ) : (
        <section>
          <h2>By warehouse</h2>
          <PlainTable
            label="By warehouse"
            rows={rows}
            rowId={(row) => row.warehouseId ?? ""}
            sumTitle={rows.length > 1 ? "All warehouses" : undefined}
            columns={[
              {
                id: "warehouse",
                head: "Warehouse",
                cell: (row) => (
                  <Link to="/places/$place" params={{ place: row.warehouseCode ?? "" }} className="quiet strong">
                    {row.warehouseCode}
                  </Link>
                ),
              },
              {
                ...figure("onHand", "On hand", (row) => row.quantity),
                cell: (row) => (
                  <ToLedger sku={item.sku} search={ledgerSearch(row)}>
                    <Quantity value={row.quantity} />
                  </ToLedger>
                ),
              },
              figure("held", "Held", (row) => row.held),
              figure("reserved", "Reserved", (row) => row.reserved),
              figure("available", "Available", (row) => row.available),
              figure("inTransit", "In transit", (row) => row.inTransit),
              ...(hasValue ? [figure("value", "Value", (row) => row.value)] : []),
            ]}
          />
        </section>
      )}
      {inBins.length > 0 && (
        <section>
          <h2>By bin</h2>
          <PlainTable
            label="By bin"
            rows={bins.rows ?? []}
            rowId={(row) => `${row.warehouseId ?? ""} ${row.locationId ?? ""}`}
            columns={[
              { id: "bin", head: "Bin", cell: (row) => <span className="strong">{row.locationCode ?? "no bin"}</span> },
              {
                id: "warehouse",
                head: "Warehouse",
                cell: (row) => (
                  <Link to="/places/$place" params={{ place: row.warehouseCode ?? "" }} className="quiet">
                    {row.warehouseCode}
                  </Link>
                ),
              },
              { id: "onHand", head: "On hand", kind: "number" as const, cell: (row) => <Amount value={row.quantity} /> },
            ]}
          />
        </section>
      )}
      {reserved.rows && reserved.rows.length > 0 && (
        <section>
          <h2>Reserved</h2>
          <PlainTable
            label="Reservations"
            rows={reserved.rows}
            rowId={(one) => one.id}
            columns={[
              { id: "for", head: "For", cell: (one) => one.reference ?? <span className="dim">no reference</span> },
              { id: "warehouse", head: "Warehouse", cell: (one) => one.warehouseCode },
              { id: "until", head: "Until", cell: (one) => (one.expiresAt ? formatDay(one.expiresAt.slice(0, 10)) : "it is taken") },
              { id: "left", head: "Still reserved", kind: "number" as const, cell: (one) => <Amount value={one.remainingQuantity} /> },
              { id: "short", head: "Not there", kind: "number" as const, cell: (one) => <Amount value={one.shortBy} zero="blank" /> },
            ]}
          />
        </section>
      )}
      <LevelChart item={item} />
    </div>
  );
}

/** Whether it is to be bought: what is available and on its way beside the reorder point. */
function Reorder({ item, available, coming }: { item: Item; available: string; coming: string }): JSX.Element | null {
  if (item.reorderPoint === null || !item.isActive) return null;
  const counted = addAmounts([available, coming]);
  const isLow = compare(counted, item.reorderPoint) <= 0;
  if (!isLow) return null;
  return (
    <p className="record-note" role="note">
      <Chip kind="waits">low</Chip>
      <span>
        <Quantity value={counted} unit={item.unitCode} /> available or on its way, at or below the reorder point of <Quantity value={item.reorderPoint} unit={item.unitCode} />.
      </span>
      <Link to="/stock" search={{ view: "reorder" }}>
        What to buy
      </Link>
    </p>
  );
}
