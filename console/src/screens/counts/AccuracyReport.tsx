import { Link } from "@tanstack/react-router";
import { Button } from "@mantine/core";
import { type JSX, useMemo } from "react";
import { useAccuracy } from "../../api/counts";
import { may } from "../../api/session";
import { findWarehouses, useWarehouses, warehouseChoice } from "../../api/warehouses";
import { useFilters } from "../../app/filters";
import { Amount } from "../../parts/Amount";
import { DateRange } from "../../parts/DateRange";
import { ExportMenu } from "../../parts/ExportMenu";
import { FilterChip } from "../../parts/Filters";
import { Lookup } from "../../parts/Lookup";
import { type PlainColumn, PlainTable } from "../../parts/PlainTable";
import { Quantity } from "../../parts/Quantity";
import { Refusal } from "../../parts/Refusal";
import type { components } from "../../api/schema";
import { formatDay } from "../../text/day";
import { day, one, text } from "../../text/filters";
import { plural } from "../../text/language";

const SCHEMA = { tab: one(["accuracy"]), by: one(["item", "warehouse", "reason"]), warehouse: text, from: day, to: day };

type Row = components["schemas"]["CountAccuracyRow"];

const BY = { item: "Item", warehouse: "Warehouse", reason: "Reason" } as const;

/** How right the books were: counted lines, exact ones, and what was found or missing. */
export function AccuracyReport(): JSX.Element {
  const { values, change } = useFilters(SCHEMA);
  const warehouses = useWarehouses();
  const warehouse = values.warehouse ? warehouses?.byCode.get(values.warehouse) : undefined;
  const by = values.by ?? "item";
  const asked = useMemo(
    () => ({ by, dateFrom: values.from, dateTo: values.to, warehouseId: warehouse?.id }),
    [by, values.from, values.to, warehouse?.id],
  );
  const { view, problem } = useAccuracy(asked, !values.warehouse || warehouse !== undefined);
  const columns: PlainColumn<Row>[] = [
    { id: "code", head: BY[by], cell: (row) => <CodeOf row={row} by={by} /> },
    { id: "lines", head: "Lines", kind: "number" as const, cell: (row) => row.lines, sum: view?.total.lines },
    { id: "right", head: "Exact", kind: "number" as const, cell: (row) => row.rightLines, sum: view?.total.rightLines },
    {
      id: "accuracy",
      head: "Accuracy",
      kind: "number" as const,
      cell: (row) => <Percent of={row} />,
      sum: view && <Percent of={view.total} />,
    },
    ...(by === "item" ? [{ id: "net", head: "Difference", kind: "number" as const, cell: (row: Row) => <Quantity value={row.netDifference} /> }] : []),
    ...(may("costs:read")
      ? [
          { id: "gain", head: "Found", kind: "number" as const, cell: (row: Row) => <Amount value={row.gain} />, sum: <Amount value={view?.total.gain} /> },
          { id: "loss", head: "Missing", kind: "number" as const, cell: (row: Row) => <Amount value={row.loss} />, sum: <Amount value={view?.total.loss} /> },
          { id: "value", head: "Together", kind: "number" as const, cell: (row: Row) => <Amount value={row.netValue} />, sum: <Amount value={view?.total.netValue} /> },
        ]
      : []),
  ];
  return (
    <>
      <div className="filters" role="search">
        <FilterChip name="By" value={BY[by].toLowerCase()}>
          {(close) => (
            <div className="filter-form">
              {(Object.keys(BY) as (keyof typeof BY)[]).map((key) => (
                <Button
                  key={key}
                  variant={key === by ? "light" : "subtle"}
                  justify="start"
                  onClick={() => {
                    change({ by: key });
                    close();
                  }}
                >
                  {BY[key]}
                </Button>
              ))}
            </div>
          )}
        </FilterChip>
        <DateRange span={{ from: values.from, to: values.to }} onChange={({ from, to }) => change({ from, to })} />
        <FilterChip name="Warehouse" value={values.warehouse && (warehouse?.name ?? values.warehouse)} onClear={() => change({ warehouse: undefined })}>
          {(close) => (
            <Lookup
              label="Warehouse"
              placeholder="Code or name"
              value={warehouse ? warehouseChoice(warehouse) : null}
              find={(typed) => findWarehouses(warehouses, typed)}
              onChange={(choice) => change({ warehouse: choice?.code })}
              onChosen={close}
            />
          )}
        </FilterChip>
        <div className="filters-end">
          <ExportMenu path="/inventory/counts/accuracy" asked={asked} disabled={view?.data.length === 0 ? "Nothing was counted in these days" : undefined} />
        </div>
      </div>
      {problem && <Refusal problem={problem} />}
      {view && (
        <p className="dim">
          {view.counts} posted {plural(view.counts, "count", "counts")} from {formatDay(view.dateFrom)} to {formatDay(view.dateTo)}
        </p>
      )}
      {view && view.data.length === 0 && <p>No count was posted in these days. Choose others above, or plan a count.</p>}
      {view && view.data.length > 0 && <PlainTable label="Accuracy" columns={columns} rows={view.data} rowId={(row, at) => row.code ?? String(at)} sumTitle="Together" />}
    </>
  );
}

const Percent = ({ of }: { of: Row }): JSX.Element => (
  <>
    <Amount value={of.accuracy} /> %
  </>
);

function CodeOf({ row, by }: { row: Row; by: keyof typeof BY }): JSX.Element {
  if (!row.code) return <span className="dim">without a {BY[by].toLowerCase()}</span>;
  if (by === "item") {
    return (
      <Link to="/items/$item" params={{ item: row.code }} className="quiet">
        {row.code}
      </Link>
    );
  }
  if (by === "warehouse") {
    return (
      <Link to="/places/$place" params={{ place: row.code }} className="quiet">
        {row.code}
      </Link>
    );
  }
  return <>{row.code}</>;
}
