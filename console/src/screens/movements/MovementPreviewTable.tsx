import { type JSX, memo } from "react";
import type { Preview } from "../../api/entryActs";
import { useOrganization } from "../../api/organization";
import type { components } from "../../api/schema";
import { usePlaces, useWarehouses } from "../../api/warehouses";
import { may } from "../../api/session";
import { PlainTable } from "../../parts/PlainTable";
import { Quantity } from "../../parts/Quantity";
import { PreviewTable } from "../entry/PreviewTable";
import { useGoodsNames } from "./goodsNames";

type PreviewStock = components["schemas"]["PreviewStock"];

/** What an act with goods would do: to the stock, to the books, and to counts of the past. */
export interface Foreseen {
  stock: PreviewStock[];
  entries: Preview["entries"];
  balances: Preview["balances"];
  overrunCountsTotal: number;
}

/** Places whose stock is shown; a large movement touches thousands. */
const MOST = 12;

/** The stock before and after, and the entry that would be posted with its balances. */
export const MovementPreviewTable = memo(function MovementPreviewTable({ preview }: { preview: Foreseen }): JSX.Element {
  const base = useOrganization()?.baseCurrency ?? "";
  const posts = preview.entries.some((entry) => entry.lines.length > 0);
  const sees = may("costs:read") && may("journalEntries:read");
  return (
    <>
      <StockAfter stock={preview.stock} />
      {posts && <PreviewTable preview={{ ...preview, wouldReturn: null, overrunCounts: [], seq: 0 }} baseCurrency={base} />}
      {!posts && sees && <p className="dim">No entry is posted: the value of goods stays where it is.</p>}
      {preview.overrunCountsTotal > 0 && (
        <p className="movement-refused">
          It changes the past of{" "}
          {preview.overrunCountsTotal === 1
            ? "a posted count, which then no longer agrees with the books."
            : `${preview.overrunCountsTotal} posted counts, which then no longer agree with the books.`}
        </p>
      )}
    </>
  );
});

/** How much is where, before and after. */
export function StockAfter({ stock }: { stock: readonly PreviewStock[] }): JSX.Element | null {
  const warehouses = useWarehouses();
  const shown = stock.slice(0, MOST);
  const names = useGoodsNames(shown.map((one) => one.itemId));
  const places = usePlaces(shown.flatMap((one) => (one.locationId ? [one.warehouseId] : [])));
  if (stock.length === 0) return null;
  return (
    <div>
      <PlainTable
        label="Stock before and after"
        rows={shown}
        rowId={(one) => `${one.itemId} ${one.warehouseId} ${one.locationId ?? ""} ${one.lotId ?? ""} ${one.serialId ?? ""}`}
        columns={[
          {
            id: "item",
            head: "Stock",
            cell: (one) => {
              const item = names.get(one.itemId);
              return (
                <>
                  <span className="strong">{item?.sku}</span> {item?.name}
                </>
              );
            },
          },
          { id: "place", head: "Place", cell: (one) => [warehouses?.byId.get(one.warehouseId)?.code, one.locationId && places.get(one.locationId)?.code].filter(Boolean).join(" ") },
          { id: "before", head: "Before", kind: "number", cell: (one) => <Quantity value={one.before} unit={names.get(one.itemId)?.unitCode} /> },
          { id: "after", head: "After", kind: "number", cell: (one) => <Quantity value={one.quantity} unit={names.get(one.itemId)?.unitCode} /> },
        ]}
      />
      {stock.length > MOST && <p className="dim">and {stock.length - MOST} places more</p>}
    </div>
  );
}
