import type { JSX, ReactNode } from "react";
import { useNavigate } from "@tanstack/react-router";
import type { Asked, Pages } from "../../api/paged";
import { useActions } from "../../app/actions";
import { ExportMenu } from "../../parts/ExportMenu";
import { EmptyList, FaultyChip, FilterChip } from "../../parts/Filters";
import { type Column, List } from "../../parts/List";
import { Refusal } from "../../parts/Refusal";
import type { StockFilters } from "./address";

/** What the rows of a view have in common. */
interface StockLike {
  sku?: string | null;
}

/** A view of stock: its filters, its rows, and what is said where there is none. */
export function StockFrame<Row extends StockLike>({
  label,
  filters,
  chips,
  path,
  asked,
  pages,
  rows,
  columns,
  rowId,
  onOpen,
  foot,
  filtered,
  above,
  children,
}: {
  /** What the rows are: `Stock`. */
  label: string;
  filters: StockFilters;
  chips: ReactNode;
  /** The call behind it, as it is exported. */
  path: string;
  asked: Asked;
  pages: Pages<{ data: unknown[] }>;
  rows: Row[];
  columns: Column<Row>[];
  rowId: (row: Row) => string;
  /** Where Enter leads; to the item, if absent. */
  onOpen?: ((row: Row) => void) | undefined;
  foot?: ReactNode;
  /** Whether a filter leaves rows out. */
  filtered: boolean;
  /** What stands above the rows. */
  above?: ReactNode;
  /** What is said where there is nothing at all. */
  children: ReactNode;
}): JSX.Element {
  const navigate = useNavigate();
  const open = onOpen ?? ((row: Row) => row.sku && void navigate({ to: "/items/$item", params: { item: row.sku } }));
  useActions([
    { id: "filter", title: "Filter stock", keys: "/", run: () => document.querySelector<HTMLElement>(".stock .filters button")?.focus() },
  ]);
  return (
    <>
      <div className="filters" role="search">
        {chips}
        {filters.values.knownAt && (
          <FilterChip name="As known" value={filters.values.knownAt} onClear={() => filters.change({ knownAt: undefined })}>
            {() => <p>Goods as the books were known at that moment.</p>}
          </FilterChip>
        )}
        {filters.faults.map((fault) => (
          <FaultyChip key={`${fault.name} ${fault.text}`} name={fault.name} text={fault.text} onClear={() => filters.change({ [fault.name]: undefined })} />
        ))}
        <div className="filters-end">
          <ExportMenu path={path} asked={asked} disabled={rows.length === 0 ? "there are no rows" : undefined} />
        </div>
      </div>
      {pages.problem && <Refusal problem={pages.problem} />}
      {above}
      {pages.isLoading && !pages.problem ? (
        <p className="dim">Reading…</p>
      ) : (
        <div className="screen-body">
          <div>
            <List
              label={label}
              columns={columns}
              rows={rows}
              rowId={rowId}
              onOpen={open}
              onMore={pages.more}
              foot={foot}
              empty={
                pages.problem ? null : (
                  <EmptyList what="goods" isFiltered={filtered} onClear={filters.clear}>
                    {children}
                  </EmptyList>
                )
              }
            />
          </div>
        </div>
      )}
    </>
  );
}
