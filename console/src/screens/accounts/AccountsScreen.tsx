import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, useCallback, useMemo, useState } from "react";
import { type Account, useChart } from "../../api/accounts";
import { type Balances, useBalances } from "../../api/balances";
import { likelyDay, usePeriods } from "../../api/periods";
import { may } from "../../api/session";
import { useActions } from "../../app/actions";
import { useFilters } from "../../app/filters";
import { today } from "../../app/today";
import { Amount } from "../../parts/Amount";
import { AsOf } from "../../parts/DateRange";
import { ExportMenu } from "../../parts/ExportMenu";
import { EmptyList, FaultyChip, FilterChip } from "../../parts/Filters";
import { Indented, folds, useFolds } from "../../parts/Folds";
import { type Column, List } from "../../parts/List";
import { Refusal } from "../../parts/Refusal";
import "../../parts/screen.css";
import { TextFilter } from "../../parts/TextFilter";
import { ToStatement } from "../../parts/ToStatement";
import { type Branch, branches } from "../../parts/tree";
import { formatDay } from "../../text/day";
import { day, instant, text } from "../../text/filters";
import { matchesWordStarts } from "../../text/search";
import { AccountDialog } from "./AccountDialog";
import "./accounts.css";
import { kindOf } from "./kinds";

const SCHEMA = { at: day, q: text, knownAt: instant };
const FOLDS = folds("accounts");
/** A longer chart shows its first two levels at first. */
const LONG_CHART = 400;

/** The chart of accounts as a tree, with every balance as of a day. */
export function AccountsScreen(): JSX.Element {
  const navigate = useNavigate();
  const { values, faults, change, clear } = useFilters(SCHEMA);
  const periods = usePeriods();
  const at = values.at ?? likelyDay(periods, today());
  const chart = useChart();
  const { balances, problem } = useBalances(at, values.knownAt);
  const [opened, fold] = useFolds(FOLDS);
  const [editing, setEditing] = useState<Account | "new">();
  const [saved, setSaved] = useState<{ id: string }>();
  const q = values.q ?? "";
  const all = chart?.all;
  const rows = useMemo(() => {
    if (!all) return [];
    const isOpen = (account: Account, level: number): boolean => opened.get(account.id) ?? (all.length <= LONG_CHART || level < 2);
    const fits = q === "" ? undefined : (account: Account) => matchesWordStarts(`${account.code} ${account.name}`, q);
    return branches(all, { id: (one) => one.id, parent: (one) => one.parentId, isOpen, fits });
  }, [all, opened, q]);
  const search = useMemo(
    () => ({ from: balances?.from, to: at, ...(values.knownAt && { knownAt: values.knownAt }) }),
    [balances?.from, at, values.knownAt],
  );
  const open = useCallback(
    (row: Branch<Account>) => void navigate({ to: "/accounts/$account", params: { account: row.node.code }, search }),
    [navigate, search],
  );
  const columns = useMemo(() => columnsOf(balances, search, fold), [balances, search, fold]);
  const canManage = may("accounts:manage");
  const onText = useCallback((typed: string) => change({ q: typed || undefined }), [change]);
  useActions([
    { id: "filter", title: "Filter accounts", keys: "/", run: () => document.getElementById("accounts-text")?.focus() },
    ...(canManage
      ? [
          { id: "new-account", title: "New account", keys: "c", words: "create add", run: () => setEditing("new") },
          { id: "edit-account", title: "Change the account", keys: "e", words: "edit rename", run: () => setEditing(focused()) },
        ]
      : []),
  ]);
  const focused = (): Account | undefined => {
    const inside = document.activeElement?.closest<HTMLElement>("[data-row]");
    const row = inside ?? document.querySelector<HTMLElement>('.accounts [data-row][tabindex="0"]');
    return rows.find((one) => one.node.id === row?.dataset["id"])?.node;
  };
  return (
    <div className="screen accounts">
      <div className="screen-head">
        <h1>Accounts</h1>
        {balances && <p>Balances as of {formatDay(at)} in {balances.currency}</p>}
      </div>
      <div className="filters" role="search">
        <TextFilter id="accounts-text" label="Code or name" value={q} onChange={onText} />
        <AsOf day={at} onChange={(next) => change({ at: next })} />
        {values.knownAt && (
          <FilterChip name="As known" value={values.knownAt} onClear={() => change({ knownAt: undefined })}>
            {() => <p>Balances as the books were known at that moment.</p>}
          </FilterChip>
        )}
        {faults.map((fault) => (
          <FaultyChip key={fault.name} name={fault.name} text={fault.text} onClear={() => change({ [fault.name]: undefined })} />
        ))}
        <div className="filters-end">
          {may("reports:read") && (
            <ExportMenu
              path="/accounting/reports/trial-balance"
              asked={{ asOf: at, includeZero: "true", knownAt: values.knownAt }}
              disabled={all?.length === 0 ? "there are no accounts" : undefined}
            />
          )}
          {canManage && (
            <Button onClick={() => setEditing("new")}>
              New account <kbd>c</kbd>
            </Button>
          )}
        </div>
      </div>
      {problem && <Refusal problem={problem} />}
      <div className="screen-body">
        <div>
          {all === undefined ? (
            <p className="dim">Reading the chart…</p>
          ) : (
            <List
              label="Accounts"
              columns={columns}
              rows={rows}
              rowId={(row) => row.node.id}
              onOpen={may("reports:read") ? open : undefined}
              goTo={saved}
              tree={{
                level: (row) => row.level,
                opened: (row) => row.opened,
                fold: (row, to) => fold(row.node.id, to),
              }}
              foot={balances && q === "" && <Sums balances={balances} />}
              empty={
                <EmptyList what="accounts" isFiltered={q !== ""} filter={q === "" ? undefined : `“${q}”`} onClear={clear}>
                  <h2>No accounts yet</h2>
                  <p>The chart says which accounts entries can name. A template gives a whole chart; single accounts can follow.</p>
                  {canManage && <Button onClick={() => setEditing("new")}>Make the first one</Button>}
                </EmptyList>
              }
            />
          )}
        </div>
      </div>
      {editing !== undefined && (
        <AccountDialog account={editing === "new" ? undefined : editing} onClose={() => setEditing(undefined)} onSaved={(id) => setSaved({ id })} />
      )}
    </div>
  );
}

