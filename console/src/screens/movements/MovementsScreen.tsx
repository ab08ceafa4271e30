import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, Suspense, lazy, useCallback, useState } from "react";
import { kindTitle } from "../../api/movementKinds";
import { type MovementFilter, type MovementRow, movementDay, movementState, useMovementTotals, useMovements, valueOf } from "../../api/movements";
import { may } from "../../api/session";
import { useActions } from "../../app/actions";
import { Amount } from "../../parts/Amount";
import { Chip } from "../../parts/Chip";
import { EmptyList } from "../../parts/Filters";
import { type Column, List } from "../../parts/List";
import { Railed } from "../../parts/MonthRail";
import { News } from "../../parts/News";
import { Refusal } from "../../parts/Refusal";
import { Views } from "../../parts/Views";
import "../../parts/screen.css";
import { formatDay } from "../../text/day";
import { leaveMovementAt, movementLeftAt } from "./came";
import { MovementFilters, writableKinds } from "./MovementFilters";
import { MovementPeek } from "./MovementPeek";
import { NewMovement } from "./NewMovement";
import { endsInWords } from "./places";
import { useMovementSearch } from "./search";
import { plural, writeCount } from "../../text/language";

/** Loaded when something is marked. */
const BulkBar = lazy(() => import("./BulkBar").then((own) => ({ default: own.BulkBar })));

const dayOf = (row: MovementRow): JSX.Element | string => {
  const day = movementDay(row);
  return day ? formatDay(day) : <span className="dim">on posting</span>;
};

/** The first goods of a movement, and how many lines there are besides. */
function GoodsOf({ row }: { row: MovementRow }): JSX.Element {
  const first = row.lines?.[0];
  const rest = row.lineCount - 1;
  if (!first) return <>{row.lineCount} lines</>;
  return (
    <span title={first.itemName ?? undefined}>
      {first.sku} <span className="dim">{first.itemName}</span>
      {rest > 0 && ` +${rest}`}
    </span>
  );
}

const COLUMNS: Column<MovementRow>[] = [
  { id: "date", head: "Date", width: "6.25rem", corner: "bottom-left", cell: dayOf },
  { id: "kind", head: "Kind", width: "minmax(7rem, 11rem)", corner: "top-right", cell: (row) => <span className="struck">{kindTitle(row.kind)}</span> },
  {
    id: "text",
    head: "Text",
    width: "minmax(9rem, 1fr)",
    corner: "top-left",
    cell: (row) => {
      const text = [row.reference, row.description].filter(Boolean);
      // A text that repeats the number is told once.
      const shown = row.reference && row.description.includes(row.reference) ? [row.description] : text;
      return (
        <span className="struck" dir="auto" title={shown.join(" · ")}>
          {shown.join(" · ") || <span className="dim">no text</span>}
        </span>
      );
    },
  },
  { id: "ends", head: "From → to", width: "minmax(8rem, 0.8fr)", cell: (row) => {
      const ends = endsInWords(row, row.lines ?? []);
      return <span title={ends}>{ends}</span>;
    } },
  { id: "goods", head: "Goods", width: "minmax(8rem, 0.8fr)", cell: (row) => <GoodsOf row={row} /> },
];

const VALUE: Column<MovementRow> = {
  id: "value",
  head: "Cost",
  kind: "number",
  width: "7.5rem",
  cell: (row) => (
    <span className="struck">
      <Amount value={valueOf(row, row.lines)} />
    </span>
  ),
};

const STATUS: Column<MovementRow> = {
  id: "status",
  head: "Status",
  width: "9.5rem",
  corner: "bottom-right",
  cell: (row) => {
    const state = movementState(row.status);
    return <Chip kind={state.kind}>{state.word}</Chip>;
  },
};

const NOTHING: MovementFilter = {};

/** All movements of goods, the latest first, by filters that stand in the address. */
export function MovementsScreen(): JSX.Element {
  const { search, faults, filter, unknown, change, clear } = useMovementSearch();
  return (
    <div className="screen">
      <div className="screen-head">
        <h1>Movements</h1>
        {filter && <HowMany filter={filter} />}
      </div>
      {filter ? (
        <Movements search={search} faults={faults} filter={filter} onChange={change} onClear={clear} />
      ) : (
        <>
          <MovementFilters search={search} faults={faults} onChange={change}>
            {null}
          </MovementFilters>
          <p className="dim">{unknown ?? "Reading movements…"}</p>
        </>
      )}
    </div>
  );
}

