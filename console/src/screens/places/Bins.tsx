import { Button } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { type JSX, useCallback, useMemo, useState } from "react";
import { useWhole } from "../../api/paged";
import { deleteLocation } from "../../api/places";
import { asProblem, type Problem } from "../../api/problem";
import { touched } from "../../api/queries";
import { removeSoon, removing } from "../../api/removing";
import { may } from "../../api/session";
import { STOCK_PATHS, type StockRow } from "../../api/stock";
import { useStore } from "../../api/store";
import { type Location, type Warehouse, useLocations } from "../../api/warehouses";
import { useActions } from "../../app/actions";
import { useFilters } from "../../app/filters";
import { Amount } from "../../parts/Amount";
import { Chip } from "../../parts/Chip";
import { ChoiceChip } from "../../parts/ChoiceChip";
import { EmptyList, FaultyChip } from "../../parts/Filters";
import { Indented, folds, useFolds } from "../../parts/Folds";
import { type Column, List } from "../../parts/List";
import { Refusal } from "../../parts/Refusal";
import { TextFilter } from "../../parts/TextFilter";
import { type Branch, branches } from "../../parts/tree";
import { useWays } from "../../parts/useWays";
import { one, text } from "../../text/filters";
import { matchesWordStarts } from "../../text/search";
import { BinDialog } from "./BinDialog";
import { BinSeriesDialog } from "./BinSeriesDialog";
import { ACTIVITIES } from "./words";

const SCHEMA = { tab: text, q: text, active: one(["no", "all"]) };
const FOLDS = folds("bins");

/** The zones and bins of a warehouse as a tree, and how many items lie in each. */
export function Bins({ place, onNoBins }: { place: Warehouse; onNoBins: () => void }): JSX.Element {
  const navigate = useNavigate();
  const { values, faults, change } = useFilters(SCHEMA);
  const known = useLocations(place.id);
  const gone = useStore(removing);
  const stock = useWhole<StockRow>("stock", STOCK_PATHS.stock, { warehouseId: place.id, by: "location" }, may("movements:read") && place.binsMode !== "none");
  const items = useMemo(() => {
    const counts = new Map<string, number>();
    for (const row of stock.rows ?? []) if (row.locationId !== null) counts.set(row.locationId, (counts.get(row.locationId) ?? 0) + 1);
    return counts;
  }, [stock.rows]);
  const [opened, fold] = useFolds(FOLDS);
  const [opening, setOpening] = useState<{ dialog: Location | "bin" | "zone" | "series"; zoneId: string | null }>();
  const [saved, setSaved] = useState<{ id: string }>();
  const [problem, setProblem] = useState<Problem>();
  const ways = useWays({});
  const canManage = may("warehouses:update");
  const q = values.q ?? "";
  const isFiltered = q !== "" || values.active !== undefined;
  const all = useMemo(() => (known ?? []).filter((bin) => !gone.has(bin.id) && (values.active === "all" || bin.isActive === (values.active !== "no"))), [known, gone, values.active]);
  const rows = useMemo(
    () =>
      branches(all, {
        id: (bin) => bin.id,
        parent: (bin) => bin.parentId,
        isOpen: (bin) => opened.get(bin.id) ?? true,
        fits: q === "" ? undefined : (bin) => matchesWordStarts(`${bin.code} ${bin.name ?? ""}`, q),
      }),
    [all, opened, q],
  );
  const columns = useMemo(() => columnsOf(place, items, fold), [place, items, fold]);
  const onText = useCallback((typed: string) => change({ q: typed || undefined }), [change]);
  const focused = (): Location | undefined => {
    const row = document.activeElement?.closest<HTMLElement>("[data-row]") ?? document.querySelector<HTMLElement>('.record-tab [data-row][tabindex="0"]');
    return rows.find((own) => own.node.id === row?.dataset["id"])?.node;
  };
  /** New ones are made where people are: in the zone of the row with the focus. */
  const setDialog = (dialog: Location | "bin" | "zone" | "series" | undefined): void => {
    const at = document.activeElement?.closest("[data-row]") ? focused() : undefined;
    setOpening(dialog && { dialog, zoneId: at === undefined ? null : at.kind === "zone" ? at.id : at.parentId });
  };
  const dialog = opening?.dialog;
  const zoneId = opening?.zoneId ?? null;

  const labelOf = (bin: Location | undefined): Record<string, string> => ({ what: "bins", warehouse: place.code, ...(bin && { bin: bin.code }) });

  async function remove(bin: Location | undefined): Promise<void> {
    if (!bin) return;
    setProblem(undefined);
    ways.clear();
    try {
      await deleteLocation(bin, true);
      const called = bin.kind === "zone" ? `The zone ${bin.code}` : `The bin ${bin.code}`;
      removeSoon({
        id: bin.id,
        called,
        send: async () => {
          await deleteLocation(bin, false);
          await touched("stock");
        },
      });
    } catch (error) {
      setProblem(asProblem(error));
    }
  }

  useActions([
    { id: "filter", title: "Filter bins", keys: "/", run: () => document.getElementById("bins-text")?.focus() },
    { id: "bin-label", title: "Print the label of the bin", words: "barcode sticker", run: () => void navigate({ to: "/labels", search: labelOf(focused()) }) },
    ...(canManage
      ? [
          { id: "new-bin", title: "New bin", keys: "c", words: "create add location", run: () => setDialog("bin") },
          { id: "bin-series", title: "A row of bins", words: "series create add many", run: () => setDialog("series") },
          { id: "new-zone", title: "New zone", words: "create add", run: () => setDialog("zone") },
          { id: "edit-bin", title: "Change the bin", keys: "e", words: "edit rename", run: () => setDialog(focused()) },
          { id: "delete-bin", title: "Delete the bin", words: "remove", run: () => void remove(focused()) },
        ]
      : []),
  ]);
  return (
    <div className="record-tab">
      <div className="filters" role="search">
        <TextFilter id="bins-text" label="Code or name" value={q} onChange={onText} />
        <ChoiceChip name="Active" value={values.active} usual="yes" choices={{ yes: "yes", no: "no", all: "both" }} onChange={(active) => change({ active: active === "yes" ? undefined : active })} />
        {faults.map((fault) => (
          <FaultyChip key={fault.name} name={fault.name} text={fault.text} onClear={() => change({ [fault.name]: undefined })} />
        ))}
        {canManage && (
          <div className="filters-end">
            <Button variant="default" onClick={() => setDialog("zone")}>
              New zone
            </Button>
            <Button variant="default" onClick={() => setDialog("series")}>
              A row of bins…
            </Button>
            <Button onClick={() => setDialog("bin")}>
              New bin <kbd>c</kbd>
            </Button>
          </div>
        )}
      </div>
      {place.binsMode === "none" && known && known.length > 0 && (
        <p className="record-note">
          {place.code} has no bins yet for goods: its goods lie in it as a whole.
          {canManage && (
            <Button variant="default" size="compact-sm" onClick={onNoBins}>
              Let goods lie in bins…
            </Button>
          )}
        </p>
      )}
      {problem && <Refusal problem={problem} onWay={ways.go} />}
      {ways.part}
      <div className="screen-body">
        <div>
          {known === undefined ? (
            <p className="dim">Reading the bins…</p>
          ) : (
            <List
              label={`Bins of ${place.code}`}
              keptAs="Bins"
              columns={columns}
              rows={rows}
              rowId={(row) => row.node.id}
              onOpen={(row) => (canManage ? setDialog(row.node) : void navigate({ to: "/stock", search: { by: "location", warehouse: place.code, location: row.node.code } }))}
              goTo={saved}
              tree={{ level: (row) => row.level, opened: (row) => row.opened, fold: (row, to) => fold(row.node.id, to) }}
              empty={
                <EmptyList what="bins" isFiltered={isFiltered} filter={q !== "" && values.active === undefined ? `“${q}”` : undefined} onClear={() => change({ q: undefined, active: undefined })}>
                  <h2>No bins yet</h2>
                  <p>Bins say where in the warehouse goods lie; zones hold bins together. A row such as A-01 to A-20 is made at once.</p>
                  {canManage && <Button onClick={() => setDialog("series")}>Make a row of bins</Button>}
                </EmptyList>
              }
            />
          )}
        </div>
      </div>
      {dialog === "series" && known && <BinSeriesDialog warehouseId={place.id} known={known} zoneId={zoneId} onClose={() => setDialog(undefined)} />}
      {dialog !== undefined && dialog !== "series" && known && (
        <BinDialog
          warehouseId={place.id}
          known={known}
          bin={typeof dialog === "string" ? undefined : dialog}
          first={typeof dialog === "string" ? { kind: dialog, parentId: zoneId } : undefined}
          onClose={() => setDialog(undefined)}
          onSaved={(id) => setSaved({ id })}
        />
      )}
    </div>
  );
}