function columnsOf(
  balances: Balances | undefined,
  search: { from: string | undefined; to: string },
  fold: (id: string, opened: boolean) => void,
): Column<Branch<Account>>[] {
  const nameOf = (account: Account): string => `${account.code} ${account.name}`;
  return [
    {
      id: "account",
      head: <span className="accounts-head">Account</span>,
      width: "minmax(12rem, 1fr)",
      corner: "top-left",
      cell: ({ node, level, opened }) => (
        <Indented level={level} opened={opened} name={nameOf(node)} onFold={(to) => fold(node.id, to)}>
          <span className={rowClass(node)} title={nameOf(node)}>
            <span className="accounts-code">{node.code}</span> <span dir="auto">{node.name}</span>
            {!node.isActive && <span className="dim"> · inactive</span>}
          </span>
        </Indented>
      ),
    },
    { id: "kind", head: "Kind", width: "11rem", corner: "bottom-left", cell: ({ node }) => <span className="dim">{kindOf(node)}</span> },
    {
      id: "balance",
      head: "Balance",
      kind: "number",
      width: "minmax(9rem, auto)",
      corner: "top-right",
      cell: ({ node }) => {
        const balance = balances?.of(node);
        if (balance === undefined) return null;
        return (
          <ToStatement
            account={node.code}
            search={search}
            className={node.isGroup ? "quiet single strong" : "quiet"}
            tabIndex={-1}
            title={`Statement of ${nameOf(node)}`}
          >
            <Amount value={balance} />
          </ToStatement>
        );
      },
    },
  ];
}

function rowClass(account: Account): string {
  return `accounts-name${account.isGroup ? " strong" : ""}${account.isActive ? "" : " dim"}`;
}

/** Both sides of the trial balance, and what of them is the result of years that are not closed. */
function Sums({ balances }: { balances: Balances }): JSX.Element {
  const sums: [string, string][] = [
    ["Debit balances", balances.debit],
    ["Credit balances", balances.credit],
  ];
  for (const { name, net } of balances.results) sums.push([`${name}, a part of these`, net]);
  return (
    <>
      {sums.map(([words, sum]) => (
        <tr key={words} className="accounts-sum">
          <td className="list-margin" />
          <th scope="row">{words}</th>
          <td data-corner="none" />
          <td className="number">
            <span className="double strong">
              <Amount value={sum} />
            </span>
          </td>
        </tr>
      ))}
    </>
  );
}
