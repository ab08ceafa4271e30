import { Button } from "@mantine/core";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type JSX, useMemo, useState } from "react";
import { newKey } from "../../api/key";
import { deletePlace, setPlaceStatus, usePlaceStocks } from "../../api/places";
import { asProblem, type Problem, problemOf } from "../../api/problem";
import { touched } from "../../api/queries";
import { keepRemoved, removeSoon, removing } from "../../api/removing";
import { may } from "../../api/session";
import { useStore } from "../../api/store";
import { type Warehouse, useWarehouses } from "../../api/warehouses";
import { type Action, useActions } from "../../app/actions";
import { say } from "../../app/toasts";
import { Amount } from "../../parts/Amount";
import { Chip } from "../../parts/Chip";
import { Facts } from "../../parts/Facts";
import "../../parts/record.css";
import { Refusal } from "../../parts/Refusal";
import "../../parts/screen.css";
import { Tabs } from "../../parts/Tabs";
import { useWays } from "../../parts/useWays";
import { FreezeDialog, FrozenNotes } from "../goods/FrozenNote";
import { ActDialog } from "../close/ActDialog";
import { Bins } from "./Bins";
import { DeactivateDialog } from "./DeactivateDialog";
import { PlaceDetails } from "./PlaceDetails";
import { PlaceDialog } from "./PlaceDialog";
import "./places.css";
import { Reserved } from "./Reserved";
import { ReclassifyDialog, ScopeDialog } from "./ValueDialogs";
import { KINDS, STATES } from "./words";

type Open = "edit" | "freeze" | "freezeGoods" | "deactivate" | "reclassify" | "scope";

/** A warehouse: its bins, what is promised there, and all that is said of it. */
export function PlaceScreen(): JSX.Element {
  const { place: name = "" } = useParams({ strict: false });
  const known = useWarehouses();
  const place = known?.byCode.get(name) ?? known?.byCode.get(name.toUpperCase()) ?? known?.byId.get(name);
  if (!known) return <p className="dim">Reading the warehouse…</p>;
  if (!place) return <Refusal problem={problemOf(404, { code: "not_found", title: "There is no such warehouse", detail: `no warehouse has the code ${name} here` })} />;
  return <Record key={place.id} place={place} parent={known.byId.get(place.parentId ?? "")} />;
}

