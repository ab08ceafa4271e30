import { Link } from "@tanstack/react-router";
import type { JSX, ReactNode } from "react";
import { type ReadShort, useExpiring, useInTransit, useLow, useOpenCounts, useToReceive, useToShip } from "../../api/today";
import { may } from "../../api/session";
import { useSummary } from "../../api/summary";
import { useStore } from "../../api/store";
import { settings } from "../../app/settings";
import { usePlaces } from "../../api/warehouses";
import { coveredBy } from "../counts/covered";
import { formatDay } from "../../text/day";
import { formatQuantity } from "../../text/number";
import { type Row, Rows } from "./Rows";
import { plural } from "../../text/language";

/** Lots that expire within so many days are shown. */
const SOON = 30;

/**
 * What is next in the warehouse: to receive, on its way, to ship, to count; what runs low, and what expires. So many rows of each
 * are shown; where there are more, the place where all are.
 */
export function Jobs({ shown }: { shown: number }): JSX.Element {
  const quantity = useQuantities();
  const counted = useSummary()?.warehouse;
  const receive = useToReceive(shown);
  const transit = useInTransit(shown);
  const ship = useToShip(shown);
  const counts = useOpenCounts(shown);
  const low = useLow(shown);
  const places = usePlaces((counts.short?.rows ?? []).flatMap((one) => (one.locationIds.length > 0 ? [one.warehouseId] : [])));
  const expiring = useExpiring(SOON, shown);
  const all = [receive, transit, ship, counts, low, expiring];
  return (
    <>
      {all.some((one) => one.short) && all.every((one) => !one.short?.rows.length) && may("movements:read") && (
        <section aria-label="Warehouse">
          <h2>Warehouse</h2>
          <p className="dim">Nothing is to be received, shipped or counted, and nothing runs low.</p>
        </section>
      )}
      <Part title="To receive" count={counted?.toReceive} to="/movements" search={{ status: "draft", kind: "receipt" }} short={receive}>
        {(one) => ({
          key: one.id,
          title: (
            <Link to="/movements/$movement" params={{ movement: one.id }}>
              {one.description || one.reference || "Receipt"}
            </Link>
          ),
          told: one.partyName,
          figure: `${one.lineCount} ${plural(one.lineCount, "line", "lines")}`,
        })}
      </Part>
      <Part title="On its way" count={counted?.inTransit} to="/stock" search={{ view: "transit" }} short={transit}>
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
      <Part title="To ship" count={counted?.toShip} to="/work" search={{}} short={ship}>
        {(one) => ({ key: one.id, title: item(one.sku, one.itemName ?? ""), told: one.reference, figure: quantity(one.remainingQuantity) })}
      </Part>
      <Part title="To count" count={counted?.openCounts} to="/counts" search={{}} short={counts}>
        {(one) => ({
          key: one.id,
          title: (
            <Link to="/counts/$count" params={{ count: one.id }}>
              {one.description || one.reference || coveredBy(one, places)}
            </Link>
          ),
          told: one.warehouseCode,
          figure: `${one.countedCount} of ${one.lineCount}`,
        })}
      </Part>
      <RunningLow shown={shown} />
      <Expiring shown={shown} count={counted?.expiring} />
    </>
  );
}

const item = (sku: string, name: string): ReactNode => (
  <Link to="/items/$item" params={{ item: sku }}>
    {sku} {name}
  </Link>
);

/** Items of which too little is left. */
export function RunningLow({ shown }: { shown: number }): JSX.Element {
  const quantity = useQuantities();
  return (
    <Part title="Running low" to="/stock" search={{ view: "reorder" }} short={useLow(shown)} heads={["Item", "Left", "To order"]}>
      {(one) => ({ key: one.itemId, title: item(one.sku, one.name), told: quantity(one.available), figure: quantity(one.suggestedQuantity) })}
    </Part>
  );
}

/** Lots that expire soon, with those that have. */
export function Expiring({ shown, count }: { shown: number; count?: number | null | undefined }): JSX.Element {
  const quantity = useQuantities();
  return (
    <Part title={`Expiring in ${SOON} days`} count={count} to="/stock" search={{ view: "expiry" }} short={useExpiring(SOON, shown)}>
      {(one) => ({
        key: `${one.lotId} ${one.warehouseId} ${one.locationId}`,
        title: item(one.sku, one.name),
        told: one.isExpired ? "expired" : `until ${formatDay(one.expiresOn ?? "")}`,
        figure: quantity(one.quantity),
      })}
    </Part>
  );
}

/** Quantities in the user's way, with the decimals that the service wrote. */
function useQuantities(): (value: string) => string {
  const { locale, negative } = useStore(settings);
  return (value) => formatQuantity(value, { decimals: value.split(".")[1]?.length ?? 0, locale, negative });
}

/** One part of the page, with how many there are where that is known; nothing where there is nothing to do. */
function Part<T>({
  title,
  count,
  to,
  search,
  short: read,
  heads,
  children,
}: {
  title: string;
  heads?: readonly [string, string, string] | undefined;
  count?: number | null | undefined;
  to: string;
  search: Record<string, string>;
  short: ReadShort<T>;
  children: (row: T) => Row;
}): JSX.Element | null {
  if (read.isLoading) return <section aria-label={title} aria-busy hidden />;
  const { short } = read;
  if (!short || short.rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>
        <Link to={to as "/"} search={search}>
          {title}
        </Link>
        {count ? <span className="today-count"> {count}</span> : null}
      </h2>
      <Rows label={title} heads={heads} rows={short.rows.map(children)} />
      {short.hasMore && (
        <p>
          <Link to={to as "/"} search={search}>
            {count ? `All ${count}` : "All of them"}
          </Link>
        </p>
      )}
    </section>
  );
}
