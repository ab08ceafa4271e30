// Which columns of a list somebody wants to see: their own choice, kept with their settings, or that of the view they look at.

import { createContext, useContext, useEffect } from "react";
import { store, useStore } from "../api/store";
import { settings } from "../app/settings";
import type { Column } from "./List";

/** The columns that a saved view shows, while it is what the screen shows. */
export const ofView = store<readonly string[] | undefined>(undefined);

/** The list that is shown, as views save it. */
export interface Listed {
  all: readonly string[];
  hidden: ReadonlySet<string>;
}

/** The newest list of the screen whose columns can be chosen. */
export const listed = store<Listed | undefined>(undefined);

/** The columns that are shown, as a view keeps them; nothing where none is hidden. */
export function shownColumns(): readonly string[] | null {
  const now = listed.get();
  return now && now.hidden.size > 0 ? now.all.filter((id) => !now.hidden.has(id)) : null;
}

/** The columns that the list around does not show: for the sums under its rows. */
export const Hidden = createContext<ReadonlySet<string>>(new Set());

/** Those of these columns that the list around shows. */
export function useShown<Row>(columns: readonly Column<Row>[]): Column<Row>[] {
  const hidden = useContext(Hidden);
  return columns.filter((column) => !hidden.has(column.id));
}

/** The columns of a list that are not shown now, and how to choose others. */
export function useColumns(name: string, all: readonly string[]): { hidden: ReadonlySet<string>; choose: (hidden: ReadonlySet<string>) => void } {
  const { hiddenColumns } = useStore(settings);
  const told = useStore(ofView);
  const own = hiddenColumns[name] ?? [];
  const wanted = told ? all.filter((id) => !told.includes(id)) : own.filter((id) => all.includes(id));
  // A view of another list, or of one that has changed since, hides nothing.
  const hidden = wanted.length < all.length ? wanted : [];
  const signature = `${all.join(" ")}|${hidden.join(" ")}`;
  useEffect(() => {
    const mine: Listed = { all, hidden: new Set(hidden) };
    listed.set(mine);
    return () => {
      if (listed.get() === mine) listed.set(undefined);
    };
    // The signature stands for both.
  }, [signature]);
  return {
    hidden: new Set(hidden),
    choose: (next) => {
      ofView.set(undefined);
      const before = settings.get();
      // What is not here now, as beside a record, stays as it is.
      const others = (before.hiddenColumns[name] ?? []).filter((id) => !all.includes(id));
      const { [name]: _, ...rest } = before.hiddenColumns;
      const chosen = [...others, ...next];
      settings.set({ ...before, hiddenColumns: chosen.length > 0 ? { ...rest, [name]: chosen } : rest });
    },
  };
}
