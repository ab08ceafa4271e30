import { Link, useNavigate } from "@tanstack/react-router";
import { type JSX, useMemo } from "react";
import { usePaged } from "../../api/paged";
import { STOCK_PATHS, type TransitRow, type TransitView } from "../../api/stock";
import { Amount } from "../../parts/Amount";
import { AsOfNow } from "../../parts/AsOfNow";
import type { Column } from "../../parts/List";
import { PlainTable } from "../../parts/PlainTable";
import { SumRow } from "../../parts/SumRow";
import { ToStatement } from "../../parts/ToStatement";
import { formatDay } from "../../text/day";
import { isZero } from "../../text/number";
import type { StockFilters } from "./address";
import { ItemChip, WarehouseChip } from "./chips";
import { WarehouseLink, amountColumn, itemColumns, quantityColumn, unitColumn } from "./columns";
import { StockFrame } from "./StockFrame";

/** Goods that left one warehouse and have not come to the other, beside what the books say of them. */
export function Transit({ filters }: { filters: StockFilters }): JSX.Element {
  const { values, change, warehouse, itemId, isReady } = filters;
  const navigate = useNavigate();
  const asked = useMemo(
    () => ({ asOf: values.asOf, itemId, toWarehouseId: warehouse?.id, knownAt: values.knownAt }),
    [values.asOf, itemId, warehouse?.id, values.knownAt],
  );
  const pages = usePaged<TransitView>("stock", STOCK_PATHS.transit, asked, isReady);
  /** A column that is there only where it says something. */
  const some = (id: string, head: string, value: (row: TransitRow) => string): Column<TransitRow>[] =>
    pages.rows.some((row) => !isZero(value(row))) ? [quantityColumn(id, head, value, { width: "5rem", zero: "blank" })] : [];
  const columns: Column<TransitRow>[] = [
    {
      id: "date",
      head: "Left on",
      width: "6.5rem",
      corner: "bottom-left",
      cell: (row) => (
        <Link to="/movements/$movement" params={{ movement: row.movementId }} className="quiet" tabIndex={-1}>
          {formatDay(row.postingDate)}
        </Link>
      ),
    },
    { id: "reference", head: "Reference", width: "6.5rem", cell: (row) => row.reference && <span title={row.reference}>{row.reference}</span> },
    ...itemColumns<TransitRow>("6.5rem").map((column) => (column.id === "sku" ? { ...column, corner: undefined } : column)),
    { id: "from", head: "From", width: "5rem", cell: (row) => <WarehouseLink code={row.fromWarehouseCode} /> },
    { id: "to", head: "To", width: "5rem", corner: "bottom-right", cell: (row) => <WarehouseLink code={row.toWarehouseCode} /> },
    quantityColumn("dispatched", "Left", (row) => row.dispatched, { width: "4.5rem" }),
    ...some("received", "Received", (row) => row.received),
    ...some("lost", "Lost", (row) => row.lost),
    quantityColumn("inTransit", "In transit", (row) => row.inTransit, { corner: "top-right", width: "5.5rem" }),
    ...unitColumn(pages.rows),
    ...(pages.first?.totalValue ? [amountColumn<TransitRow>("value", "Value", (row) => row.value)] : []),
  ];
  const accounts = pages.first?.accounts ?? [];
  return (
    <StockFrame
      label="Goods in transit"
      filters={filters}
      path={STOCK_PATHS.transit}
      asked={asked}
      pages={pages}
      rows={pages.rows}
      columns={columns}
      rowId={(row) => `${row.movementId} ${row.lineNumber}`}
      onOpen={(row) => void navigate({ to: "/movements/$movement", params: { movement: row.movementId } })}
      filtered={Boolean(values.item ?? values.warehouse ?? values.asOf)}
      above={
        accounts.length > 0 && (
          <PlainTable
            label="Goods in transit and the books"
            rows={accounts}
            rowId={(one) => one.accountId}
            columns={[
              {
                id: "account",
                head: "Account",
                cell: (one) => (
                  <ToStatement account={one.code} search={values.asOf ? { to: values.asOf } : {}} className="quiet">
                    <span className="strong">{one.code}</span> {one.name}
                  </ToStatement>
                ),
              },
              { id: "open", head: "In transit", kind: "number", cell: (one) => <Amount value={one.open} /> },
              { id: "balance", head: "Books", kind: "number", cell: (one) => <Amount value={one.balance} /> },
              { id: "difference", head: "Of something else", kind: "number", cell: (one) => <Amount value={one.difference} /> },
            ]}
          />
        )
      }
      foot={pages.first?.totalValue && <SumRow title={`Value in ${pages.first.currency}, all rows`} columns={columns} figures={{ value: <Amount value={pages.first.totalValue} /> }} />}
      chips={
        <>
          <ItemChip filters={filters} />
          <WarehouseChip filters={filters} />
          <AsOfNow day={values.asOf} onChange={(day) => change({ asOf: day })} />
        </>
      }
    >
      <h2>Nothing is on its way</h2>
      <p>A transfer in two steps takes goods out of one warehouse now and into the other when they are received there.</p>
    </StockFrame>
  );
}