function Record({ place, parent }: { place: Warehouse; parent: Warehouse | undefined }): JSX.Element {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const isGoing = useStore(removing).has(place.id);
  const stock = usePlaceStocks(useMemo(() => [place.id], [place.id])).get(place.id);
  const [opened, setOpened] = useState<Open>();
  const [problem, setProblem] = useState<Problem>();
  const ways = useWays({});
  const close = (): void => setOpened(undefined);
  const canChange = may("warehouses:update");
  const isActive = place.status === "active";
  const tabs = [
    ["bins", "Bins"],
    ...(may("reservations:read") ? [["reserved", "Reserved"] as const] : []),
    ["details", "Details"],
  ] as const;
  const tab = tabs.find(([one]) => one === search["tab"])?.[0] ?? "bins";

  async function run(work: () => Promise<unknown>): Promise<void> {
    setProblem(undefined);
    ways.clear();
    try {
      await work();
    } catch (error) {
      setProblem(asProblem(error));
    }
    void touched("stock");
  }

  const activate = (): void =>
    void run(async () => {
      await setPlaceStatus(place, "active", newKey());
      say(`${place.code} takes all movements again`);
    });
  const remove = (): void =>
    void run(async () => {
      await deletePlace(place, true);
      removeSoon({
        id: place.id,
        called: `The warehouse ${place.code}`,
        send: async () => {
          await deletePlace(place, false);
          await touched("stock");
        },
      });
      void navigate({ to: "/places" });
    });
  const acts: (Action & { button?: boolean; danger?: boolean })[] = [
    ...(canChange
      ? [
          // Among bins `e` changes the bin.
          { id: "edit-place", title: "Change", ...(tab === "bins" ? {} : { keys: "e" }), words: `edit rename ${place.code}`, button: true, run: () => setOpened("edit") },
          ...(isActive
            ? [{ id: "place-freeze", title: "Freeze…", words: "stop count", button: true, run: () => setOpened("freeze") }]
            : [{ id: "place-activate", title: place.status === "frozen" ? "Unfreeze" : "Activate", words: "open", button: true, run: activate }]),
          ...(place.status === "inactive" ? [] : [{ id: "place-deactivate", title: "Deactivate…", words: "close end", button: true, run: () => setOpened("deactivate") }]),
        ]
      : []),
    ...(canChange && may("movements:adjust")
      ? [
          { id: "place-reclassify", title: "Value on another account…", words: "reclassify", run: () => setOpened("reclassify") },
          { id: "place-scope", title: "Change the costing…", words: "scope pool share", run: () => setOpened("scope") },
        ]
      : []),
    ...(may("frozenPools:manage") ? [{ id: "place-goods", title: "Freeze its goods…", words: "stop block", run: () => setOpened("freezeGoods") }] : []),
    { id: "place-labels", title: "Labels", words: "print barcode sticker bins", button: true, run: () => void navigate({ to: "/labels", search: { what: "bins", warehouse: place.code } }) },
    ...(may("counts:record") ? [{ id: "place-count", title: "Count", words: "stocktake", button: true, run: () => void navigate({ to: "/counts/new", search: { warehouse: place.code } }) }] : []),
    ...(may("warehouses:delete") ? [{ id: "place-delete", title: "Delete", words: "remove", button: true, danger: true, run: remove }] : []),
  ];
  useActions([
    { id: "place-back", title: "All warehouses", keys: "esc", quiet: true, run: () => document.querySelector("[role=dialog]") ?? void navigate({ to: "/places" }) },
    ...(isGoing ? [] : acts),
  ]);
  return (
    <div className="record places">
      <div className="screen-head">
        <h1>
          {place.code} <span dir="auto">{place.name}</span>
        </h1>
        <p>
          <Chip kind={STATES[place.status].kind}>{STATES[place.status].word}</Chip> {KINDS[place.kind]}
          {place.isDefault && " · the default"}
          {parent && (
            <>
              {" "}
              · in{" "}
              <Link to="/places/$place" params={{ place: parent.code }}>
                {parent.name}
              </Link>
            </>
          )}{" "}
          · <Link to="/places">all warehouses</Link>
        </p>
      </div>
      {isGoing && (
        <p className="record-note" role="status">
          This warehouse will be deleted in a moment.
          <Button variant="default" size="compact-sm" onClick={() => keepRemoved(place.id)}>
            Undo
          </Button>
        </p>
      )}
      {place.status === "frozen" && (
        <p className="record-note">
          It is frozen: nothing moves in it but the differences of counts.
          {canChange && (
            <Button variant="default" size="compact-sm" onClick={activate}>
              Unfreeze
            </Button>
          )}
        </p>
      )}
      <FrozenNotes asked={{ warehouseId: place.id }} />
      {problem && <Refusal problem={problem} onWay={ways.go} />}
      {ways.part}
      {!stock && may("movements:read") && <Facts facts={[["Items on hand", "…"]]} />}
      {stock && (
        <Facts
          facts={[
            ["Items on hand", <StockLink key="items" search={{ warehouse: place.code }} value={String(stock.itemsOnHand)} />],
            ["Value", stock.value !== null && <StockLink search={{ warehouse: place.code }} value={stock.value} currency={stock.currency} />],
            ["Owed", stock.itemsOwed > 0 && <Amount value={String(stock.itemsOwed)} />],
            ["Coming, lines", stock.inTransitTo > 0 && <StockLink search={{ view: "transit", warehouse: place.code }} value={String(stock.inTransitTo)} />],
            ["On their way from here, lines", stock.inTransitFrom > 0 && <StockLink search={{ view: "transit" }} value={String(stock.inTransitFrom)} />],
            ["Reservations", stock.activeReservations > 0 && <Link key="reserved" to="/places/$place" params={{ place: place.code }} search={{ tab: "reserved" }}><Amount value={String(stock.activeReservations)} /></Link>],
            ["Open counts", stock.openCounts > 0 && <Link key="counts" to="/counts"><Amount value={String(stock.openCounts)} /></Link>],
          ]}
        />
      )}
      {!isGoing && (
        <div className="record-acts">
          {acts
            .filter((act) => act.button)
            .map((act) => (
              <Button key={act.id} variant={act.danger ? "danger" : "default"} onClick={act.run}>
                {act.title} {act.keys && <kbd>{act.keys}</kbd>}
              </Button>
            ))}
        </div>
      )}
      <Tabs label="Parts of the warehouse" tabs={tabs} current={tab} keeps={[]} />
      {tab === "bins" && <Bins place={place} onNoBins={() => setOpened("edit")} />}
      {tab === "reserved" && <Reserved place={place} />}
      {tab === "details" && <PlaceDetails place={place} onReclassify={canChange && may("movements:adjust") ? () => setOpened("reclassify") : undefined} onScope={canChange && may("movements:adjust") ? () => setOpened("scope") : undefined} />}
      {opened === "edit" && (
        <PlaceDialog
          place={place}
          onClose={close}
          onSaved={() => undefined}
        />
      )}
      {opened === "deactivate" && <DeactivateDialog place={place} onClose={close} />}
      {opened === "reclassify" && <ReclassifyDialog place={place} onClose={close} />}
      {opened === "scope" && <ScopeDialog place={place} onClose={close} />}
      {opened === "freezeGoods" && <FreezeDialog warehouseId={place.id} what={`all goods of ${place.code}`} onClose={close} />}
      {opened === "freeze" && (
        <ActDialog
          title={`Freeze ${place.code}`}
          act="Freeze"
          means="Nothing moves in a frozen warehouse but the differences of counts: for the time in which it is counted."
          undo="It can be unfrozen at any time."
          reason="none"
          run={({ key }) => setPlaceStatus(place, "frozen", key)}
          onDone={() => {
            close();
            say(`${place.code} is frozen`);
            void touched("stock");
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

function StockLink({ search, value, currency }: { search: Record<string, string>; value: string; currency?: string }): JSX.Element {
  return (
    <Link to="/stock" search={search}>
      <Amount value={value} currency={currency} />
    </Link>
  );
}
