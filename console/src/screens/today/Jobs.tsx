import { Link } from "@tanstack/react-router";
import type { JSX, ReactNode } from "react";
import { type Short, useExpiring, useInTransit, useLow, useOpenCounts, useToReceive, useToShip } from "../../api/today";
import { may } from "../../api/session";
import { useStore } from "../../api/store";
import { settings } from "../../app/settings";
import { formatDay } from "../../text/day";
import { formatQuantity } from "../../text/number";
import { type Row, Rows } from "./Rows";

/** Lots that expire within so many days are shown. */
const SOON = 30;

/**
 * What is next in the warehouse: to receive, on its way, to ship, to count; what runs low, and what expires. So many rows of each
 * are shown; where there are more, the place where all are.
 */
export function Jobs({ shown }: { shown: number }): JSX.Element {
  const quantity = useQuantities();
  const receive = useToReceive(shown);
  const transit = useInTransit(shown);
  const ship = useToShip(shown);
  const counts = useOpenCounts(shown);
  const low = useLow(shown);
  const expiring = useExpiring(SOON, shown);
  const all = [receive, transit, ship, counts, low, expiring];
  const item = (sku: string, name: string): ReactNode => (
    <Link to="/items/$item" params={{ item: sku }}>
      {sku} {name}
    </Link>
  );
  return (
    <>
      {all.some((one) => one) && all.every((one) => !one || one.rows.length === 0) && may("movements:read") && (
        <section aria-label="Warehouse">
          <h2>Warehouse</h2>
          <p className="dim">Nothing is to be received, shipped or counted, and nothing runs low.</p>
        </section>
      )}
      <Part title="To receive" to="/movements" search={{ status: "draft", kind: "receipt" }} short={receive}>
        {(one) => ({
          key: one.id,
          title: (
            <Link to="/movements/$movement" params={{ movement: one.id }}>
              {one.description || one.reference || "Receipt"}
            </Link>
          ),
          told: one.partyName,
          figure: `${one.lineCount} ${one.lineCount === 1 ? "line" : "lines"}`,
        })}
      </Part>
      <Part title="On its way" to="/stock" search={{ view: "transit" }} short={transit}>
        {(one) => ({
          key: `${one.movementId} ${one.lineNumber}`,
          title: (
            <Link to="/movements/$movement" params={{ movement: one.movementId }}>
              {one.sku} {one.name}
            </Link>
          ),
          told: `${one.fromWarehouseCode} to ${one.toWarehouseCode}`,
          figure: quantity(one.inTransit),
        })}
      </Part>
      <Part title="To ship" to="/work" search={{}} short={ship}>
        {(one) => ({ key: one.id, title: item(one.sku, one.itemName ?? ""), told: one.reference, figure: quantity(one.remainingQuantity) })}
      </Part>
      <Part title="To count" to="/counts" search={{}} short={counts}>
        {(one) => ({
          key: one.id,
          title: (
            <Link to="/counts/$count" params={{ count: one.id }}>
              {one.description || one.reference || "Count"}
            </Link>
          ),
          told: one.warehouseCode,
          figure: `${one.countedCount} of ${one.lineCount}`,
        })}
      </Part>
      <Part title="Running low" to="/stock" search={{ view: "reorder" }} short={low}>
        {(one) => ({ key: one.itemId, title: item(one.sku, one.name), told: `${quantity(one.available)} left`, figure: quantity(one.suggestedQuantity) })}
      </Part>
      <Part title={`Expiring in ${SOON} days`} to="/stock" search={{ view: "expiry" }} short={expiring}>
        {(one) => ({
          key: `${one.lotId} ${one.warehouseId} ${one.locationId}`,
          title: item(one.sku, one.name),
          told: one.isExpired ? "expired" : `until ${formatDay(one.expiresOn ?? "")}`,
          figure: quantity(one.quantity),
        })}
      </Part>
    </>
  );
}

/** Quantities in the user's way, with the decimals that the service wrote. */
function useQuantities(): (value: string) => string {
  const { locale, negative } = useStore(settings);
  return (value) => formatQuantity(value, { decimals: value.split(".")[1]?.length ?? 0, locale, negative });
}

/** One part of the page; nothing where there is nothing to do. */
function Part<T>({ title, to, search, short, children }: { title: string; to: string; search: Record<string, string>; short: Short<T> | undefined; children: (row: T) => Row }): JSX.Element | null {
  if (!short || short.rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>
        <Link to={to as "/"} search={search}>
          {title}
        </Link>
      </h2>
      <Rows label={title} rows={short.rows.map(children)} />
      {short.hasMore && (
        <p>
          <Link to={to as "/"} search={search}>
            All of them
          </Link>
        </p>
      )}
    </section>
  );
}
