import { Button } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { type JSX, useCallback, useMemo, useState } from "react";
import { type Categories, type Item, PIECE, unitWord, useCategories, useUnits } from "../../api/items";
import { usePaged } from "../../api/paged";
import { queries } from "../../api/queries";
import { removing } from "../../api/removing";
import { may } from "../../api/session";
import { useStore } from "../../api/store";
import { useActions } from "../../app/actions";
import { useFilters } from "../../app/filters";
import { Amount } from "../../parts/Amount";
import { Chip } from "../../parts/Chip";
import { ChoiceChip } from "../../parts/ChoiceChip";
import { EmptyList, FaultyChip } from "../../parts/Filters";
import { type Column, List } from "../../parts/List";
import { LookupChip } from "../../parts/LookupChip";
import { News } from "../../parts/News";
import { Refusal } from "../../parts/Refusal";
import "../../parts/screen.css";
import { TextFilter } from "../../parts/TextFilter";
import { one, text } from "../../text/filters";
import { rank } from "../../text/search";
import { categoryChoice } from "../../api/items";
import { ItemDialog } from "./ItemDialog";
import { COSTING, TRACKING } from "./words";

const SCHEMA = {
  q: text,
  category: text,
  active: one(["no", "all"]),
  tracking: one(["none", "lot", "serial"]),
  costing: one(["fifo", "average", "standard", "specific"]),
};

interface ItemPage {
  data: Item[];
  nextCursor: string | null;
}

/** Everything that is kept in stock, by SKU. */
export function ItemsScreen(): JSX.Element {
  const navigate = useNavigate();
  const { values, faults, change, clear } = useFilters(SCHEMA);
  const categories = useCategories();
  const units = useUnits();
  const category = values.category === undefined ? undefined : categories?.byCode.get(values.category);
  const asked = useMemo(
    () => ({
      q: values.q,
      categoryId: category?.id,
      isActive: values.active === "all" ? undefined : String(values.active !== "no"),
      tracking: values.tracking,
      costingMethod: values.costing,
    }),
    [values, category?.id],
  );
  const pages = usePaged<ItemPage>("stock", "/inventory/items", asked, values.category === undefined || categories !== undefined);
  const gone = useStore(removing);
  const rows = useMemo(() => pages.rows.filter((item) => !gone.has(item.id)), [pages.rows, gone]);
  const [editing, setEditing] = useState<Item | "new">();
  const [saved, setSaved] = useState<{ id: string }>();
  const canManage = may("items:manage");
  const q = values.q ?? "";
  const open = useCallback((item: Item) => void navigate({ to: "/items/$item", params: { item: item.sku } }), [navigate]);
  const onText = useCallback((typed: string) => change({ q: typed || undefined }), [change]);
  const columns = useMemo(() => columnsOf(rows, categories, units), [rows, categories, units]);
  const focused = (): Item | undefined => {
    const row = document.activeElement?.closest<HTMLElement>("[data-row]") ?? document.querySelector<HTMLElement>('.items [data-row][tabindex="0"]');
    return rows.find((item) => item.id === row?.dataset["id"]);
  };
  useActions([
    { id: "filter", title: "Filter items", keys: "/", run: () => document.getElementById("items-text")?.focus() },
    ...(canManage
      ? [
          { id: "new-item", title: "New item", keys: "c", words: "create add product sku", run: () => setEditing("new") },
          { id: "edit-item", title: "Change the item", keys: "e", words: "edit rename", run: () => setEditing(focused()) },
        ]
      : []),
  ]);
  const isFiltered = Object.keys(values).length > 0;
  return (
    <div className="screen items">
      <div className="screen-head">
        <h1>Items</h1>
        <p>What is kept in stock</p>
        <div className="filters-end">
          <News noun="item" onShow={() => void queries.resetQueries({ queryKey: ["stock"] })} />
        </div>
      </div>
      <div className="filters" role="search">
        <TextFilter id="items-text" label="SKU, name or text" value={q} onChange={onText} />
        {categories && categories.all.length > 0 && (
          <LookupChip
            name="Category"
            label="Items directly in the category"
            value={category ? categoryChoice(categories, category) : null}
            find={(typed) => rank(categories.all.map((own) => ({ code: own.code, name: own.name, path: categories.path(own), own })), typed).map((hit) => categoryChoice(categories, hit.own))}
            onChange={(choice) => change({ category: choice?.code })}
          />
        )}
        <ChoiceChip name="Active" value={values.active} usual="yes" choices={{ yes: "yes", no: "no", all: "both" }} onChange={(active) => change({ active: active === "yes" ? undefined : active })} />
        <ChoiceChip name="Told apart" value={values.tracking} choices={TRACKING} onChange={(tracking) => change({ tracking })} />
        <ChoiceChip name="Costing" value={values.costing} choices={COSTING} onChange={(costing) => change({ costing })} />
        {values.category !== undefined && categories && !category && (
          <FaultyChip name="Category" text={values.category} onClear={() => change({ category: undefined })} />
        )}
        {faults.map((fault) => (
          <FaultyChip key={fault.name} name={fault.name} text={fault.text} onClear={() => change({ [fault.name]: undefined })} />
        ))}
        {canManage && (
          <div className="filters-end">
            <Button onClick={() => setEditing("new")}>
              New item <kbd>c</kbd>
            </Button>
          </div>
        )}
      </div>
      {pages.problem && <Refusal problem={pages.problem} />}
      <div className="screen-body">
        <div>
          {pages.isLoading && !pages.problem ? (
            <p className="dim">Reading the items…</p>
          ) : (
            <List
              label="Items"
              columns={columns}
              rows={rows}
              rowId={(item) => item.id}
              onOpen={open}
              onMore={pages.more}
              goTo={saved}
              empty={
                pages.problem ? null : (
                  <EmptyList what="items" isFiltered={isFiltered} filter={q !== "" && Object.keys(values).length === 1 ? `“${q}”` : undefined} onClear={clear}>
                    <h2>No items yet</h2>
                    <p>An item says what is kept in stock: its unit, how goods of it are told apart and what they cost.</p>
                    {canManage && <Button onClick={() => setEditing("new")}>Make the first one</Button>}
                  </EmptyList>
                )
              }
            />
          )}
        </div>
      </div>
      {editing !== undefined && <ItemDialog item={editing === "new" ? undefined : editing} onClose={() => setEditing(undefined)} onSaved={(id) => setSaved({ id })} />}
    </div>
  );
}