function columnsOf(place: Warehouse, items: ReadonlyMap<string, number>, fold: (id: string, opened: boolean) => void): Column<Branch<Location>>[] {
  const all = Object.keys(ACTIVITIES).length;
  return [
    {
      id: "bin",
      head: <span className="places-head">Bin</span>,
      width: "minmax(10rem, 1fr)",
      corner: "top-left",
      cell: ({ node, level, opened }) => (
        <Indented level={level} opened={opened} name={node.code} onFold={(to) => fold(node.id, to)}>
          <span title={[node.code, node.name].filter(Boolean).join(" ")}>
            <span className="strong">{node.code}</span> <span dir="auto">{node.name}</span>
          </span>
        </Indented>
      ),
    },
    { id: "kind", head: "Kind", width: "5rem", corner: "bottom-left", cell: ({ node }) => <span className="dim">{node.kind}</span> },
    {
      id: "activities",
      head: "For",
      width: "minmax(8rem, 1fr)",
      cell: ({ node }) => {
        const words = node.activities.map((activity) => ACTIVITIES[activity]).join(", ");
        return <span title={words}>{node.activities.length === all ? <span className="dim">everything</span> : words}</span>;
      },
    },
    {
      id: "label",
      head: "Label",
      width: "5rem",
      cell: ({ node }) =>
        node.isActive && (
          <Link to="/labels" search={{ what: "bins", warehouse: place.code, bin: node.code }} tabIndex={-1}>
            print<span className="spoken"> the label of {node.code}</span>
          </Link>
        ),
    },
    { id: "state", head: "State", width: "6.5rem", corner: "bottom-right", cell: ({ node }) => !node.isActive && <Chip kind="voided">inactive</Chip> },
    {
      id: "items",
      head: "Items",
      kind: "number",
      width: "5.5rem",
      corner: "top-right",
      cell: ({ node }) => {
        const count = items.get(node.id);
        return (
          count !== undefined && (
            <Link to="/stock" search={{ by: "location", warehouse: place.code, location: node.code }} className="quiet" tabIndex={-1}>
              <Amount value={String(count)} />
            </Link>
          )
        );
      },
    },
  ];
}
