import { Link } from "@tanstack/react-router";
import type { JSX, ReactNode } from "react";
import { PIECE, unitWord, useUnits } from "../../api/items";
import { Amount } from "../../parts/Amount";
import type { Column } from "../../parts/List";
import { isZero } from "../../text/number";
import "./stock.css";

/** What every row of goods says of its item. */
interface OfItem {
  sku: string;
  name: string;
}

/** The item of a row: its SKU and its name, which lead to its record. */
export function itemColumns<Row extends OfItem>(width = "7.5rem"): Column<Row>[] {
  return [
    {
      id: "sku",
      head: "Item",
      width,
      corner: "bottom-left",
      cell: (row) => (
        <Link to="/items/$item" params={{ item: row.sku }} className="quiet strong" tabIndex={-1}>
          {row.sku}
        </Link>
      ),
    },
    {
      id: "name",
      head: "Name",
      width: "minmax(9rem, 1fr)",
      corner: "top-left",
      cell: (row) => (
        <span dir="auto" title={row.name}>
          {row.name}
        </span>
      ),
    },
  ];
}

/** A column of quantities. */
export function quantityColumn<Row>(
  id: string,
  head: string,
  value: (row: Row) => string | null,
  more: Partial<Column<Row>> & { link?: (row: Row, shown: JSX.Element) => ReactNode; zero?: "blank" | "shown" } = {},
): Column<Row> {
  const { link, zero = "shown", ...rest } = more;
  return {
    id,
    head,
    kind: "number",
    width: "6.5rem",
    cell: (row) => {
      const found = value(row);
      if (found === null || (zero === "blank" && isZero(found))) return null;
      const shown = <Amount value={found} />;
      return link ? link(row, shown) : shown;
    },
    ...rest,
  };
}

/** The units of these rows, where they are not all single pieces. */
export function unitColumn<Row extends { unitCode: string | null }>(rows: readonly Row[]): Column<Row>[] {
  if (rows.every((row) => row.unitCode === PIECE || row.unitCode === null)) return [];
  return [{ id: "unit", head: "Unit", width: "5.5rem", cell: (row) => <Unit code={row.unitCode} /> }];
}

/** A unit in words. */
function Unit({ code }: { code: string | null }): JSX.Element | null {
  const units = useUnits();
  return code === null ? null : <span className="dim">{unitWord(units, code) || "pieces"}</span>;
}

/** A column of amounts of money. */
export function amountColumn<Row>(id: string, head: ReactNode, value: (row: Row) => string | null, more: Partial<Column<Row>> & { link?: (row: Row, shown: JSX.Element) => ReactNode } = {}): Column<Row> {
  const { link, ...rest } = more;
  return {
    id,
    head,
    kind: "number",
    width: "8rem",
    cell: (row) => {
      const shown = <Amount value={value(row)} />;
      return value(row) === null ? null : link ? link(row, shown) : shown;
    },
    ...rest,
  };
}

/** A column of words. */
export function wordColumn<Row>(id: string, head: string, word: (row: Row) => string | null | undefined, more: Partial<Column<Row>> = {}): Column<Row> {
  return { id, head, width: "7rem", cell: (row) => word(row) && <span title={word(row) ?? undefined}>{word(row)}</span>, ...more };
}

/** A warehouse as a link to its record. */
export function WarehouseLink({ code }: { code: string | null }): JSX.Element | null {
  if (code === null) return null;
  return (
    <Link to="/places/$place" params={{ place: code }} className="quiet" tabIndex={-1}>
      {code}
    </Link>
  );
}

/** Where the movements of an item are shown, at a place and of a lot. */
export function ledgerSearch(of: {
  warehouseCode?: string | null;
  lotId?: string | null;
  serialId?: string | null;
  to?: string | undefined;
}): Record<string, string> {
  return {
    tab: "ledger",
    ...(of.warehouseCode && { warehouse: of.warehouseCode }),
    ...(of.lotId && { lot: of.lotId }),
    ...(of.serialId && { serial: of.serialId }),
    ...(of.to && { to: of.to }),
  };
}

/** A figure that leads to the movements behind it. */
export function ToLedger({ sku, search, children }: { sku: string; search: Record<string, string>; children: ReactNode }): JSX.Element {
  return (
    <Link to="/items/$item" params={{ item: sku }} search={search} className="quiet" tabIndex={-1} title={`Movements of ${sku}`}>
      {children}
    </Link>
  );
}