/** How many movements the filter has. */
function HowMany({ filter }: { filter: MovementFilter }): JSX.Element | null {
  const totals = useMovementTotals(filter);
  if (!totals || totals.count === 0) return null;
  return (
    <p>
      {writeCount(totals.count)} {plural(totals.count, "movement", "movements")}
    </p>
  );
}

function Movements({
  search,
  faults,
  filter = NOTHING,
  onChange,
  onClear,
}: {
  search: ReturnType<typeof useMovementSearch>["search"];
  faults: ReturnType<typeof useMovementSearch>["faults"];
  filter: MovementFilter;
  onChange: ReturnType<typeof useMovementSearch>["change"];
  onClear: () => void;
}): JSX.Element {
  const navigate = useNavigate();
  const { rows, more, isLoading, problem, again } = useMovements(filter);
  const totals = useMovementTotals(filter);
  const [peek, setPeek] = useState<string>();
  const [creating, setCreating] = useState(false);
  const [at, setAt] = useState(() => movementLeftAt(filter));
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const arrive = useCallback(
    (id: string): void => {
      leaveMovementAt(filter, id);
      setAt(id);
    },
    [filter],
  );
  const open = useCallback(
    (row: MovementRow): void => {
      arrive(row.id);
      void navigate({ to: "/movements/$movement", params: { movement: row.id }, state: { movements: filter } });
    },
    [navigate, filter, arrive],
  );
  const canCreate = writableKinds().length > 0;
  const together = rows.filter((row) => marked.has(row.id));
  const columns = peek === undefined ? [...COLUMNS, ...(may("costs:read") ? [VALUE] : []), STATUS] : [...COLUMNS.slice(0, 3), STATUS];
  useActions([
    ...(canCreate ? [{ id: "new-movement", title: "New movement", keys: "c", words: "create receipt issue shipment transfer adjustment", run: () => setCreating(true) }] : []),
    { id: "filter", title: "Filter by text", keys: "/", run: () => document.getElementById("movements-text")?.focus() },
  ]);
  return (
    <>
      <MovementFilters search={search} faults={faults} onChange={onChange}>
        <News noun="movement" onShow={again} />
        <Views screen="/movements" />
        {canCreate && <NewMovement opened={creating} onChange={setCreating} warehouse={search.warehouse} />}
      </MovementFilters>
      {problem && <Refusal problem={problem} />}
      {together.length > 0 && (
        <Suspense fallback={null}>
          <BulkBar rows={together} onMark={setMarked} />
        </Suspense>
      )}
      <div className="screen-body" data-peek={peek !== undefined}>
        <div>
          {isLoading ? (
            <p className="dim">Reading movements…</p>
          ) : (
            <Railed
              months={peek === undefined ? (totals?.byMonth ?? []) : []}
              at={rows[0] && movementDay(rows[0])}
              one="movement"
              many="movements"
              onJump={(to) => onChange({ to, sort: undefined })}
            >
              <List
                label="Movements"
                columns={columns}
                rows={rows}
                rowId={(row) => row.id}
                margin={(row) => movementState(row.status).margin}
                onOpen={open}
                onPeek={(row) => setPeek(row && row.id !== peek ? row.id : undefined)}
                onMore={more}
                count={totals?.count}
                at={at}
                onAt={arrive}
                current={peek}
                marked={marked}
                onMark={setMarked}
                empty={
                  <EmptyList what="movements" isFiltered={Object.keys(search).some((name) => name !== "sort")} filter={narrowing(search)} onClear={onClear}>
                    <h2>No movements yet</h2>
                    <p>Every receipt, issue, transfer and adjustment of goods stands here, each with the entry that it posted. Begin with what is in stock now.</p>
                    {canCreate && (
                      <Button onClick={() => void navigate({ to: "/movements/new", search: { kind: may("movements:adjust") ? "opening" : "receipt" } })}>
                        {may("movements:adjust") ? "Enter the opening stock" : "Enter a receipt"}
                      </Button>
                    )}
                  </EmptyList>
                }
              />
            </Railed>
          )}
        </div>
        {peek !== undefined && <MovementPeek id={peek} onClose={() => setPeek(undefined)} />}
      </div>
    </>
  );
}

/** The one filter that is set, in words. */
function narrowing(search: ReturnType<typeof useMovementSearch>["search"]): string | undefined {
  const set = Object.keys(search).filter((name) => name !== "sort");
  if (set.length !== 1) return undefined;
  if (search.q) return `“${search.q}”`;
  if (search.kind) return `“${search.kind.map(kindTitle).join(", ")}”`;
  return search.status ? `“${search.status.map((status) => movementState(status).word).join(", ")}”` : undefined;
}
