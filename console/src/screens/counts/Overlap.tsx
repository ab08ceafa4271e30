import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type JSX, useEffect, useRef } from "react";
import { calledCount, useCount, useCountLines } from "../../api/counts";
import { readWhole } from "../../api/paged";
import type { Location } from "../../api/warehouses";
import { formatDay } from "../../text/day";
import { type Covers, type Goods, sharedGoods, without, withBins } from "./overlap";

/** SKUs that are named; more are counted. */
const NAMED = 6;

/** The other count that has some of these goods: which, of whom, which goods, and both ways on. */
export function Overlap({
  other,
  warehouse,
  covers,
  locations,
  onWithout,
}: {
  /** The id of the other count. */
  other: string;
  warehouse: string;
  covers: Covers;
  locations: readonly Location[];
  /** Counts what is not in the other count. */
  onWithout: (rest: Covers) => void;
}): JSX.Element {
  const { count } = useCount(other);
  const { lines } = useCountLines(other);
  const { data: stock } = useQuery({
    queryKey: ["stock", "goods of a place", warehouse],
    queryFn: ({ signal }) => readWhole<Goods>("/inventory/stock", { by: "location", nonZero: "true", warehouseId: warehouse }, signal),
  });
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: "center" });
  }, []);
  const bins = withBins(covers.locationIds, locations);
  const mine = (stock ?? []).filter(
    (one) => (bins.size === 0 || (one.locationId !== null && bins.has(one.locationId))) && (covers.itemIds.length === 0 || covers.itemIds.includes(one.itemId)),
  );
  const shared = lines ? sharedGoods(mine, lines) : [];
  const rest = count && lines && stock ? without(covers, mine, count, lines, locations) : undefined;
  return (
    <section className="refusal" role="alert" tabIndex={-1} ref={place}>
      <h2>Some of these goods are being counted already</h2>
      {count && (
        <p>
          {calledCount(count)} of {formatDay(count.snapshotDate)}
          {count.createdByName && <>, begun by {count.createdByName}</>}: {count.countedCount} of {count.lineCount} lines counted.
        </p>
      )}
      {shared.length > 0 && (
        <p>
          Both would count {shared.slice(0, NAMED).join(", ")}
          {shared.length > NAMED && ` and ${shared.length - NAMED} more`}.
        </p>
      )}
      {stock && lines && shared.length === 0 && <p>None of its goods lie here now, but they may: it counts them wherever they are found.</p>}
      <p className="refusal-ways">
        {rest && (
          <Button variant="default" onClick={() => onWithout(rest)}>
            Count without these goods
          </Button>
        )}
        <Button component={Link} to={`/counts/${other}`} variant="default">
          Open that count
        </Button>
      </p>
    </section>
  );
}
