import { IconAlertTriangle } from "@tabler/icons-react";
import { type JSX, useMemo } from "react";
import { usePaged } from "../../api/paged";
import { type ExpiryView, STOCK_PATHS } from "../../api/stock";
import { Amount } from "../../parts/Amount";
import { AsOfNow } from "../../parts/AsOfNow";
import { ChoiceChip } from "../../parts/ChoiceChip";
import type { Column } from "../../parts/List";
import { formatDay } from "../../text/day";
import { STATUSES, type StockFilters } from "./address";
import { useCategoryId } from "./category";
import { CategoryChip, DaysChip, ItemChip, WarehouseChip } from "./chips";
import { ToLedger, WarehouseLink, itemColumns, ledgerSearch, quantityColumn, unitColumn, wordColumn } from "./columns";
import { StockFrame } from "./StockFrame";
import { plural } from "../../text/language";

type Row = ExpiryView["data"][number];

/** Lots by the day on which they must be used, the first one first. */
export function Expiry({ filters }: { filters: StockFilters }): JSX.Element {
  const { values, change, common, isReady } = filters;
  const category = useCategoryId(values.category);
  const isNumber = values.within === undefined || /^\d{1,4}$/.test(values.within);
  const asked = useMemo(
    () => ({
      ...common,
      asOf: values.asOf,
      categoryId: category.id,
      withinDays: isNumber ? values.within : undefined,
      expired: values.expired === undefined ? undefined : String(values.expired),
      lotStatus: values.status,
    }),
    [common, values.asOf, category.id, isNumber, values.within, values.expired, values.status],
  );
  const pages = usePaged<ExpiryView>("stock", STOCK_PATHS.expiry, asked, isReady && category.isReady);
  const columns: Column<Row>[] = [
    { id: "day", head: "Day", width: "7rem", corner: "bottom-left", cell: (row) => formatDay(dayOf(row)) },
    { id: "left", head: "Left", width: "10.5rem", corner: "top-right", cell: (row) => <Left row={row} /> },
    ...itemColumns<Row>("6rem"),
    wordColumn("lot", "Lot", (row) => row.lotNumber, { width: "6rem" }),
    wordColumn("status", "State", (row) => STATUSES[row.lotStatus], { width: "6rem" }),
    { id: "warehouse", head: "Warehouse", width: "6rem", cell: (row) => <WarehouseLink code={row.warehouseCode} /> },
    wordColumn("location", "Bin", (row) => row.locationCode ?? "no bin", { width: "4.5rem" }),
    quantityColumn("quantity", "On hand", (row) => row.quantity, {
      width: "5rem",
      corner: "bottom-right",
      link: (row, shown) => (
        <ToLedger sku={row.sku} search={ledgerSearch({ ...row, to: values.asOf })}>
          {shown}
        </ToLedger>
      ),
    }),
    ...unitColumn(pages.rows),
  ];
  return (
    <StockFrame
      label="Lots by expiry"
      filters={filters}
      path={STOCK_PATHS.expiry}
      asked={asked}
      pages={pages}
      rows={pages.rows}
      columns={columns}
      rowId={(row) => `${row.lotId} ${row.warehouseId} ${row.locationId ?? ""}`}
      filtered={Boolean(values.item ?? values.warehouse ?? values.category ?? values.within ?? values.expired ?? values.status ?? values.asOf)}
      chips={
        <>
          <ItemChip filters={filters} />
          <WarehouseChip filters={filters} />
          <CategoryChip filters={filters} />
          <DaysChip name="Within" label="Within how many days" value={values.within} onChange={(within) => change({ within })} />
          <ChoiceChip
            name="Expired"
            value={values.expired === undefined ? undefined : values.expired ? "yes" : "no"}
            choices={{ yes: "only expired", no: "only not expired" }}
            onChange={(next) => change({ expired: next === undefined ? undefined : next === "yes" })}
          />
          <ChoiceChip name="Lots" value={values.status} choices={STATUSES} onChange={(status) => change({ status })} />
          <AsOfNow day={values.asOf} onChange={(day) => change({ asOf: day })} />
        </>
      }
    >
      <h2>No lots with dates</h2>
      <p>Items that are kept by lot show here what expires first. Receipts bring lots with their dates.</p>
    </StockFrame>
  );
}

/** The earlier of both dates, by which the rows stand. */
function dayOf(row: Row): string {
  return [row.bestBefore, row.expiresOn].filter((day) => day !== null).toSorted()[0] ?? "";
}

function Left({ row }: { row: Row }): JSX.Element {
  const days = Math.abs(row.daysLeft);
  const counted = <><Amount value={String(days)} /> {plural(days, "day", "days")}</>;
  if (row.isExpired) {
    return (
      <span className="stock-late">
        <IconAlertTriangle size={14} stroke={1.5} aria-hidden /> expired {counted} ago
      </span>
    );
  }
  if (row.isPastBest) {
    return (
      <span className="stock-late">
        <IconAlertTriangle size={14} stroke={1.5} aria-hidden /> past its best {counted}
      </span>
    );
  }
  return <span>{days === 0 ? "last day" : counted}</span>;
}
