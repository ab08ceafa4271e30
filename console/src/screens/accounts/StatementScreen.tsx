import { Button } from "@mantine/core";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { type JSX, useCallback, useEffect, useMemo, useState } from "react";
import { type Account, type Chart, useChart } from "../../api/accounts";
import { useZone } from "../../api/organization";
import { likelyDay, usePeriods } from "../../api/periods";
import { problemOf } from "../../api/problem";
import { may } from "../../api/session";
import { useStatement } from "../../api/statements";
import { useActions } from "../../app/actions";
import { useFilters } from "../../app/filters";
import { today } from "../../app/today";
import { ChoiceChip } from "../../parts/ChoiceChip";
import { DateRange, writtenSpan } from "../../parts/DateRange";
import { ExportMenu } from "../../parts/ExportMenu";
import { EmptyList, FaultyChip, FilterChip } from "../../parts/Filters";
import { List } from "../../parts/List";
import { Refusal } from "../../parts/Refusal";
import "../../parts/screen.css";
import { day, instant, one } from "../../text/filters";
import { isZero } from "../../text/number";
import { nameOfPoint } from "../reports/knowing";
import { EntryPeek } from "../journal/EntryPeek";
import { AccountDialog } from "./AccountDialog";
import "./accounts.css";
import { BankBalance } from "./BankBalance";
import { kindOf } from "./kinds";
import "./statement.css";
import { Closing, type Row, columnsOf, largestRows, rowId, rowsOf } from "./statementRows";

const SCHEMA = { from: day, to: day, knownAt: instant, order: one(["day", "amount"]) };

const ORDERS = { day: "by day", amount: "largest first" } as const;

/** Every line of an account with the balance after it; of a group, those of all accounts below it. */
export function StatementScreen(): JSX.Element {
  const { account: name = "" } = useParams({ strict: false });
  const chart = useChart();
  const account = chart?.byCode.get(name) ?? chart?.byId.get(name);
  if (!chart) return <p className="dim">Reading the chart…</p>;
  if (!account) {
    return <Refusal problem={problemOf(404, { code: "not_found", title: "There is no such account", detail: `no account has the code ${name} here` })} />;
  }
  return <Statement key={account.id} account={account} chart={chart} />;
}

