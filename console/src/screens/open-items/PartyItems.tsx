import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, useMemo, useState } from "react";
import { useChart } from "../../api/accounts";
import { type OpenItem, type OpenSide, NO_PARTY, itemId, usePartyItems } from "../../api/openItems";
import { useOrganization } from "../../api/organization";
import { may } from "../../api/session";
import { useActions } from "../../app/actions";
import { List } from "../../parts/List";
import { Refusal } from "../../parts/Refusal";
import { EntryPeek } from "../journal/EntryPeek";
import { ItemTotal, itemColumns } from "./itemRows";
import { Matching } from "./Matching";
import { MatchList } from "./MatchList";

/** What is shown beside the items. */
type Beside = { kind: "matching" | "entry"; item: OpenItem } | { kind: "matches" } | undefined;

/** The open items of a party, and beside them what one of them can be matched with. */
export function PartyItems({ side, party, name, at }: { side: OpenSide; party: string; name: string; at: string }): JSX.Element {
  const navigate = useNavigate();
  const { items, problem } = usePartyItems(side, party, at);
  const chart = useChart();
  const organization = useOrganization();
  const [beside, setBeside] = useState<Beside>();
  const [next, setNext] = useState<{ id: string | undefined }>();
  const canMatch = may("journalEntries:match");
  const base = organization?.baseCurrency;
  const isBeside = beside !== undefined;
  const columns = useMemo(() => itemColumns({ items: items ?? [], side, at, base, chart, isBeside }), [items, side, at, base, chart, isBeside]);
  const openEntry = (item: OpenItem): void => void navigate({ to: "/journal/$entry", params: { entry: item.number ?? item.entryId } });

  function leave(to?: string): void {
    const left = beside && "item" in beside ? itemId(beside.item) : undefined;
    setBeside(undefined);
    setNext({ id: to ?? left });
  }

  /** The next line gets the focus: the one behind the item that is still there. */
  function matched(gone: ReadonlySet<string>): void {
    const rows = items ?? [];
    const from = beside && "item" in beside ? rows.findIndex((row) => itemId(row) === itemId(beside.item)) : 0;
    const order = [...rows.slice(from + 1), ...rows.slice(0, from).toReversed()];
    const left = order.find((row) => !gone.has(itemId(row)));
    leave(left && itemId(left));
  }

  const openMarked = (): void => {
    const row = document.activeElement?.closest<HTMLElement>("tr[data-row]");
    const item = beside && "item" in beside ? beside.item : row && items?.[Number(row.dataset["row"])];
    if (item) openEntry(item);
  };
  const statement = { party, side, to: at };
  const openStatement = (): void => void navigate({ to: "/reports/party-statement", search: statement });
  const hasStatement = party !== NO_PARTY && may("reports:read");
  useActions([
    ...(hasStatement ? [{ id: "party-statement", title: `Statement of account of ${name}`, keys: "s", words: "print send ledger customer supplier", run: openStatement }] : []),
    { id: "open-item", title: "Open the entry of the line", keys: "o", words: "invoice document", run: openMarked },
    ...(party === NO_PARTY
      ? []
      : [{ id: "matches", title: `Matches of ${name}`, words: "unmatch undo settled", run: () => setBeside({ kind: "matches" }) }]),
    { id: "all-parties", title: "Open items of all parties", run: () => void navigate({ to: "/open-items", search: { side } }) },
  ]);
  if (problem) return <Refusal problem={problem} />;
  if (!items) return <p className="dim">Reading open items…</p>;
  return (
    <div className="screen-body party-items" data-peek={isBeside}>
      <div>
        <div className="party-head">
          <h2 dir="auto">{name}</h2>
          {canMatch && items.length > 0 && <p className="dim key-hints">⏎ on a line proposes what to match it with, o opens its entry</p>}
          {hasStatement && (
            <Button variant="subtle" ml="auto" onClick={openStatement}>
              Statement <kbd>s</kbd>
            </Button>
          )}
          {party !== NO_PARTY && (
            <Button variant="subtle" ml={hasStatement ? undefined : "auto"} onClick={() => setBeside({ kind: "matches" })}>
              Matches
            </Button>
          )}
        </div>
        <List
          label={`Open items of ${name}`}
          keptAs="Open items"
          columns={columns}
          rows={items}
          rowId={itemId}
          goTo={next}
          clickOpens
          current={beside && "item" in beside ? itemId(beside.item) : undefined}
          onOpen={canMatch ? (item) => setBeside({ kind: "matching", item }) : openEntry}
          onPeek={(item) => setBeside(item ? { kind: "entry", item } : undefined)}
          foot={<ItemTotal items={items} side={side} columns={columns} base={base} />}
          empty={
            <>
              <p>Nothing of {name} is open: all its lines are matched.</p>
              <Button variant="default" onClick={() => void navigate({ to: "/open-items", search: { side } })}>
                Without the filter Party
              </Button>
            </>
          }
        />
      </div>
      {beside?.kind === "matching" && (
        <Matching
          key={itemId(beside.item)}
          item={items.find((one) => itemId(one) === itemId(beside.item)) ?? beside.item}
          items={items}
          name={name}
          organization={organization}
          onMatched={matched}
          onClose={() => leave()}
        />
      )}
      {beside?.kind === "entry" && <EntryPeek id={beside.item.entryId} onClose={() => leave()} />}
      {beside?.kind === "matches" && (
        <aside className="peek" aria-label="Matches">
          <MatchList of={{ partyId: party }} title={`Matches of ${name}`} onClose={() => setBeside(undefined)} />
        </aside>
      )}
    </div>
  );
}
