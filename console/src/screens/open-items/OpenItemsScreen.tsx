import { Link, useNavigate } from "@tanstack/react-router";
import type { JSX } from "react";
import { NO_PARTY, type OpenSide, useAged, usePartyName } from "../../api/openItems";
import { likelyDay, usePeriods } from "../../api/periods";
import { useFilters } from "../../app/filters";
import { today } from "../../app/today";
import { Amount } from "../../parts/Amount";
import { Chip } from "../../parts/Chip";
import { AsOf } from "../../parts/DateRange";
import { ExportMenu } from "../../parts/ExportMenu";
import { EmptyList, FaultyChip, FilterChip } from "../../parts/Filters";
import { List } from "../../parts/List";
import { Refusal } from "../../parts/Refusal";
import { Views } from "../../parts/Views";
import "../../parts/screen.css";
import { formatDay } from "../../text/day";
import { day, one, text } from "../../text/filters";
import { isZero } from "../../text/number";
import { type PartyRow, agedColumns, agedRowId, AgedTotal } from "./agedRows";
import "./open-items.css";
import { PartyItems } from "./PartyItems";

const SIDES = ["receivable", "payable"] as const;
const SCHEMA = { side: one(SIDES), party: text, at: day };
const WORDS: Record<OpenSide, { tab: string; what: string; hint: string }> = {
  receivable: { tab: "Receivables", what: "receivables", hint: "An invoice to a customer is open until a payment or a credit note is matched with it." },
  payable: { tab: "Payables", what: "payables", hint: "A supplier's invoice is open until a payment is matched with it." },
};

/** What is not settled yet: by party and age, and of one party line by line, to be matched. */
export function OpenItemsScreen(): JSX.Element {
  const navigate = useNavigate();
  const { values, faults, change } = useFilters(SCHEMA);
  const side = values.side ?? "receivable";
  const likely = likelyDay(usePeriods(), today());
  const at = values.at ?? likely;
  const { aged, isLoading, problem } = useAged(side, at);
  const { party } = values;
  const row = aged?.data.find((one) => (one.partyId ?? NO_PARTY) === party);
  const read = usePartyName(row ? undefined : party);
  const name = party === NO_PARTY ? "without a party" : (row?.partyName ?? read ?? party);
  const own = { ...(values.at && { at: values.at }) };
  const itemsOf = (one: PartyRow): Record<string, string> => ({ side, party: one.partyId ?? NO_PARTY, ...own });
  const open = (one: PartyRow): void => void navigate({ to: "/open-items", search: itemsOf(one) });
  const difference = aged?.totals.difference;
  return (
    <div className="screen open-items">
      <div className="screen-head">
        <h1>Open items</h1>
        {aged && difference !== null && difference !== undefined && !party && (
          <p>
            {isZero(difference) ? (
              <Chip kind="posted">agree with the ledger as of {formatDay(at)}, difference 0.00</Chip>
            ) : (
              <Chip kind="fault">
                differ from the ledger by <Amount value={difference} currency={aged.totals.currency} />
              </Chip>
            )}
          </p>
        )}
      </div>
      <div className="filters" role="search">
        <nav className="sides" aria-label="Which open items">
          {SIDES.map((one) => (
            <Link key={one} to="/open-items" search={{ side: one, ...own }} aria-current={one === side ? "page" : undefined}>
              {WORDS[one].tab}
            </Link>
          ))}
        </nav>
        <AsOf day={at} onChange={(next) => change({ at: next })} />
        {party && (
          <FilterChip name="Party" value={name} onClear={() => void navigate({ to: "/open-items", search: { side, ...own } })}>
            {() => <p>Only lines of this party.</p>}
          </FilterChip>
        )}
        {faults.map((fault) => (
          <FaultyChip key={fault.name} name={fault.name} text={fault.text} onClear={() => change({ [fault.name]: undefined })} />
        ))}
        <div className="filters-end">
          <Views screen="/open-items" />
          <ExportMenu
            path={party ? "/accounting/open-items" : "/accounting/reports/aged-open-items"}
            asked={{ controlFor: side, asOf: at, partyId: party === NO_PARTY ? undefined : party }}
            disabled={aged?.data.length === 0 ? "nothing is open" : undefined}
          />
        </div>
      </div>
      {problem && <Refusal problem={problem} />}
      {party ? (
        <PartyItems key={`${side} ${party} ${at}`} side={side} party={party} name={name ?? party} at={at} />
      ) : (
        <div className="screen-body">
          <div>
            {isLoading && !problem ? (
              <p className="dim">Reading open items…</p>
            ) : (
              aged && (
                <List
                  label={`Open ${WORDS[side].what} by party`}
                  keptAs="Open by party"
                  columns={agedColumns(aged, itemsOf)}
                  rows={aged.data}
                  rowId={agedRowId}
                  onOpen={open}
                  foot={<AgedTotal aged={aged} />}
                  empty={
                    <EmptyList what={WORDS[side].what} isFiltered={values.at !== undefined} filter={`As of ${formatDay(at)}`} onClear={() => change({ at: undefined })}>
                      <h2>No {WORDS[side].what} are open</h2>
                      <p>{WORDS[side].hint}</p>
                    </EmptyList>
                  }
                />
              )
            )}
          </div>
        </div>
      )}
    </div>
  );
}
