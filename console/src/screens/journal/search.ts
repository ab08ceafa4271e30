import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { useChart } from "../../api/accounts";
import type { EntryFilter } from "../../api/entries";
import { type FilterFault, type Values, day, many, one, readFilters, text, writeFilters } from "../../text/filters";

/** The states of an entry, as people choose them. */
export const STATUSES = ["draft", "pendingApproval", "posted", "voided"] as const;

const SCHEMA = {
  status: many(STATUSES),
  journal: text,
  account: text,
  from: day,
  to: day,
  q: text,
  sort: one(["date", "-date"]),
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
  const { values, faults } = useMemo(() => readFilters(SCHEMA, given), [given]);
  const filter = useMemo((): EntryFilter => {
    const account = values.account ? chart?.byCode.get(values.account)?.id : undefined;
    return {
      sort: values.sort ?? "-date",
      ...(values.status?.length === 1 && { status: values.status[0] }),
      ...(values.journal && { journalCode: values.journal }),
      ...(account && { accountId: account }),
      ...(values.from && { dateFrom: values.from }),
      ...(values.to && { dateTo: values.to }),
      ...(values.q && { q: values.q }),
    };
  }, [values, chart]);
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