function columnsOf(rows: readonly Item[], categories: Categories | undefined, units: ReadonlyMap<string, string> | undefined): Column<Item>[] {
  const hasCategories = rows.some((item) => item.categoryId !== null);
  const hasUnits = rows.some((item) => item.unitCode !== PIECE);
  const hasLevels = rows.some((item) => item.reorderPoint !== null);
  const columns: (Column<Item> | false)[] = [
    {
      id: "sku",
      head: "SKU",
      width: "9rem",
      corner: "bottom-left",
      cell: (item) => (
        <Link to="/items/$item" params={{ item: item.sku }} className="quiet strong" tabIndex={-1}>
          {item.sku}
        </Link>
      ),
    },
    {
      id: "name",
      head: "Name",
      width: "minmax(12rem, 1fr)",
      corner: "top-left",
      cell: (item) => (
        <span dir="auto" title={item.name}>
          {item.name}
        </span>
      ),
    },
    hasCategories && {
      id: "category",
      head: "Category",
      width: "10rem",
      cell: (item) => {
        const category = item.categoryId ? categories?.byId.get(item.categoryId) : undefined;
        return category && <span title={categories?.path(category)}>{category.name}</span>;
      },
    },
    { id: "tracking", head: "Told apart", width: "8rem", corner: "bottom-right", cell: (item) => item.tracking !== "none" && <span>{TRACKING[item.tracking]}</span> },
    { id: "costing", head: "Costing", width: "9rem", cell: (item) => <span className="dim">{COSTING[item.costingMethod]}</span> },
    hasUnits && { id: "unit", head: "Unit", width: "6rem", cell: (item) => <span className="dim">{unitWord(units, item.unitCode) || "pieces"}</span> },
    hasLevels && { id: "reorder", head: "Reorder at", kind: "number", width: "6.5rem", cell: (item) => <Amount value={item.reorderPoint} /> },
    rows.some((item) => !item.isActive) && { id: "state", head: "State", width: "6rem", corner: "top-right", cell: (item) => !item.isActive && <Chip kind="voided">inactive</Chip> },
  ];
  return columns.filter((column) => column !== false);
}
