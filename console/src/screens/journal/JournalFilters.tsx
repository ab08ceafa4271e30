import { Button, Checkbox } from "@mantine/core";
import type { JSX, ReactNode } from "react";
import { findAccounts, choiceOf, useChart } from "../../api/accounts";
import { useJournals } from "../../api/journals";
import { findParties, partyChoice, useParty } from "../../api/parties";
import { useAmounts } from "../../parts/Amount";
import { AmountInput } from "../../parts/AmountInput";
import { DayInput } from "../../parts/DayInput";
import { FaultyChip, FilterChip } from "../../parts/Filters";
import { Lookup } from "../../parts/Lookup";
import { TextFilter } from "../../parts/TextFilter";
import { formatDay } from "../../text/day";
import type { FilterFault } from "../../text/filters";
import { type JournalSearch, STATUSES } from "./search";

const WORDS: Record<(typeof STATUSES)[number], string> = {
  draft: "draft",
  pendingApproval: "waits for approval",
  posted: "posted",
  voided: "voided",
};

/** The filters of the journal as chips; the buttons of the screen stand behind them. */
export function JournalFilters({
  search,
  faults,
  onChange,
  children,
}: {
  search: JournalSearch;
  faults: FilterFault[];
  onChange: (change: JournalSearch) => void;
  children: ReactNode;
}): JSX.Element {
  const chart = useChart();
  const journals = useJournals();
  const account = search.account ? chart?.byCode.get(search.account) : undefined;
  const party = useParty(search.party);
  const write = useAmounts();
  const journal = journals?.find((one) => one.code === search.journal);
  return (
    <div className="filters" role="search">
      <TextFilter id="journal-text" label="Text, number or reference" value={search.q ?? ""} onChange={(q) => onChange({ q: q || undefined })} />
      <FilterChip
        name="Status"
        value={search.status?.map((status) => WORDS[status]).join(", ")}
        onClear={() => onChange({ status: undefined })}
      >
        {() => (
          <div className="filter-form">
            {STATUSES.map((status) => (
              <Checkbox
                key={status}
                label={WORDS[status]}
                checked={search.status?.includes(status) ?? false}
                onChange={(event) => {
                  const before = search.status ?? [];
                  const next = event.currentTarget.checked ? [...before, status] : before.filter((one) => one !== status);
                  onChange({ status: next.length > 0 ? next : undefined });
                }}
              />
            ))}
          </div>
        )}
      </FilterChip>
      <FilterChip name="Dates" value={spanOf(search.from, search.to)} onClear={() => onChange({ from: undefined, to: undefined })}>
        {() => (
          <div className="filter-form">
            <DayInput label="From" value={search.from ?? ""} onChange={(from) => onChange({ from: from || undefined })} />
            <DayInput label="To" value={search.to ?? ""} from={search.from} onChange={(to) => onChange({ to: to || undefined })} />
            <p className="dim">28 is the 28th, h the end of the month, +5 in five days.</p>
          </div>
        )}
      </FilterChip>
      <FilterChip name="Journal" value={search.journal && (journal?.name ?? search.journal)} onClear={() => onChange({ journal: undefined })}>
        {(close) => (
          <div className="filter-form">
            {journals?.map((one) => (
              <Button
                key={one.id}
                variant={one.code === search.journal ? "light" : "subtle"}
                justify="start"
                onClick={() => {
                  onChange({ journal: one.code });
                  close();
                }}
              >
                {one.code} {one.name}
              </Button>
            ))}
          </div>
        )}
      </FilterChip>
      <FilterChip
        name="Account"
        value={search.account && (account ? `${account.code} ${account.name}` : search.account)}
        onClear={() => onChange({ account: undefined })}
      >
        {(close) => (
          <div className="filter-form">
            <Lookup
              label="Account"
              placeholder="Code or name"
              value={account && chart ? choiceOf(chart, account) : null}
              find={(typed) => findAccounts(chart, typed, true)}
              onChange={(choice) => onChange({ account: choice?.code })}
              onChosen={close}
            />
          </div>
        )}
      </FilterChip>
      <FilterChip
        name="Amount"
        value={amountsOf(search.amountFrom, search.amountTo, write)}
        onClear={() => onChange({ amountFrom: undefined, amountTo: undefined })}
      >
        {() => (
          <div className="filter-form">
            <AmountInput label="From" value={search.amountFrom ?? ""} onChange={(least) => onChange({ amountFrom: least || undefined })} />
            <AmountInput label="To" value={search.amountTo ?? ""} onChange={(most) => onChange({ amountTo: most || undefined })} />
            <p className="dim">The debit of the whole entry.</p>
          </div>
        )}
      </FilterChip>
      <FilterChip name="Party" value={search.party && (party?.name ?? "one party")} onClear={() => onChange({ party: undefined })}>
        {(close) => (
          <div className="filter-form">
            <Lookup
              label="Customer, supplier or other party"
              placeholder="Code or name"
              value={party ? partyChoice(party) : null}
              find={findParties}
              onChange={(choice) => onChange({ party: choice?.id })}
              onChosen={close}
            />
          </div>
        )}
      </FilterChip>
      {search.source && (
        <FilterChip name="Source" value={search.source} onClear={() => onChange({ source: undefined })}>
          {() => <p>Where the entry came from: a program, or the old books that were imported.</p>}
        </FilterChip>
      )}
      {faults.map((fault) => (
        <FaultyChip
          key={fault.name}
          name={fault.name}
          text={fault.text}
          onClear={() => onChange({ [fault.name]: undefined } as JournalSearch)}
        />
      ))}
      <div className="filters-end">{children}</div>
    </div>
  );
}

/** A span of amounts in words. */
function amountsOf(least: string | undefined, most: string | undefined, write: (value: string) => string): string | undefined {
  if (least && most) return least === most ? write(least) : `${write(least)} to ${write(most)}`;
  if (least) return `≥ ${write(least)}`;
  return most && `≤ ${write(most)}`;
}

/** A span of days in words. */
export function spanOf(from: string | undefined, to: string | undefined): string | undefined {
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
  if (from) return `from ${formatDay(from)}`;
  return to && `until ${formatDay(to)}`;
}
