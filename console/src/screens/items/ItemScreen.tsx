import { Button } from "@mantine/core";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { type Item, useCategories, useItem } from "../../api/items";
import { useChanges } from "../../api/changes";
import { useMyId } from "../../api/me";
import { keepRemoved, removing } from "../../api/removing";
import { may } from "../../api/session";
import { useStore } from "../../api/store";
import { useActions } from "../../app/actions";
import { Chip } from "../../parts/Chip";
import "../../parts/record.css";
import { Refusal } from "../../parts/Refusal";
import "../../parts/screen.css";
import { Tabs } from "../../parts/Tabs";
import { History } from "../entry/History";
import { FreezeDialog, FrozenNotes } from "../goods/FrozenNote";
import { Details } from "./Details";
import { ItemDialog } from "./ItemDialog";
import { Layers } from "./Layers";
import { Ledger } from "./Ledger";
import { Levels } from "./Levels";
import { Lots } from "./Lots";
import { useItemActs } from "./useItemActs";

type Tab = "stock" | "ledger" | "lots" | "layers" | "details" | "history";

/** An item: where it is, how it moved, what it costs, and all that is said of it. */
export function ItemScreen(): JSX.Element {
  const { item: name } = useParams({ strict: false });
  const { item, problem } = useItem(name);
  if (problem) return <Refusal problem={problem} />;
  if (!item) return <p className="dim">Reading the item…</p>;
  return <Record key={item.id} item={item} />;
}

function Record({ item }: { item: Item }): JSX.Element {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const category = useCategories()?.byId.get(item.categoryId ?? "");
  const isGoing = useStore(removing).has(item.id);
  const [isEditing, setEditing] = useState(false);
  const [isFreezing, setFreezing] = useState(false);
  const canManage = may("items:manage");
  const acts = useItemActs(item);
  const tabs: (readonly [Tab, string])[] = [
    ["stock", "On hand"],
    ["ledger", "Movements"],
    ...(item.tracking === "none" ? [] : [["lots", item.tracking === "lot" ? "Lots" : "Pieces"] as const]),
    ...(may("costs:read") ? [["layers", "Cost layers"] as const] : []),
    ["details", "Details"],
    ["history", "History"],
  ];
  const tab = tabs.find(([one]) => one === search["tab"])?.[0] ?? "stock";
  const edit = (): void => setEditing(true);
  useActions(
    isGoing
      ? []
      : [
          { id: "item-back", title: "All items", keys: "esc", quiet: true, run: () => document.querySelector("[role=dialog]") ?? void navigate({ to: "/items" }) },
          { id: "item-labels", title: "Print labels of the item", words: "barcode sticker", run: () => void navigate({ to: "/labels", search: { item: item.sku } }) },
          ...(may("movements:draft") ? [{ id: "item-receive", title: `Receive ${item.sku}`, words: "movement receipt", run: () => void navigate({ to: "/movements/new", search: { kind: "receipt", item: item.sku } }) }] : []),
          ...(may("frozenPools:manage") ? [{ id: "item-freeze", title: `Freeze ${item.sku}…`, words: "stop block", run: () => setFreezing(true) }] : []),
          ...(canManage
            ? [
                // Among lots `e` changes the lot.
                { id: "edit-item", title: "Change the item", ...(tab === "lots" ? {} : { keys: "e" }), words: "edit rename", run: edit },
                { id: "item-active", title: item.isActive ? "Deactivate the item" : "Activate the item", words: "inactive hide", run: acts.toggle },
                { id: "item-delete", title: "Delete the item", words: "remove", run: acts.remove },
              ]
            : []),
        ],
  );
  return (
    <div className="record">
      <div className="screen-head">
        <h1>
          {item.sku} <span dir="auto">{item.name}</span>
        </h1>
        <p>
          {!item.isActive && <Chip kind="voided">inactive</Chip>}{" "}
          {category && (
            <>
              <Link to="/items" search={{ category: category.code }}>
                {category.name}
              </Link>{" "}
              ·{" "}
            </>
          )}
          <Link to="/items">all items</Link>
        </p>
      </div>
      {isGoing && (
        <p className="record-note" role="status">
          This item will be deleted in a moment.
          <Button variant="default" size="compact-sm" onClick={() => keepRemoved(item.id)}>
            Undo
          </Button>
        </p>
      )}
      <FrozenNotes asked={{ itemId: item.id }} />
      {acts.problem && <Refusal problem={acts.problem} onWay={acts.ways.go} />}
      {acts.ways.part}
      {!isGoing && (
        <div className="record-acts">
          {canManage && (
            <Button variant="default" onClick={edit}>
              Change {tab !== "lots" && <kbd>e</kbd>}
            </Button>
          )}
          {may("movements:draft") && (
            <Button variant="default" onClick={() => void navigate({ to: "/movements/new", search: { kind: "receipt", item: item.sku } })}>
              Receive
            </Button>
          )}
          <Button variant="default" onClick={() => void navigate({ to: "/labels", search: { item: item.sku } })}>
            Labels
          </Button>
          {may("frozenPools:manage") && (
            <Button variant="default" onClick={() => setFreezing(true)}>
              Freeze…
            </Button>
          )}
          {canManage && (
            <>
              <Button variant="default" loading={acts.isBusy} onClick={acts.toggle}>
                {item.isActive ? "Deactivate" : "Activate"}
              </Button>
              <Button variant="danger" onClick={acts.remove}>
                Delete
              </Button>
            </>
          )}
        </div>
      )}
      <Tabs label="Parts of the item" tabs={tabs} current={tab} keeps={[]} />
      {tab === "stock" && <Levels item={item} />}
      {tab === "ledger" && <Ledger item={item} />}
      {tab === "lots" && <Lots item={item} />}
      {tab === "layers" && <Layers item={item} />}
      {tab === "details" && <Details item={item} />}
      {tab === "history" && <ItemHistory item={item} />}
      {isEditing && <ItemDialog item={item} onClose={() => setEditing(false)} onSaved={acts.onSaved} />}
      {isFreezing && <FreezeDialog itemId={item.id} what={item.sku} onClose={() => setFreezing(false)} />}
    </div>
  );
}

/** Who changed what of the item, and when. */
function ItemHistory({ item }: { item: Item }): JSX.Element {
  const trail = useChanges(item.id);
  return <History {...trail} me={useMyId()} what="item" />;
}
