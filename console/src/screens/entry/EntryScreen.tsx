import { useMyId } from "../../api/me";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { JSX } from "react";
import { keepRemoved, removing } from "../../api/removing";
import { type Line, useEntry } from "../../api/entries";
import { useIsOrganizationKnown } from "../../api/organization";
import { useChanges } from "../../api/changes";
import { may } from "../../api/session";
import { useStore } from "../../api/store";
import { type Action, useActions } from "../../app/actions";
import { EntryLines } from "../../parts/EntryLines";
import { Refusal } from "../../parts/Refusal";
import "../../parts/screen.css";
import "../../parts/tabs.css";
import { Curl } from "./Curl";
import { DoingList } from "./DoingList";
import { EntryHead } from "./EntryHead";
import { History } from "./History";
import { Links } from "./Links";
import { useNeighbours } from "./neighbours";
import { naming } from "./people";
import { useDeeds } from "./useDeeds";
import "./entry.css";

const TABS = { lines: "Lines", links: "Links", history: "History", curl: "As curl" } as const;
type Tab = keyof typeof TABS;

/** An entry: its lines, what it hangs together with, its history, and what can be done with it. */
export function EntryScreen(): JSX.Element {
  const { entry: name } = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const { entry, problem } = useEntry(name);
  const myId = useMyId();
  const isKnown = useIsOrganizationKnown();
  const gone = useStore(removing);
  const { go, back, inList } = useNeighbours(entry);
  const deeds = useDeeds(entry, myId, back);
  const isGoing = entry !== undefined && gone.has(entry.id);
  const tabs = Object.keys(TABS) as Tab[];
  const tab = tabs.find((one) => one === search["tab"]) ?? "lines";
  // For those who write programs; everybody finds it by its name.
  const shown = tabs.filter((one) => one !== "curl" || one === tab || may("serviceAccounts:read"));
  const trail = useChanges(tab === "history" ? entry?.id : undefined);
  const beside = inList ? "of the list" : "of the journal";
  const doable: Action[] = isGoing ? [] : deeds.doings.map((one) => ({
    id: `entry-${one.deed}`,
    title: `${one.title.replace("…", "")} ${entry?.number ?? "this entry"}`,
    ...(one.keys && { keys: one.keys }),
    words: one.explains,
    disabled: one.disabled,
    run: () => deeds.run(one.deed),
  }));
  useActions([
    { id: "entry-before", title: `Entry before, ${beside}`, keys: "[", run: () => go(-1) },
    { id: "entry-after", title: `Entry after, ${beside}`, keys: "]", run: () => go(1) },
    // A dialog over the page closes by the same key.
    { id: "entry-back", title: "Back to the list", keys: "esc", quiet: true, run: () => document.querySelector("[role=dialog]") ?? back() },
    ...doable,
    ...statementsOf(entry?.lines ?? []).map(([party, name]) => ({
      id: `statement ${party}`,
      title: `Statement of account of ${name}`,
      words: "party customer supplier ledger",
      run: () => void navigate({ to: "/reports/party-statement", search: { party, ...(entry && { to: entry.date }) } }),
    })),
    { id: "entry-curl", title: "Show as curl", words: "api program developer call", run: () => void navigate({ to: ".", search: (now) => ({ ...now, tab: "curl" }), replace: true }) },
  ]);
  if (problem) return <Refusal problem={problem} />;
  if (!entry || !isKnown) return <p className="dim">Reading the entry…</p>;
  return (
    <div className="entry">
      <EntryHead entry={entry} name={naming(myId)} />
      {isGoing && (
        <p className="entry-note" role="status">
          This draft will be deleted in a moment.{" "}
          <button type="button" onClick={() => keepRemoved(entry.id)}>
            Undo
          </button>
        </p>
      )}
      {deeds.problem && <Refusal problem={deeds.problem} onWay={deeds.onWay} onAgain={deeds.onAgain} againTitle="Show how it is now" />}
      {deeds.wayPart}
      <nav className="tabs" aria-label="Parts of the entry">
        {shown.map((one) => (
          <Link
            key={one}
            to="."
            search={(now) => ({ ...now, tab: one === "lines" ? undefined : one })}
            state={(now) => now}
            replace
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            aria-current={one === tab ? "page" : undefined}
          >
            {TABS[one]}
          </Link>
        ))}
      </nav>
      <div className="entry-body">
        <div>
          {tab === "lines" && <EntryLines lines={entry.lines} baseCurrency={entry.baseCurrency} />}
          {tab === "links" && <Links entry={entry} />}
          {tab === "history" && <History {...trail} me={myId} />}
          {tab === "curl" && <Curl entry={entry} />}
        </div>
        {!isGoing && <DoingList doings={deeds.doings} busy={deeds.busy} onRun={deeds.run} />}
      </div>
      {deeds.dialog}
    </div>
  );
}

const MOST_PARTIES = 3;

/** The parties of these lines whose statements can be shown, with their names. */
function statementsOf(lines: readonly Line[]): [party: string, name: string][] {
  if (!may("reports:read")) return [];
  const parties = new Map(lines.flatMap(({ partyId, partyName, partyCode }) => (partyId ? [[partyId as string, partyName ?? partyCode ?? "the party"] as const] : [])));
  return [...parties].slice(0, MOST_PARTIES);
}
