import { type JSX, useMemo } from "react";
import { usePaged } from "../../api/paged";
import { STOCK_PATHS, type TurnsView } from "../../api/stock";
import { Amount } from "../../parts/Amount";
import { DateRange } from "../../parts/DateRange";
import type { Column } from "../../parts/List";
import { SumRow } from "../../parts/SumRow";
import { formatDay } from "../../text/day";
import type { StockFilters } from "./address";
import { useCategoryId } from "./category";
import { CategoryChip, WarehouseChip } from "./chips";
import { ToLedger, amountColumn, itemColumns, ledgerSearch } from "./columns";
import { StockFrame } from "./StockFrame";

type Row = TurnsView["data"][number];

/** How often goods turned on these days, and in which class their cost puts them. */
export function Turns({ filters }: { filters: StockFilters }): JSX.Element {
  const { values, change, warehouse, isReady } = filters;
  const category = useCategoryId(values.category);
  const asked = useMemo(
    () => ({ dateFrom: values.from, dateTo: values.to, warehouseId: warehouse?.id, categoryId: category.id, knownAt: values.knownAt }),
    [values.from, values.to, warehouse?.id, category.id, values.knownAt],
  );
  const pages = usePaged<TurnsView>("stock", STOCK_PATHS.turns, asked, isReady && category.isReady);
  const first = pages.first;
  const columns: Column<Row>[] = [
    { id: "rank", head: "Rank", kind: "number", width: "3.5rem", cell: (row) => row.rank },
    { id: "class", head: "Class", width: "3.5rem", corner: "bottom-right", cell: (row) => <span className="stock-class">{row.abcClass}</span> },
    ...itemColumns<Row>("6.5rem"),
    amountColumn("cost", "Cost of goods", (row) => row.costOfGoods, {
      corner: "top-right",
      link: (row, shown) => (
        <ToLedger sku={row.sku} search={{ ...ledgerSearch({ warehouseCode: warehouse?.code ?? null, to: first?.dateTo }), from: first?.dateFrom ?? "" }}>
          {shown}
        </ToLedger>
      ),
    }),
    { id: "share", head: "Up to here", kind: "number", width: "5.5rem", cell: (row) => row.cumulativePercent && <span>{row.cumulativePercent} %</span> },
    amountColumn("opening", "Before", (row) => row.openingValue, { width: "7rem" }),
    amountColumn("closing", "After", (row) => row.closingValue, { width: "7rem" }),
    { id: "turns", head: "Turns", kind: "number", width: "4.5rem", cell: (row) => <Amount value={row.turns} /> },
    { id: "days", head: "Days on hand", kind: "number", width: "6.5rem", cell: (row) => <Amount value={row.daysOnHand} /> },
  ];
  return (
    <StockFrame
      label="Turns"
      filters={filters}
      path={STOCK_PATHS.turns}
      asked={asked}
      pages={pages}
      rows={pages.rows}
      columns={columns}
      rowId={(row) => row.itemId}
      filtered={Boolean(values.warehouse ?? values.category ?? values.from ?? values.to)}
      above={
        !pages.problem && (
          <p className="stock-note">
            {first ? told(first) : "Reading how often goods turned…"}
          </p>
        )
      }
      foot={
        first && (
          <SumRow
            title={`In ${first.currency}, all rows`}
            columns={columns}
            figures={{
              cost: <Amount value={first.totalCostOfGoods} />,
              opening: <Amount value={first.totalOpeningValue} />,
              closing: <Amount value={first.totalClosingValue} />,
              turns: <Amount value={first.turns} />,
            }}
          />
        )
      }
      chips={
        <>
          <DateRange span={{ from: values.from, to: values.to }} onChange={(span) => change({ from: span.from, to: span.to })} />
          <WarehouseChip filters={filters} />
          <CategoryChip filters={filters} />
        </>
      }
    >
      <h2>Nothing was sold or kept on these days</h2>
      <p>Choose other days above.</p>
    </StockFrame>
  );
}

/** The days that were looked at, and what makes a class. */
const told = (first: TurnsView): string =>
  `${formatDay(first.dateFrom)} to ${formatDay(first.dateTo)}, ${first.days} days. Class A is up to ${first.classA} % of the cost of goods, B up to ${first.classB} %.`;
