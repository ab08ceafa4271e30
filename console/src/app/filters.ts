import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { type FilterFault, type Schema, type Values, readFilters, writeFilters } from "../text/filters";

/** The filters in the address of this screen, what of them cannot be read, and how to change them. */
export function useFilters<S extends Schema>(
  schema: S,
): {
  values: Values<S>;
  faults: FilterFault[];
  /** Changes some; undefined takes one away. The address is replaced: Back leaves the screen. */
  change: (change: Values<S>) => void;
  /** Takes all away. */
  clear: () => void;
} {
  const navigate = useNavigate();
  const given = useSearch({ strict: false });
  const { values, faults } = useMemo(() => readFilters(schema, given), [schema, given]);
  const put = (next: Values<S>, kept: FilterFault[]): void => {
    void navigate({ to: ".", search: writeFilters(schema, { values: next, faults: kept }), replace: true });
  };
  return {
    values,
    faults,
    change: (change) => put({ ...values, ...change }, faults.filter((fault) => !(fault.name in change))),
    clear: () => put({} as Values<S>, []),
  };
}
