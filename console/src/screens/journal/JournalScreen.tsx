import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, Suspense, lazy, useCallback, useState } from "react";
import { type EntryRow, stateOf, useEntries, useEntryTotals } from "../../api/entries";
import { may } from "../../api/session";
import { useActions } from "../../app/actions";
import { leaveAt, leftAt } from "../../app/came";
import { Chip } from "../../parts/Chip";
import { Amount } from "../../parts/Amount";
import { EmptyList } from "../../parts/Filters";
import { type Column, List } from "../../parts/List";
import { Railed } from "../../parts/MonthRail";
import { News } from "../../parts/News";
import { Refusal } from "../../parts/Refusal";
import { Views } from "../../parts/Views";
import "../../parts/screen.css";
import { formatDay } from "../../text/day";
import { JournalFilters } from "./JournalFilters";
import { useJournalSearch } from "./search";
import { plural, writeCount } from "../../text/language";

/** Loaded when a row is looked at beside the list. */
const EntryPeek = lazy(() => import("./EntryPeek").then((own) => ({ default: own.EntryPeek })));

/** Loaded when something is marked. */
const BulkBar = lazy(() => import("./BulkBar").then((own) => ({ default: own.BulkBar })));

const COLUMNS: Column<EntryRow>[] = [
  { id: "date", head: "Date", width: "6.25rem", corner: "bottom-left", cell: (row) => <DayAndNumber row={row} /> },
  { id: "number", head: "Number", width: "9rem", cell: (row) => row.number ?? <span className="dim">on posting</span> },
  {
    id: "text",
    head: "Text",
    width: "minmax(8rem, 1fr)",
    corner: "top-left",
    cell: (row) => (
      <span className="struck" dir="auto" title={row.description}>
        {row.description || <span className="dim">no text</span>}
      </span>
    ),
  },
  {
    id: "accounts",
    head: "Accounts",
    width: "minmax(6rem, 11rem)",
    cell: (row) => accountsOf(row),
  },
  {
    id: "amount",
    head: "Amount",
    kind: "number",
    width: "minmax(8rem, auto)",
    corner: "top-right",
    cell: (row) => (
      <span className="struck">
        <Amount value={row.totalDebit} />
      </span>
    ),
  },
  {
    id: "status",
    head: "Status",
    width: "10rem",
    corner: "bottom-right",
    cell: (row) => {
      const state = stateOf(row);
      return <Chip kind={state.kind}>{state.word}</Chip>;
    },
  },
];

/** The day; where a row has two lines, its number beside. */
function DayAndNumber({ row }: { row: EntryRow }): JSX.Element {
  return (
    <>
      {formatDay(row.date)}
      {row.number && <span className="journal-number"> · {row.number}</span>}
    </>
  );
}

/** With an entry shown beside, which tells the rest. */
const BESIDE = COLUMNS.filter((column) => column.id !== "accounts" && column.id !== "status");

/** From which accounts to which an entry goes: `1100 → 4000, 4900`. */
function accountsOf(row: EntryRow): JSX.Element {
  const side = (wanted: "debit" | "credit"): string =>
    row.accounts
      .filter((account) => account.side === wanted)
      .map((account) => account.code ?? "…")
      .join(", ") || "?";
  const rest = row.accountCount - row.accounts.length;
  const names = row.accounts.map((account) => `${account.code ?? ""} ${account.name ?? ""}`.trim()).join(", ");
  return (
    <span title={names}>
      {side("debit")} → {side("credit")}
      {rest > 0 && ` +${rest}`}
    </span>
  );
}

/** All entries of the books, newest first, by filters that stand in the address. */
export function JournalScreen(): JSX.Element {
  const navigate = useNavigate();
  const { search, faults, filter, change, clear } = useJournalSearch();
  const { rows, more, isLoading, problem, again } = useEntries(filter);
  const totals = useEntryTotals(filter);
  const [peek, setPeek] = useState<string>();
  const [at, setAt] = useState(() => leftAt(filter));
  const arrive = useCallback(
    (id: string): void => {
      leaveAt(filter, id);
      setAt(id);
    },
    [filter],
  );
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const together = rows.filter((row) => marked.has(row.id));
  const open = useCallback(
    (row: EntryRow): void => {
      arrive(row.id);
      void navigate({ to: "/journal/$entry", params: { entry: row.number ?? row.id }, state: { list: filter } });
    },
    [navigate, filter, arrive],
  );
  const create = useCallback(() => void navigate({ to: "/journal/new" }), [navigate]);
  const canCreate = may("journalEntries:draft") || may("journalEntries:post");
  useActions([
    ...(canCreate ? [{ id: "new-entry", title: "New entry", keys: "c", words: "create post journal", run: create }] : []),
    { id: "filter", title: "Filter by text", keys: "/", run: () => document.getElementById("journal-text")?.focus() },
  ]);
  return (
    <div className="screen">
      <div className="screen-head">
        <h1>Journal</h1>
        {totals && totals.count > 0 && (
          <p>
            {writeCount(totals.count)} {plural(totals.count, "entry", "entries")} ·{" "}
            <Amount value={totals.totalDebit} currency={totals.currency} /> debited
          </p>
        )}
      </div>
      <JournalFilters search={search} faults={faults} onChange={change}>
        <News noun="journalEntry" onShow={again} />
        <Views screen="/journal" />
        {canCreate && (
          <Button onClick={create}>
            New entry <kbd>c</kbd>
          </Button>
        )}
      </JournalFilters>
      {problem && <Refusal problem={problem} />}
      {together.length > 0 && (
        <Suspense fallback={null}>
          <BulkBar rows={together} onMark={setMarked} />
        </Suspense>
      )}
      <div className="screen-body" data-peek={peek !== undefined}>
        <div>
          {isLoading ? (
            <p className="dim">Reading entries…</p>
          ) : (
            <Railed months={peek === undefined ? (totals?.byMonth ?? []) : []} at={rows[0]?.date} one="entry" many="entries" onJump={(to) => change({ to, sort: undefined })}>
              <List
                label="Journal entries"
                columns={peek === undefined ? COLUMNS : BESIDE}
                rows={rows}
                rowId={(row) => row.id}
                margin={(row) => stateOf(row).margin}
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
                  <EmptyList what="entries" isFiltered={Object.keys(search).length > 0} onClear={clear}>
                    <h2>No entries yet</h2>
                    <p>The journal holds every entry of the books, in the order of their dates. Begin with the opening balances or the first sale.</p>
                    {canCreate && <Button onClick={create}>Enter the first one</Button>}
                  </EmptyList>
                }
              />
            </Railed>
          )}
        </div>
        {peek !== undefined && (
          <Suspense>
            <EntryPeek id={peek} onClose={() => setPeek(undefined)} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
