import { type JSX, useMemo } from "react";
import { usePaged } from "../../api/paged";
import { type AgeingView, STOCK_PATHS } from "../../api/stock";
import { Amount, amountWidth } from "../../parts/Amount";
import { AsOfNow } from "../../parts/AsOfNow";
import type { Column } from "../../parts/List";
import { SumRow } from "../../parts/SumRow";
import { isZero } from "../../text/number";
import { useCategoryId } from "./category";
import type { StockFilters } from "./address";
import { CategoryChip, ItemChip, WarehouseChip } from "./chips";
import { ToLedger, WarehouseLink, amountColumn, itemColumns, ledgerSearch, quantityColumn, unitColumn } from "./columns";
import { StockFrame } from "./StockFrame";

type Row = AgeingView["data"][number];

/** What goods are worth by the days since they came: the oldest stand to the right. */
export function Ageing({ filters }: { filters: StockFilters }): JSX.Element {
  const { values, change, common, isReady } = filters;
  const category = useCategoryId(values.category);
  const asked = useMemo(() => ({ ...common, asOf: values.asOf, categoryId: category.id }), [common, values.asOf, category.id]);
  const pages = usePaged<AgeingView>("stock", STOCK_PATHS.ageing, asked, isReady && category.isReady);
  const labels = pages.first?.labels ?? [];
  const hasOwed = pages.rows.some((row) => !isZero(row.owed.value));
  const columns: Column<Row>[] = [
    ...itemColumns<Row>(),
    { id: "warehouse", head: "Warehouse", width: "6rem", corner: "bottom-right", cell: (row) => <WarehouseLink code={row.warehouseCode} /> },
    quantityColumn("quantity", "On hand", (row) => row.quantity, { width: "5rem" }),
    ...unitColumn(pages.rows),
    ...labels.map((label, at) =>
      amountColumn<Row>(`age-${label}`, `${label.replace("-", "–")} days`, (row) => (isZero(row.buckets[at]?.value ?? "0") ? null : (row.buckets[at]?.value ?? null)), {
        width: "6rem",
      }),
    ),
    ...(hasOwed ? [amountColumn<Row>("owed", "Without age", (row) => (isZero(row.owed.value) ? null : row.owed.value), { width: "7rem" })] : []),
    amountColumn("value", "Value", (row) => row.value, {
      corner: "top-right",
      width: amountWidth([pages.first?.totalValue ?? "0"]),
      link: (row, shown) => (
        <ToLedger sku={row.sku} search={ledgerSearch({ ...row, to: values.asOf })}>
          {shown}
        </ToLedger>
      ),
    }),
  ];
  return (
    <StockFrame
      label="Stock by age"
      filters={filters}
      path={STOCK_PATHS.ageing}
      asked={asked}
      pages={pages}
      rows={pages.rows}
      columns={columns}
      rowId={(row) => `${row.itemId} ${row.warehouseId ?? ""}`}
      filtered={Boolean(values.item ?? values.warehouse ?? values.category ?? values.asOf)}
      foot={pages.first && <SumRow title={`Value in ${pages.first.currency}, all rows`} columns={columns} figures={{ value: <Amount value={pages.first.totalValue} /> }} />}
      chips={
        <>
          <ItemChip filters={filters} />
          <WarehouseChip filters={filters} />
          <CategoryChip filters={filters} />
          <AsOfNow day={values.asOf} onChange={(day) => change({ asOf: day })} />
        </>
      }
    >
      <h2>No goods yet</h2>
      <p>What lies in stock is shown here by the days since it came.</p>
    </StockFrame>
  );
}
