import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { useWhole } from "../../api/paged";
import type { components } from "../../api/schema";
import type { Warehouse } from "../../api/warehouses";
import { Amount } from "../../parts/Amount";
import { PlainTable } from "../../parts/PlainTable";
import { Refusal } from "../../parts/Refusal";
import { formatDay } from "../../text/day";

type Reservation = components["schemas"]["ReservationView"];

/** What is promised of the goods of a warehouse. */
export function Reserved({ place }: { place: Warehouse }): JSX.Element {
  const { rows, problem } = useWhole<Reservation>("stock", "/inventory/reservations", { warehouseId: place.id, status: "active" });
  if (problem) return <Refusal problem={problem} />;
  if (!rows) return <p className="dim">Reading the reservations…</p>;
  if (rows.length === 0) return <p>Nothing is reserved here: all that is available can be taken by anybody.</p>;
  return (
    <div className="record-tab" data-flows>
      <PlainTable
        label="Reservations"
        rows={rows}
        rowId={(one) => one.id}
        columns={[
          { id: "for", head: "For", cell: (one) => one.reference ?? <span className="dim">no reference</span> },
          {
            id: "item",
            head: "Item",
            cell: (one) => (
              <Link to="/items/$item" params={{ item: one.sku }} className="quiet">
                <span className="strong">{one.sku}</span> {one.itemName}
              </Link>
            ),
          },
          { id: "lot", head: "Lot or piece", cell: (one) => one.lotNumber ?? one.serialNumber ?? "" },
          { id: "until", head: "Until", cell: (one) => (one.expiresAt ? formatDay(one.expiresAt.slice(0, 10)) : "it is taken") },
          { id: "left", head: "Still reserved", kind: "number", cell: (one) => <Amount value={one.remainingQuantity} /> },
          { id: "short", head: "Not there", kind: "number", cell: (one) => <Amount value={one.shortBy} zero="blank" /> },
        ]}
      />
    </div>
  );
}
