import { Link, useNavigate } from "@tanstack/react-router";
import { type JSX, type ReactNode, useMemo } from "react";
import { usePaged } from "../../api/paged";
import { may } from "../../api/session";
import { STOCK_PATHS, type ValuationView } from "../../api/stock";
import { Amount } from "../../parts/Amount";
import { AsOfNow } from "../../parts/AsOfNow";
import { ChoiceChip } from "../../parts/ChoiceChip";
import type { Column } from "../../parts/List";
import { SumRow } from "../../parts/SumRow";
import { isZero } from "../../text/number";
import { type StockFilters, VALUED_BY } from "./address";
import { useCategoryId } from "./category";
import { CategoryChip, ItemChip, WarehouseChip } from "./chips";
import { amountColumn, ledgerSearch, quantityColumn, unitColumn } from "./columns";
import { StockFrame } from "./StockFrame";

type Row = ValuationView["data"][number] & { sku?: string | null };

/** What goods are worth, by item, warehouse, account or category; by account it equals the trial balance of the day. */
export function Valuation({ filters }: { filters: StockFilters }): JSX.Element {
  const { values, change, common, isReady } = filters;
  const navigate = useNavigate();
  const category = useCategoryId(values.category);
  const by = values.sum ?? "item";
  const asked = useMemo(() => ({ ...common, by, asOf: values.asOf, categoryId: category.id }), [common, by, values.asOf, category.id]);
  const pages = usePaged<ValuationView>("stock", STOCK_PATHS.valuation, asked, isReady && category.isReady);
  const first = pages.first;
  const isWrittenDown = first !== undefined && !isZero(first.totalWrittenDown);
  /** Where a row leads: the item's movements, the warehouse, the account's statement for who may read it, the items of the category. */
  const target = (row: Row): { to: string; params: Record<string, string>; search: Record<string, string> } | undefined => {
    const code = row.code ?? "";
    const day: Record<string, string> = values.asOf ? { to: values.asOf } : {};
    if (by === "account") return may("reports:read") ? { to: "/accounts/$account", params: { account: code }, search: day } : undefined;
    if (by === "warehouse") return { to: "/places/$place", params: { place: code }, search: {} };
    if (by === "category") return { to: "/items", params: {}, search: code ? { category: code } : {} };
    return { to: "/items/$item", params: { item: code }, search: ledgerSearch({ warehouseCode: filters.warehouse?.code ?? null, to: values.asOf }) };
  };
  const linked = (row: Row, shown: ReactNode): JSX.Element => {
    const to = target(row);
    return to ? (
      <Link {...(to as { to: "/items" })} className="quiet" tabIndex={-1}>
        {shown}
      </Link>
    ) : (
      <>{shown}</>
    );
  };
  const columns: Column<Row>[] = [
    { id: "code", head: headOf[by], width: "8rem", corner: "bottom-left", cell: (row) => linked(row, <span className="strong">{row.code ?? "none"}</span>) },
    { id: "name", head: "Name", width: "minmax(10rem, 1fr)", corner: "top-left", cell: (row) => row.name && <span title={row.name}>{row.name}</span> },
    ...(by === "item"
      ? [
          quantityColumn<Row>("quantity", "On hand", (row) => row.quantity, { corner: "bottom-right", width: "7rem" }),
          ...unitColumn(pages.rows as Row[]),
          amountColumn<Row>("unitCost", "Unit cost", (row) => row.unitCost),
        ]
      : []),
    amountColumn("value", "Value", (row) => row.value, { corner: "top-right", link: linked }),
    ...(isWrittenDown
      ? [amountColumn<Row>("writtenDown", "Written down", (row) => row.writtenDown), amountColumn<Row>("carrying", "Carried at", (row) => row.carryingAmount)]
      : []),
  ];
  return (
    <StockFrame
      label="Value of stock"
      filters={filters}
      path={STOCK_PATHS.valuation}
      asked={asked}
      pages={pages}
      rows={pages.rows as Row[]}
      columns={columns}
      rowId={(row) => row.itemId ?? row.warehouseId ?? row.accountId ?? row.categoryId ?? "none"}
      onOpen={(row) => {
        const to = target(row);
        if (to) void navigate(to as { to: "/items" });
      }}
      filtered={Boolean(values.item ?? values.warehouse ?? values.category ?? values.asOf)}
      foot={
        first && (
          <SumRow
            title={`Total in ${first.currency}, all rows`}
            columns={columns}
            figures={{
              value: <Amount value={first.totalValue} />,
              ...(isWrittenDown && { writtenDown: <Amount value={first.totalWrittenDown} />, carrying: <Amount value={first.totalCarryingAmount} /> }),
            }}
          />
        )
      }
      chips={
        <>
          <ChoiceChip name="By" value={values.sum} usual="item" choices={VALUED_BY} onChange={(sum) => change({ sum })} />
          <ItemChip filters={filters} />
          <WarehouseChip filters={filters} />
          <CategoryChip filters={filters} />
          <AsOfNow day={values.asOf} onChange={(day) => change({ asOf: day })} />
        </>
      }
    >
      <h2>No goods yet</h2>
      <p>What is in stock is shown here with its value in the books.</p>
    </StockFrame>
  );
}

const headOf = { item: "Item", warehouse: "Warehouse", account: "Account", category: "Category" } as const;
