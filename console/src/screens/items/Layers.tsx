import { Link } from "@tanstack/react-router";
import { type JSX, useMemo } from "react";
import type { Item } from "../../api/items";
import { usePaged } from "../../api/paged";
import { type AgeingView, STOCK_PATHS } from "../../api/stock";
import { Amount } from "../../parts/Amount";
import { PlainTable } from "../../parts/PlainTable";
import { Refusal } from "../../parts/Refusal";
import { Exact } from "../../text/exact";
import { isZero } from "../../text/number";
import { COSTING } from "./words";

/** The days at which a layer ends that is still young; the oldest goods are in the last one. */
const BUCKETS = "7,30,60,90,180,365";

interface Layer {
  key: string;
  warehouse: string | null;
  age: string;
  quantity: string;
  value: string;
}

/** What is on hand by the age of its layers, with the cost of one unit in each. */
export function Layers({ item }: { item: Item }): JSX.Element {
  const pages = usePaged<AgeingView>("stock", STOCK_PATHS.ageing, { sku: item.sku, buckets: BUCKETS });
  const labels = pages.first?.labels;
  const layers = useMemo(
    (): Layer[] =>
      pages.rows.flatMap((row) => [
        ...row.buckets.flatMap((bucket, at) =>
          isZero(bucket.quantity) && isZero(bucket.value)
            ? []
            : [{ key: `${row.warehouseId ?? ""} ${at}`, warehouse: row.warehouseCode, age: `${(labels?.[at] ?? "").replace("-", "–")} days`, ...bucket }],
        ),
        ...(isZero(row.owed.quantity) && isZero(row.owed.value) ? [] : [{ key: `${row.warehouseId ?? ""} owed`, warehouse: row.warehouseCode, age: "left before it came", ...row.owed }]),
      ]),
    [pages.rows, labels],
  );
  const isLayered = pages.rows.some((row) => row.basis === "layers");
  if (pages.problem) return <Refusal problem={pages.problem} />;
  if (!pages.first) return <p className="dim">Reading the layers…</p>;
  return (
    <div className="record-tab" data-flows>
      <section>
        <h2>What is on hand, by age</h2>
        <p className="dim">
          Costed {COSTING[item.costingMethod]}.{" "}
          {isLayered || layers.length === 0 ? "Each receipt is a layer with its own cost." : "Goods of several receipts have one cost: their ages are as if the oldest had left first."} A click on a row of the{" "}
          <Link to="/items/$item" params={{ item: item.sku }} search={{ tab: "ledger" }}>
            movements
          </Link>{" "}
          shows where its cost came from, and Esc closes that again.
        </p>
        {layers.length === 0 ? (
          <p>Nothing is on hand.</p>
        ) : (
          <PlainTable
            label="Layers by age"
            rows={layers}
            rowId={(one) => one.key}
            sumTitle="All"
            columns={[
              {
                id: "warehouse",
                head: "Warehouse",
                cell: (one) => one.warehouse ?? <span className="dim">shared costs</span>,
              },
              { id: "age", head: "Since it came", cell: (one) => one.age },
              { id: "quantity", head: "On hand", kind: "number", cell: (one) => <Amount value={one.quantity} /> },
              { id: "unit", head: "Of one unit", kind: "number", cell: (one) => (isZero(one.quantity) ? null : <Amount value={new Exact(one.value).div(one.quantity).toFixed(4)} />) },
              { id: "value", head: `Value in ${pages.first.currency}`, kind: "number", cell: (one) => <Amount value={one.value} />, sum: <Amount value={pages.first.totalValue} /> },
            ]}
          />
        )}
      </section>
    </div>
  );
}
