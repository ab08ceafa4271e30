import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { base } from "../../api/place";
import { useMyPlaces } from "../../api/me";
import { may } from "../../api/session";
import { findWarehouses, useWarehouses, warehouseChoice } from "../../api/warehouses";
import { type WorkKind, type WorkRow, useWork } from "../../api/work";
import { useFilters } from "../../app/filters";
import { FaultyChip } from "../../parts/Filters";
import { LookupChip } from "../../parts/LookupChip";
import { Moment } from "../../parts/Moment";
import { News } from "../../parts/News";
import { Refusal } from "../../parts/Refusal";
import { queries } from "../../api/queries";
import "../../parts/screen.css";
import { formatDay } from "../../text/day";
import { text } from "../../text/filters";
import { Expiring, RunningLow } from "../today/Jobs";
import { Rows } from "../today/Rows";
import { type Told, titleOf, toldOf } from "./words";
import "../today/today.css";

const SCHEMA = { warehouse: text };
/** Rows of what runs low and expires; more are in the lists that they lead to. */
const ROWS = 50;

const KINDS: Record<WorkKind, string> = {
  receive: "To receive",
  receiveTransfer: "On its way here",
  putAway: "To put away",
  ship: "To ship",
  count: "To count",
};

/** What is to be done in a warehouse, by kind of job, the oldest first. */
export function WorkScreen(): JSX.Element {
  const { values, faults, change } = useFilters(SCHEMA);
  const warehouses = useWarehouses();
  const own = useMyPlaces();
  const first = warehouses?.all.find((place) => place.status === "active" && (own === undefined || own.includes(place.id)));
  const warehouse = values.warehouse === undefined ? first : warehouses?.byCode.get(values.warehouse);
  const { rows, more, isLoading, isWhole, problem } = useWork(warehouse?.id);
  return (
    <div className="screen today">
      <div className="screen-head">
        <h1>Work</h1>
        <p>What comes, what goes, what is to be counted, and what runs out.</p>
      </div>
      <div className="filters" role="search">
        <LookupChip
          name="Warehouse"
          label="Warehouse"
          value={warehouse ? warehouseChoice(warehouse) : null}
          find={(typed) => findWarehouses(warehouses, typed)}
          onChange={(choice) => change({ warehouse: choice?.code })}
        />
        {values.warehouse !== undefined && warehouses && !warehouse && <FaultyChip name="Warehouse" text={values.warehouse} onClear={() => change({ warehouse: undefined })} />}
        {faults.map((fault) => (
          <FaultyChip key={fault.name} name={fault.name} text={fault.text} onClear={() => change({ [fault.name]: undefined })} />
        ))}
        <div className="filters-end">
          <News noun="movement" onShow={() => void queries.resetQueries({ queryKey: ["stock", "paged", "/inventory/work"] })} />
          {may("movements:draft") && (
            <Button component="a" href={`${base}/scan`} variant="default">
              Scan
            </Button>
          )}
        </div>
      </div>
      {problem && <Refusal problem={problem} />}
      {warehouses && warehouses.all.length === 0 && <p className="dim">There is no warehouse yet, and so nothing to do in one.</p>}
      <div className="today-parts">
        {(!warehouses || (warehouse && isLoading)) && (
          <p className="dim" aria-busy>
            Reading what is to be done…
          </p>
        )}
        {warehouse && !isLoading && !problem && rows.length === 0 && (
          <section aria-label="Jobs">
            <h2>Nothing is to be done</h2>
            <p className="dim">{warehouse.name} has nothing to receive, put away, ship or count.</p>
          </section>
        )}
        {(Object.keys(KINDS) as WorkKind[]).map((kind) => (
          <Jobs key={kind} title={KINDS[kind]} rows={rows.filter((row) => row.kind === kind)} place={warehouse?.code ?? ""} />
        ))}
        <RunningLow shown={ROWS} />
        <Expiring shown={ROWS} />
      </div>
      {!isWhole && more && (
        <p>
          <Button variant="default" onClick={more}>
            Show more jobs
          </Button>
        </p>
      )}
    </div>
  );
}

/** The jobs of one kind. */
function Jobs({ title, rows, place }: { title: string; rows: WorkRow[]; place: string }): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>
        {title}
        <span className="today-count"> {rows.length}</span>
      </h2>
      <Rows
        label={title}
        rows={rows.map((row) => {
          const told: Told = toldOf(row, place);
          return {
            key: `${row.subject} ${row.id}`,
            title: (
              <Link to={told.to as "/"} search={told.search}>
                {titleOf(row)}
              </Link>
            ),
            told: told.words,
            figure: row.dueAt ? <>due {formatDay(row.dueAt.slice(0, 10))}</> : row.since && <Moment at={row.since} />,
          };
        })}
      />
    </section>
  );
}
