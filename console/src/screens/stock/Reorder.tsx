import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type JSX, useMemo } from "react";
import { usePaged } from "../../api/paged";
import { useParty } from "../../api/parties";
import { may } from "../../api/session";
import { type ReorderView, STOCK_PATHS } from "../../api/stock";
import type { Column } from "../../parts/List";
import type { StockFilters } from "./address";
import { WarehouseChip } from "./chips";
import { itemColumns, quantityColumn, unitColumn } from "./columns";
import { StockFrame } from "./StockFrame";

type Row = ReorderView["data"][number];

/** What should be bought: items whose goods fell to their reorder point, and how many are missing. */
export function Reorder({ filters }: { filters: StockFilters }): JSX.Element {
  const { values, warehouse, isReady } = filters;
  const asked = useMemo(() => ({ warehouseId: warehouse?.id, knownAt: values.knownAt }), [warehouse?.id, values.knownAt]);
  const pages = usePaged<ReorderView>("stock", STOCK_PATHS.reorder, asked, isReady);
  const hasSources = pages.rows.some((row) => row.resupplyFrom.length > 0);
  const columns = ([
    ...itemColumns<Row>(),
    quantityColumn<Row>("available", "Available", (row) => row.available, { width: "6rem", link: (_, shown) => <span className="stock-low">{shown}</span> }),
    quantityColumn<Row>("incoming", "In transit", (row) => row.incoming, { width: "6rem", zero: "blank" }),
    quantityColumn<Row>("reorderPoint", "Reorder at", (row) => row.reorderPoint, { width: "6rem" }),
    quantityColumn<Row>("max", "Most", (row) => row.maxQuantity, { width: "5rem" }),
    quantityColumn<Row>("suggested", "To buy", (row) => row.suggestedQuantity, { corner: "top-right", width: "5.5rem", link: (_, shown) => <span className="strong">{shown}</span> }),
    ...unitColumn(pages.rows),
    { id: "lead", head: "Delivery", kind: "number" as const, width: "6rem", cell: (row: Row) => row.leadTimeDays !== null && <span>{row.leadTimeDays} days</span> },
    may("parties:read") && { id: "supplier", head: "Last supplier", width: "10rem", cell: (row: Row) => <Supplier id={row.supplierId} /> },
    hasSources && {
      id: "from",
      head: "Elsewhere",
      width: "10rem",
      cell: (row: Row) => <span>{row.resupplyFrom.map((one) => `${one.warehouseCode} ${one.available}`).join(", ")}</span>,
    },
    may("movements:draft") && {
      id: "act",
      head: <span className="spoken">Do</span>,
      width: "6rem",
      corner: "bottom-right" as const,
      cell: (row: Row) => (
        <Link to="/movements/new" search={{ kind: "receipt", item: row.sku, quantity: row.suggestedQuantity, ...(warehouse && { warehouse: warehouse.code }) }} tabIndex={-1}>
          Receive
        </Link>
      ),
    },
  ] as (Column<Row> | false)[]).filter((column) => column !== false);
  return (
    <StockFrame
      label="Reorder suggestions"
      filters={filters}
      path={STOCK_PATHS.reorder}
      asked={asked}
      pages={pages}
      rows={pages.rows}
      columns={columns}
      rowId={(row) => row.itemId}
      filtered={Boolean(values.warehouse)}
      above={<p className="stock-note">{warehouse ? `The stock of ${warehouse.code} alone.` : "All warehouses together."} What is available or on its way counts; what is held or reserved does not.</p>}
      chips={<WarehouseChip filters={filters} />}
    >
      <h2>Nothing is to be bought</h2>
      <p>An item appears here when what is available and on its way falls to its reorder point. Its levels are set on its record.</p>
      <Button component={Link} to="/items" variant="default">
        Items
      </Button>
    </StockFrame>
  );
}

function Supplier({ id }: { id: string | null }): JSX.Element | null {
  const party = useParty(id ?? undefined);
  return party ? <span title={party.name ?? undefined}>{party.name}</span> : null;
}
