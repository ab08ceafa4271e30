import { Button } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { type JSX, useCallback, useMemo, useState } from "react";
import { useOrganization } from "../../api/organization";
import { usePlaceStocks, type PlaceStock } from "../../api/places";
import { queries } from "../../api/queries";
import { removing } from "../../api/removing";
import { may } from "../../api/session";
import { useStore } from "../../api/store";
import { type Warehouse, useWarehouses } from "../../api/warehouses";
import { useActions } from "../../app/actions";
import { useFilters } from "../../app/filters";
import { Amount } from "../../parts/Amount";
import { Chip } from "../../parts/Chip";
import { ChoiceChip } from "../../parts/ChoiceChip";
import { EmptyList, FaultyChip } from "../../parts/Filters";
import { Indented, folds, useFolds } from "../../parts/Folds";
import { type Column, List } from "../../parts/List";
import { News } from "../../parts/News";
import "../../parts/screen.css";
import { SumRow } from "../../parts/SumRow";
import { TextFilter } from "../../parts/TextFilter";
import { type Branch, branches } from "../../parts/tree";
import { one, text } from "../../text/filters";
import { addAmounts } from "../../text/number";
import { matchesWordStarts } from "../../text/search";
import { PlaceDialog } from "./PlaceDialog";
import "./places.css";
import { KINDS, STATES } from "./words";

const SCHEMA = { q: text, state: one(["active", "frozen", "inactive"]), kind: one(Object.keys(KINDS) as Warehouse["kind"][]) };
const FOLDS = folds("places");
/** Of more warehouses than this, what lies there is shown on their records only. */
const MOST_READ = 60;

/** The warehouses, below one another: whether they are in use, what lies there and what it is worth. */
export function PlacesScreen(): JSX.Element {
  const navigate = useNavigate();
  const { values, faults, change, clear } = useFilters(SCHEMA);
  const known = useWarehouses();
  const gone = useStore(removing);
  const [opened, fold] = useFolds(FOLDS);
  const [editing, setEditing] = useState<Warehouse | "new">();
  const [saved, setSaved] = useState<{ id: string }>();
  const currency = useOrganization()?.baseCurrency;
  const q = values.q ?? "";
  const all = useMemo(() => known?.all.filter((place) => !gone.has(place.id)), [known, gone]);
  const isFiltered = q !== "" || values.state !== undefined || values.kind !== undefined;
  const rows = useMemo(() => {
    if (!all) return [];
    const fits = (place: Warehouse): boolean =>
      (q === "" || matchesWordStarts(`${place.code} ${place.name}`, q)) &&
      (values.state === undefined || place.status === values.state) &&
      (values.kind === undefined || place.kind === values.kind);
    return branches(all, {
      id: (place) => place.id,
      parent: (place) => place.parentId,
      isOpen: (place) => opened.get(place.id) ?? true,
      fits: isFiltered ? fits : undefined,
    });
  }, [all, opened, q, values.state, values.kind, isFiltered]);
  const stocks = usePlaceStocks(useMemo(() => rows.slice(0, MOST_READ).map((row) => row.node.id), [rows]));
  const columns = useMemo(() => columnsOf(stocks, fold), [stocks, fold]);
  const open = useCallback((row: Branch<Warehouse>) => void navigate({ to: "/places/$place", params: { place: row.node.code } }), [navigate]);
  const onText = useCallback((typed: string) => change({ q: typed || undefined }), [change]);
  const canCreate = may("warehouses:create");
  const focused = (): Warehouse | undefined => {
    const row = document.activeElement?.closest<HTMLElement>("[data-row]") ?? document.querySelector<HTMLElement>('.places [data-row][tabindex="0"]');
    return rows.find((own) => own.node.id === row?.dataset["id"])?.node;
  };
  useActions([
    { id: "filter", title: "Filter warehouses", keys: "/", run: () => document.getElementById("places-text")?.focus() },
    ...(canCreate ? [{ id: "new-place", title: "New warehouse", keys: "c", words: "create add", run: () => setEditing("new") }] : []),
    ...(may("warehouses:update") ? [{ id: "edit-place", title: "Change the warehouse", keys: "e", words: "edit rename", run: () => setEditing(focused()) }] : []),
  ]);
  const worth = [...stocks.values()].map((one) => one.value);
  const isWhole = rows.length > 0 && !isFiltered && worth.length === rows.length && worth.every((value) => value !== null);
  return (
    <div className="screen places">
      <div className="screen-head">
        <h1>Places</h1>
        <p>Warehouses and what lies there</p>
        <div className="filters-end">
          <News noun="warehouse" onShow={() => void queries.resetQueries({ queryKey: ["stock"] })} />
        </div>
      </div>
      <div className="filters" role="search">
        <TextFilter id="places-text" label="Code or name" value={q} onChange={onText} />
        <ChoiceChip name="State" value={values.state} choices={{ active: "active", frozen: "frozen", inactive: "inactive" }} onChange={(state) => change({ state })} />
        <ChoiceChip name="For" value={values.kind} choices={KINDS} onChange={(kind) => change({ kind })} />
        {faults.map((fault) => (
          <FaultyChip key={fault.name} name={fault.name} text={fault.text} onClear={() => change({ [fault.name]: undefined })} />
        ))}
        {canCreate && (
          <div className="filters-end">
            <Button onClick={() => setEditing("new")}>
              New warehouse <kbd>c</kbd>
            </Button>
          </div>
        )}
      </div>
      <div className="screen-body">
        <div>
          {all === undefined ? (
            <p className="dim">Reading the warehouses…</p>
          ) : (
            <List
              label="Warehouses"
              columns={columns}
              rows={rows}
              rowId={(row) => row.node.id}
              onOpen={open}
              goTo={saved}
              margin={(row) => (row.node.status === "frozen" ? "waits" : undefined)}
              tree={{ level: (row) => row.level, opened: (row) => row.opened, fold: (row, to) => fold(row.node.id, to) }}
              foot={
                isWhole && (
                  <SumRow
                    title={`Value in ${currency ?? ""}`}
                    columns={columns}
                    figures={{ value: <Amount value={addAmounts(worth.map((value) => value ?? "0"))} /> }}
                  />
                )
              }
              empty={
                <EmptyList what="warehouses" isFiltered={isFiltered} filter={q !== "" && values.state === undefined && values.kind === undefined ? `“${q}”` : undefined} onClear={clear}>
                  <h2>No warehouses yet</h2>
                  <p>A warehouse is where goods lie: a hall, a shop, a van. Bins say where in it.</p>
                  {canCreate && <Button onClick={() => setEditing("new")}>Make the first one</Button>}
                </EmptyList>
              }
            />
          )}
        </div>
      </div>
      {editing !== undefined && <PlaceDialog place={editing === "new" ? undefined : editing} onClose={() => setEditing(undefined)} onSaved={(id) => setSaved({ id })} />}
    </div>
  );
}