function Statement({ account, chart }: { account: Account; chart: Chart }): JSX.Element {
  const navigate = useNavigate();
  const { values, faults, change, clear } = useFilters(SCHEMA);
  const { from, to, knownAt, order = "day" } = values;
  const filter = useMemo(() => ({ dateFrom: from, dateTo: to, knownAt }), [from, to, knownAt]);
  const zone = useZone();
  const { statement, lines, more, isLoading, problem } = useStatement(account.id, filter);
  const [shown, setShown] = useState<Row>();
  const peek = shown?.line?.entryId;
  const show = (row: Row | undefined): void => setShown(row?.line && (!shown || rowId(row) !== rowId(shown)) ? row : undefined);
  const [isEditing, setEditing] = useState(false);
  const at = to ?? likelyDay(usePeriods(), today());
  const rows = useMemo(() => {
    // An account at rest has a balance and no lines; one that was never used has nothing to show.
    const isBlank = !statement || (lines.length === 0 && isZero(statement.openingBalance));
    if (isBlank) return [];
    return order === "amount" ? largestRows(lines) : rowsOf(statement, lines);
  }, [statement, lines, order]);
  // The largest is known only when all are read.
  useEffect(() => {
    if (order === "amount") more?.();
  }, [order, more]);
  const kept = useMemo(() => ({ ...(from && { from }), ...(to && { to }), ...(knownAt && { knownAt }) }), [from, to, knownAt]);
  const base = statement?.currency ?? "";
  const isBeside = peek !== undefined;
  const columns = useMemo(
    () => columnsOf({ statement, lines, chart, account, kept, isBeside, order }),
    [statement, lines, chart, account, kept, isBeside, order],
  );
  const open = useCallback(
    (row: Row) => {
      if (row.line) void navigate({ to: "/journal/$entry", params: { entry: row.line.number ?? row.line.entryId } });
    },
    [navigate],
  );
  const canManage = may("accounts:manage");
  useActions([
    ...(canManage ? [{ id: "edit-account", title: "Change the account", keys: "e", words: "edit rename", run: () => setEditing(true) }] : []),
    {
      id: "journal-of-account",
      title: `Entries with ${account.code} in the journal`,
      words: "list entries",
      run: () => void navigate({ to: "/journal", search: { account: account.code, ...kept } }),
    },
  ]);
  const parent = account.parentId ? chart.byId.get(account.parentId) : undefined;
  return (
    <div className="screen statement">
      <div className="screen-head">
        <h1>
          {account.code} <span dir="auto">{account.name}</span>
        </h1>
        <p>
          {account.isGroup ? `group of ${kindOf(account)} accounts` : kindOf(account)}
          {parent && (
            <>
              {" "}
              in{" "}
              <Link to="/accounts/$account" params={{ account: parent.code }} search={kept}>
                {parent.name}
              </Link>
            </>
          )}
          {!account.isActive && " · inactive"} · <Link to="/accounts" search={to ? { at: to } : {}}>all accounts</Link>
        </p>
      </div>
      <div className="filters" role="search">
        <DateRange span={{ from, to }} onChange={(span) => change({ from: span.from, to: span.to })} />
        <ChoiceChip name="Order" value={values.order} usual="day" choices={ORDERS} onChange={(next) => change({ order: next === "amount" ? next : undefined })} />
        {knownAt && (
          <FilterChip name="As known" value={nameOfPoint(knownAt, zone)} onClear={() => change({ knownAt: undefined })}>
            {() => <p>The statement as the books were known at that moment.</p>}
          </FilterChip>
        )}
        {faults.map((fault) => (
          <FaultyChip key={fault.name} name={fault.name} text={fault.text} onClear={() => change({ [fault.name]: undefined })} />
        ))}
        <div className="filters-end">
          {account.isReconcilable && (account.controlFor === "receivable" || account.controlFor === "payable") && (
            <Button variant="default" onClick={() => void navigate({ to: "/open-items", search: { side: account.controlFor ?? "", at } })}>
              Open items
            </Button>
          )}
          <ExportMenu
            path={`/accounting/accounts/${account.id}/statement`}
            asked={{ dateFrom: from, dateTo: to, knownAt }}
            disabled={rows.length === 0 ? "there are no lines on these days" : undefined}
          />
          {canManage && (
            <Button variant="default" onClick={() => setEditing(true)}>
              Change <kbd>e</kbd>
            </Button>
          )}
        </div>
      </div>
      {account.controlFor === "bank" && statement && <BankBalance closing={statement.closingBalance} currency={base} day={at} />}
      {problem && <Refusal problem={problem} />}
      <div className="screen-body" data-peek={peek !== undefined}>
        <div>
          {isLoading && !problem ? (
            <p className="dim">Reading the statement…</p>
          ) : (
            <List
              label={`Statement of ${account.code} ${account.name}`}
              keptAs="Statement"
              columns={columns}
              rows={rows}
              rowId={rowId}
              margin={(row) => (row.line?.status === "voided" ? "voided" : undefined)}
              onOpen={open}
              onPeek={(row) => show(row)}
              onMore={more}
              keepsColumns
              current={shown && rowId(shown)}
              foot={statement && <Closing statement={statement} columns={columns} />}
              empty={
                problem ? null : (
                  <EmptyList
                    what="lines"
                    isFiltered={from !== undefined || to !== undefined}
                    filter={writtenSpan({ from, to })}
                    onClear={clear}
                  >
                    <h2>No lines yet</h2>
                    <p>
                      Every entry that names {account.isGroup ? "an account below this group" : "this account"} leaves a line here, with the balance after it.
                    </p>
                  </EmptyList>
                )
              }
            />
          )}
        </div>
        {peek !== undefined && <EntryPeek id={peek} onClose={() => setShown(undefined)} />}
      </div>
      {isEditing && <AccountDialog account={account} onClose={() => setEditing(false)} />}
    </div>
  );
}
