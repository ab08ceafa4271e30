import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type JSX, useCallback, useMemo, useState } from "react";
import { type Count, countState, useCounts } from "../../api/counts";
import { may } from "../../api/session";
import { useWarehouses } from "../../api/warehouses";
import { useActions } from "../../app/actions";
import { useFilters } from "../../app/filters";
import { Chip } from "../../parts/Chip";
import { EmptyList } from "../../parts/Filters";
import { type Column, List } from "../../parts/List";
import { News } from "../../parts/News";
import { Refusal } from "../../parts/Refusal";
import "../../parts/screen.css";
import { Tabs } from "../../parts/Tabs";
import { formatDay } from "../../text/day";
import { day, flag, one, text } from "../../text/filters";
import { AccuracyReport } from "./AccuracyReport";
import { CountFilters } from "./CountFilters";
import { CountPeek } from "./CountPeek";
import { Progress } from "./Progress";

/** The states of a count, as people choose them. */
export const STATUSES = ["open", "submitted", "approved", "posted", "cancelled"] as const;

/** The filters of counts, as they stand in the address. */
export const COUNT_SCHEMA = {
  tab: one(["accuracy"]),
  status: one(STATUSES),
  open: flag,
  overruns: flag,
  warehouse: text,
  from: day,
  to: day,
  movement: text,
  q: text,
};

const COLUMNS: Column<Count>[] = [
  { id: "date", head: "As of", width: "6.25rem", corner: "bottom-left", cell: (row) => formatDay(row.snapshotDate) },
  { id: "place", head: "Warehouse", width: "minmax(5rem, 9rem)", cell: (row) => row.warehouseCode },
  {
    id: "text",
    head: "Text",
    width: "minmax(9rem, 1fr)",
    corner: "top-left",
    cell: (row) => {
      const shown = [row.reference, row.description].filter(Boolean).join(" · ");
      return (
        <span className="struck" dir="auto" title={shown}>
          {shown || `Count of ${row.warehouseCode ?? "a warehouse"}`}
          {row.isBlind && <span className="dim"> blind</span>}
        </span>
      );
    },
  },
  { id: "progress", head: "Counted", width: "minmax(9rem, 12rem)", corner: "top-right", cell: (row) => <Progress count={row} /> },
  {
    id: "late",
    head: "To look at",
    width: "minmax(6rem, 10rem)",
    cell: (row) => (row.openOverruns > 0 ? <Chip kind="waits">{row.openOverruns} changed later</Chip> : null),
  },
  {
    id: "status",
    head: "Status",
    width: "11rem",
    corner: "bottom-right",
    cell: (row) => {
      const state = countState(row);
      return <Chip kind={state.kind}>{state.word}</Chip>;
    },
  },
];

/** All counts, the latest first, and how right the books were. */
export function CountsScreen(): JSX.Element {
  const search = useSearch({ strict: false }) as { tab?: string };
  const tab = search.tab === "accuracy" ? "accuracy" : "counts";
  return (
    <div className="screen">
      <div className="screen-head">
        <h1>Counts</h1>
      </div>
      <Tabs
        label="Parts of the counts"
        tabs={[
          ["counts", "Counts"],
          ["accuracy", "Accuracy"],
        ]}
        current={tab}
        keeps={["warehouse"]}
      />
      {tab === "accuracy" ? <AccuracyReport /> : <CountList />}
    </div>
  );
}

function CountList(): JSX.Element {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { values, faults, change, clear } = useFilters(COUNT_SCHEMA);
  const warehouses = useWarehouses();
  const warehouse = values.warehouse ? warehouses?.byCode.get(values.warehouse)?.id : undefined;
  const asked = useMemo(
    () => ({
      status: values.status,
      isOpen: values.open === undefined ? undefined : String(values.open),
      openOverruns: values.overruns === undefined ? undefined : String(values.overruns),
      warehouseId: warehouse,
      movementId: values.movement,
      dateFrom: values.from,
      dateTo: values.to,
      q: values.q,
    }),
    [values, warehouse],
  );
  const { rows, more, isLoading, isWhole, problem } = useCounts(asked, !values.warehouse || warehouse !== undefined);
  const [peek, setPeek] = useState<string>();
  const open = useCallback((row: Count): void => void navigate({ to: "/counts/$count", params: { count: row.id } }), [navigate]);
  const create = useCallback(
    (): void => void navigate({ to: "/counts/new", search: values.warehouse ? { warehouse: values.warehouse } : {} }),
    [navigate, values.warehouse],
  );
  const canCreate = may("counts:record");
  useActions([
    ...(canCreate ? [{ id: "new-count", title: "Plan a count", keys: "c", words: "create new inventory stocktake", run: create }] : []),
    { id: "filter", title: "Filter by text", keys: "/", run: () => document.getElementById("counts-text")?.focus() },
  ]);
  return (
    <>
      <CountFilters search={values} faults={faults} onChange={change}>
        <News noun="count" onShow={() => void client.resetQueries({ queryKey: ["stock", "paged", "/inventory/counts"] })} />
        {canCreate && (
          <Button onClick={create}>
            Plan a count <kbd>c</kbd>
          </Button>
        )}
      </CountFilters>
      {problem && <Refusal problem={problem} />}
      <div className="screen-body" data-peek={peek !== undefined}>
        <div>
          {isLoading ? (
            <p className="dim">Reading counts…</p>
          ) : (
            <List
              label="Counts"
              columns={peek === undefined ? COLUMNS : COLUMNS.filter((column) => column.id !== "late" && column.id !== "place")}
              rows={rows}
              rowId={(row) => row.id}
              margin={(row) => countState(row).margin}
              onOpen={open}
              onPeek={(row) => setPeek(row && row.id !== peek ? row.id : undefined)}
              onMore={more}
              count={isWhole ? rows.length : undefined}
              current={peek}
              empty={
                <EmptyList what="counts" isFiltered={Object.keys(values).length > 0} onClear={clear}>
                  <h2>No counts yet</h2>
                  <p>A count finds out what is really there and sets the books right. Goods can move while they are counted.</p>
                  {canCreate && <Button onClick={create}>Plan the first one</Button>}
                </EmptyList>
              }
            />
          )}
        </div>
        {peek !== undefined && <CountPeek id={peek} onClose={() => setPeek(undefined)} />}
      </div>
    </>
  );
}