function columnsOf(stocks: ReadonlyMap<string, PlaceStock>, fold: (id: string, opened: boolean) => void): Column<Branch<Warehouse>>[] {
  const called = (place: Warehouse): string => `${place.code} ${place.name}`;
  const count = (id: string, head: string, of: (stock: PlaceStock) => number, search: (place: Warehouse) => { to: string; search: Record<string, string> }, more: Partial<Column<Branch<Warehouse>>> = {}): Column<Branch<Warehouse>> => ({
    id,
    head,
    kind: "number",
    width: "6.5rem",
    cell: ({ node }) => {
      const stock = stocks.get(node.id);
      if (!stock || of(stock) === 0) return null;
      const target = search(node);
      return (
        <Link to={target.to as "/"} search={target.search} className="quiet" tabIndex={-1}>
          <Amount value={String(of(stock))} />
        </Link>
      );
    },
    ...more,
  });
  const hasValue = [...stocks.values()].some((one) => one.value !== null);
  const columns: (Column<Branch<Warehouse>> | false)[] = [
    {
      id: "place",
      head: <span className="places-head">Warehouse</span>,
      width: "minmax(12rem, 1fr)",
      corner: "top-left",
      cell: ({ node, level, opened }) => (
        <Indented level={level} opened={opened} name={called(node)} onFold={(to) => fold(node.id, to)}>
          <span title={called(node)}>
            <Link to="/places/$place" params={{ place: node.code }} className="quiet strong" tabIndex={-1}>
              {node.code}
            </Link>{" "}
            <span dir="auto">{node.name}</span>
            {node.isDefault && <span className="dim"> · default</span>}
          </span>
        </Indented>
      ),
    },
    { id: "kind", head: "For", width: "9rem", corner: "bottom-left", cell: ({ node }) => <span className="dim">{KINDS[node.kind]}</span> },
    {
      id: "state",
      head: "State",
      width: "6.5rem",
      corner: "bottom-right",
      cell: ({ node }) => <Chip kind={STATES[node.status].kind}>{STATES[node.status].word}</Chip>,
    },
    count("items", "Items", (stock) => stock.itemsOnHand, (place) => ({ to: "/stock", search: { warehouse: place.code } })),
    count("coming", "Coming", (stock) => stock.inTransitTo, (place) => ({ to: "/stock", search: { view: "transit", warehouse: place.code } })),
    count("counts", "Counts", (stock) => stock.openCounts, () => ({ to: "/counts", search: {} }), { width: "5.5rem" }),
    hasValue && {
      id: "value",
      head: "Value",
      kind: "number",
      width: "8.5rem",
      corner: "top-right",
      cell: ({ node }) => {
        const value = stocks.get(node.id)?.value;
        if (value === undefined || value === null) return stocks.has(node.id) && node.costingScope === "organization" ? <span className="dim">shared</span> : null;
        return (
          <Link to="/stock" search={{ warehouse: node.code }} className="quiet" tabIndex={-1}>
            <Amount value={value} />
          </Link>
        );
      },
    },
  ];
  return columns.filter((column) => column !== false);
}
