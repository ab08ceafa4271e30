import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { keepRemoved, removing } from "../../api/removing";
import { type MovementLine, type MovementRow, useFollowers, useMovementRecord } from "../../api/movements";
import { useMyId } from "../../api/me";
import { apiBase } from "../../api/place";
import { may } from "../../api/session";
import { useStore } from "../../api/store";
import { useChanges } from "../../api/changes";
import { type Action, useActions } from "../../app/actions";
import { Refusal } from "../../parts/Refusal";
import "../../parts/screen.css";
import { Tabs } from "../../parts/Tabs";
import { useWays } from "../../parts/useWays";
import { Calls } from "../entry/Curl";
import { DoingList } from "../entry/DoingList";
import "../entry/entry.css";
import { History } from "../entry/History";
import { Books } from "./Books";
import { CostTrace } from "./CostTrace";
import { callsOf } from "./curl";
import { onTheWay } from "./doings";
import { useIsOrganizationKnown } from "../../api/organization";
import { Links } from "./Links";
import { MovementHead } from "./MovementHead";
import { MovementLines } from "./MovementLines";
import "./movements.css";
import { useMovementNeighbours } from "./neighbours";
import { useDeeds } from "./useDeeds";

type Tab = "lines" | "books" | "links" | "history" | "curl";
const TABS: readonly (readonly [Tab, string])[] = [
  ["lines", "Lines"],
  ["books", "Books"],
  ["links", "Links"],
  ["history", "History"],
  ["curl", "As curl"],
];
const NONE: MovementRow[] = [];

/** A movement: its lines, the entry behind it, what it hangs together with, its history, and what can be done with it. */
export function MovementScreen(): JSX.Element {
  const { movement: name } = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const { movement, problem } = useMovementRecord(name);
  const followers = useFollowers(movement?.id) ?? NONE;
  const me = useMyId();
  const isKnown = useIsOrganizationKnown();
  const gone = useStore(removing);
  const { go, back } = useMovementNeighbours(movement?.id);
  const deeds = useDeeds(movement, followers, me, back);
  const ways = useWays({});
  const [traced, setTraced] = useState<MovementLine>();
  const isGoing = movement !== undefined && gone.has(movement.id);
  const tabs = TABS;
  const tab = tabs.find(([one]) => one === search["tab"])?.[0] ?? "lines";
  const trail = useChanges(tab === "history" ? movement?.id : undefined);
  const toTab = (one: Tab): void =>
    void navigate({ to: ".", search: (now) => ({ ...now, tab: one === "lines" ? undefined : one }), state: (now) => now, replace: true });
  const doable: Action[] = isGoing
    ? []
    : deeds.doings.map((one) => ({
        id: `movement-${one.deed}`,
        title: `${one.title} ${movement?.reference ?? "this movement"}`,
        ...(one.keys && { keys: one.keys }),
        words: one.explains,
        disabled: one.disabled,
        run: () => deeds.run(one.deed),
      }));
  useActions([
    { id: "movement-before", title: "Movement before, of the list", keys: "[", run: () => go(-1) },
    { id: "movement-after", title: "Movement after, of the list", keys: "]", run: () => go(1) },
    { id: "movement-books", title: "Books: the entry behind it", keys: "b", run: () => toTab(tab === "books" ? "lines" : "books") },
    // A dialog over the page closes by the same key.
    { id: "movement-back", title: "Back to the list", keys: "esc", quiet: true, run: () => document.querySelector("[role=dialog]") ?? back() },
    ...doable,
  ]);
  if (problem) {
    return (
      <>
        <Refusal problem={problem} onWay={ways.go} />
        {ways.part}
      </>
    );
  }
  if (!movement || !isKnown) return <p className="dim">Reading the movement…</p>;
  return (
    <div className="entry">
      <MovementHead movement={movement} rest={onTheWay(movement, followers)} />
      {isGoing && (
        <p className="entry-note" role="status">
          This draft will be deleted in a moment.{" "}
          <button type="button" onClick={() => keepRemoved(movement.id)}>
            Undo
          </button>
        </p>
      )}
      {deeds.problem && <Refusal problem={deeds.problem} onWay={deeds.onWay} onAgain={deeds.onAgain} againTitle="Show how it is now" />}
      {deeds.wayPart}
      <Tabs label="Parts of the movement" tabs={tabs} current={tab} />
      <div className="entry-body">
        <div>
          {tab === "lines" && <MovementLines movement={movement} onTrace={may("costs:read") ? setTraced : undefined} />}
          {tab === "books" && <Books movement={movement} />}
          {tab === "links" && <Links movement={movement} followers={followers} />}
          {tab === "history" && <History {...trail} me={me} what="movement" />}
          {tab === "curl" && <Calls calls={callsOf(movement, `${apiBase}/api/v1`, may)} />}
        </div>
        {!isGoing && <DoingList doings={deeds.doings} busy={deeds.busy} onRun={deeds.run} />}
      </div>
      {deeds.dialog}
      {traced && <CostTrace movementId={movement.id} line={traced} onClose={() => setTraced(undefined)} />}
    </div>
  );
}
