import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, useCallback, useMemo, useState } from "react";
import type { Item, Lot, Serial, StockStatus } from "../../api/items";
import { usePaged, useWhole } from "../../api/paged";
import { may } from "../../api/session";
import { STOCK_PATHS, type StockRow } from "../../api/stock";
import { useActions } from "../../app/actions";
import { useFilters } from "../../app/filters";
import { today } from "../../app/today";
import { Amount } from "../../parts/Amount";
import { Chip } from "../../parts/Chip";
import { ChoiceChip } from "../../parts/ChoiceChip";
import { EmptyList } from "../../parts/Filters";
import { type Column, List } from "../../parts/List";
import { Refusal } from "../../parts/Refusal";
import { TextFilter } from "../../parts/TextFilter";
import { formatDay } from "../../text/day";
import { one, text } from "../../text/filters";
import { addAmounts } from "../../text/number";
import { ToLedger } from "../stock/columns";
import { LotDialog, SerialDialog } from "./LotDialog";
import { STATUS } from "./words";

const SCHEMA = { tab: text, q: text, status: one(Object.keys(STATUS) as StockStatus[]) };

/** A lot or a piece of the list. */
type Row = Lot | Serial;

const isLot = (row: Row): row is Lot => "expiresOn" in row;

/** The lots of an item with their dates, or its pieces: where they are, and whether they can be used. */
export function Lots({ item }: { item: Item }): JSX.Element {
  const navigate = useNavigate();
  const byLot = item.tracking === "lot";
  const { values, change, clear: _ } = useFilters(SCHEMA);
  const asked = useMemo(() => ({ itemId: item.id, q: values.q, status: values.status }), [item.id, values.q, values.status]);
  const pages = usePaged<{ data: Row[]; nextCursor: string | null }>("stock", byLot ? "/inventory/lots" : "/inventory/serials", asked);
  const stock = useWhole<StockRow>("stock", STOCK_PATHS.stock, { itemId: item.id, by: byLot ? "lot" : "serial" });
  const places = useMemo(() => {
    const found = new Map<string, StockRow[]>();
    for (const row of stock.rows ?? []) {
      const id = (byLot ? row.lotId : row.serialId) ?? "";
      found.set(id, [...(found.get(id) ?? []), row]);
    }
    return found;
  }, [stock.rows, byLot]);
  const [editing, setEditing] = useState<Row | "new">();
  const canManage = may("items:manage");
  const onText = useCallback((typed: string) => change({ q: typed || undefined }), [change]);
  const columns = useMemo(() => columnsOf(item, places), [item, places]);
  const what = byLot ? "lot" : "piece";
  const focused = (): Row | undefined => {
    const row = document.activeElement?.closest<HTMLElement>("[data-row]") ?? document.querySelector<HTMLElement>('.record-tab [data-row][tabindex="0"]');
    return pages.rows.find((own) => own.id === row?.dataset["id"]);
  };
  useActions([
    { id: "filter", title: "Filter by number", keys: "/", run: () => document.getElementById("lots-text")?.focus() },
    ...(canManage
      ? [
          { id: "new-lot", title: `New ${what}`, keys: "c", run: () => setEditing("new") },
          { id: "edit-lot", title: `Change the ${what}`, keys: "e", run: () => setEditing(focused()) },
        ]
      : []),
  ]);
  return (
    <div className="record-tab">
      <div className="filters" role="search">
        <TextFilter id="lots-text" label="Number" value={values.q ?? ""} onChange={onText} />
        <ChoiceChip name="State" value={values.status} choices={STATUS} onChange={(status) => change({ status })} />
        {canManage && (
          <div className="filters-end">
            <Button variant="default" onClick={() => setEditing("new")}>
              New {what} <kbd>c</kbd>
            </Button>
          </div>
        )}
      </div>
      {pages.problem && <Refusal problem={pages.problem} />}
      <div className="screen-body">
        <div>
          {pages.isLoading && !pages.problem ? (
            <p className="dim">Reading…</p>
          ) : (
            <List
              label={byLot ? "Lots" : "Pieces"}
              columns={columns}
              rows={pages.rows}
              rowId={(row) => row.id}
              onMore={pages.more}
              onOpen={(row) => void navigate({ to: "/items/$item", params: { item: item.sku }, search: { tab: "ledger", [byLot ? "lot" : "serial"]: row.id } })}
              empty={
                pages.problem ? null : (
                  <EmptyList what={`${what}s`} isFiltered={Boolean(values.q ?? values.status)} onClear={() => change({ q: undefined, status: undefined })}>
                    <h2>No {what}s yet</h2>
                    <p>Receipts make {what}s by themselves. One can be made before its goods come.</p>
                  </EmptyList>
                )
              }
            />
          )}
        </div>
      </div>
      {editing !== undefined &&
        (byLot ? (
          <LotDialog item={item} lot={editing === "new" ? undefined : (editing as Lot)} onClose={() => setEditing(undefined)} />
        ) : (
          <SerialDialog item={item} serial={editing === "new" ? undefined : (editing as Serial)} onClose={() => setEditing(undefined)} />
        ))}
    </div>
  );
}

function columnsOf(item: Item, places: ReadonlyMap<string, StockRow[]>): Column<Row>[] {
  const byLot = item.tracking === "lot";
  const day = (id: string, head: string, of: (lot: Lot) => string | null): Column<Row> => ({
    id,
    head,
    width: "7rem",
    cell: (row) => {
      const date = isLot(row) ? of(row) : null;
      return date && formatDay(date);
    },
  });
  const quantityOf = (row: Row): string => addAmounts((places.get(row.id) ?? []).map((one) => one.quantity));
  const columns: (Column<Row> | false)[] = [
    { id: "number", head: byLot ? "Lot" : "Piece", width: "minmax(9rem, 1fr)", corner: "top-left", cell: (row) => <span className="strong">{row.number}</span> },
    { id: "state", head: "State", width: "9rem", corner: "bottom-left", cell: (row) => <State row={row} /> },
    byLot && { ...day("expires", "Last day of use", (lot) => lot.expiresOn), width: "8rem", corner: "bottom-right" },
    byLot && day("best", "Best before", (lot) => lot.bestBefore),
    byLot && day("made", "Made on", (lot) => lot.producedOn),
    {
      id: "places",
      head: "Where",
      width: "minmax(8rem, 1fr)",
      cell: (row) => <span>{(places.get(row.id) ?? []).map((one) => [one.warehouseCode, one.locationCode].filter((part) => part !== null).join(" ")).join(", ")}</span>,
    },
    {
      id: "quantity",
      head: "On hand",
      kind: "number",
      width: "6.5rem",
      corner: "top-right",
      cell: (row) => (
        <ToLedger sku={item.sku} search={{ tab: "ledger", [byLot ? "lot" : "serial"]: row.id }}>
          <Amount value={quantityOf(row)} />
        </ToLedger>
      ),
    },
  ];
  return columns.filter((column) => column !== false);
}

function State({ row }: { row: Row }): JSX.Element {
  if (row.status !== "available") return <Chip kind="waits">{STATUS[row.status]}</Chip>;
  if (isLot(row) && row.expiresOn !== null && row.expiresOn < today()) return <Chip kind="fault">expired</Chip>;
  if (isLot(row) && row.bestBefore !== null && row.bestBefore < today()) return <Chip kind="waits">past its best</Chip>;
  return <Chip kind="open">available</Chip>;
}
