import { useMemo } from "react";
import { useJournals } from "../../../api/journals";
import { useRoleNames, useWarehouses } from "../../../api/people";
import type { Names } from "../../../parts/changes";
import { rightInWords } from "../people/rights";

/** The names of what changes of controls are about: rights, roles, warehouses, journals. */
export function useControlNames(): Names {
  const roleName = useRoleNames();
  const warehouses = useWarehouses().data;
  const journals = useJournals();
  return useMemo(
    () => (path, value) => {
      if (path === "/permissions") return rightInWords(value);
      if (path === "/roles") return roleName(value);
      if (path === "/warehouseIds") return warehouses?.find((one) => one.id === value)?.code;
      if (path === "/journalId") return journals?.find((one) => one.id === value)?.name;
      return undefined;
    },
    [roleName, warehouses, journals],
  );
}
