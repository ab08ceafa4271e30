import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { useChart } from "../../api/accounts";
import type { EntryFilter } from "../../api/entries";
import { usePeriods } from "../../api/periods";
import { type FilterFault, type Values, amount, day, many, one, readFilters, text, writeFilters } from "../../text/filters";

/** The states of an entry, as people choose them. */
export const STATUSES = ["draft", "pendingApproval", "posted", "voided"] as const;

const SCHEMA = {
  status: many(STATUSES),
  journal: text,
  account: text,
  party: text,
  source: text,
  from: day,
  to: day,
  amountFrom: amount,
  amountTo: amount,
  q: text,
  sort: one(["date", "-date", "number", "-number", "total", "-total", "postedAt", "-postedAt"]),
};

/** The filters of the journal, as they stand in its address. */
export type JournalSearch = Values<typeof SCHEMA>;

/** The filters of the address, what the API is asked with them, and how to change them. */
export function useJournalSearch(): {
  search: JournalSearch;
  faults: FilterFault[];
  filter: EntryFilter;
  change: (change: JournalSearch) => void;
  clear: () => void;
} {
  const navigate = useNavigate();
  const given = useSearch({ strict: false });
  const chart = useChart();
  const periods = usePeriods();
  const { values, faults } = useMemo(() => readFilters(SCHEMA, given), [given]);
  const filter = useMemo((): EntryFilter => {
    // These look at each entry of some days: of no day means of all that the books have.
    const needsDays = values.party ?? values.amountFrom ?? values.amountTo ?? (values.sort?.endsWith("total") ? "" : undefined);
    const from = values.from ?? (needsDays === undefined ? undefined : periods?.[0]?.startDate);
    const account = values.account ? chart?.byCode.get(values.account)?.id : undefined;
    return {
      sort: values.sort ?? "-date",
      ...(values.status && { status: values.status }),
      ...(values.journal && { journalCode: values.journal }),
      ...(account && { accountId: account }),
      ...(from && { dateFrom: from }),
      ...(values.to && { dateTo: values.to }),
      ...(values.q && { q: values.q }),
      ...(values.party && { partyId: values.party }),
      ...(values.source && { source: values.source }),
      ...(values.amountFrom && { amountFrom: values.amountFrom }),
      ...(values.amountTo && { amountTo: values.amountTo }),
    };
  }, [values, chart, periods]);
  const put = (next: JournalSearch, kept: FilterFault[]): void => {
    void navigate({ to: ".", search: writeFilters(SCHEMA, { values: next, faults: kept }), replace: true });
  };
  return {
    search: values,
    faults,
    filter,
    change: (change) => put({ ...values, ...change }, faults.filter((fault) => !(fault.name in change))),
    clear: () => put({}, []),
  };
}
