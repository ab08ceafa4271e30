import { type Reading, ask, useAll } from "./records";
import type { components } from "./schema";

/** A saved view of a screen: the caller's own, or one that somebody shares with all. */
export type View = components["schemas"]["SavedViewView"];

/** The views of a screen, by name. */
export const useViews = (screen: string): Reading<View[]> => useAll<View>("views", "/views", true, { screen });

/** Saves what the screen shows now under a name. */
export const saveView = (view: { name: string; screen: string; query: string; isShared: boolean; columns: readonly string[] | null }, key: string): Promise<unknown> =>
  ask("POST", "/views", { body: view, key });

/** Changes the caller's own view. */
export const changeView = (id: string, change: { name?: string; query?: string; isShared?: boolean; columns?: readonly string[] | null }, key: string): Promise<unknown> =>
  ask("PUT", `/views/${id}`, { body: change, key });

/** Deletes a view. */
export const deleteView = (id: string, key: string): Promise<unknown> => ask("DELETE", `/views/${id}`, { key });
