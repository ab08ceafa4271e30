// Mappings under names, for these books: among the caller's preferences.

import { useQuery } from "@tanstack/react-query";
import { queries } from "../../api/queries";
import { readPreferences, writePreferences } from "../../api/preferences";
import type { Mapping, Settings } from "./settings";

/** A mapping that was saved. */
export interface Saved {
  id: string;
  name: string;
  /** The headings of the file for which it was made: files of the same kind have the same. */
  headings: string[];
  mapping: Mapping;
}

const NAME = "importMappings";
const KEY = ["import", "mappings"];

const listed = (value: unknown): Saved[] => (Array.isArray(value) ? (value as Saved[]).filter((one) => typeof one?.name === "string" && typeof one.mapping === "object") : []);

/** All saved mappings, by name. */
export function useSaved(): Saved[] {
  const { data } = useQuery({ queryKey: KEY, staleTime: 60_000, queryFn: async () => listed((await readPreferences())[NAME]) });
  return data ?? [];
}

/** Changes the list as it is now: another tab may have saved one meanwhile. */
export async function changeSaved(change: (before: Saved[]) => Saved[]): Promise<void> {
  const next = change(listed((await readPreferences())[NAME])).toSorted((one, other) => one.name.localeCompare(other.name));
  await writePreferences({ [NAME]: next });
  queries.setQueryData(KEY, next);
}

/** What is saved of how a file is read: not what is said of one import alone. */
export function mappingOf(settings: Settings): Mapping {
  const { date: _, isDraft: __, ...mapping } = settings;
  return mapping;
}

/** Mappings for such a file, those for the same headings first. */
export function fitting(saved: readonly Saved[], settings: Settings, headings: readonly string[]): Saved[] {
  const own = headings.join("\n");
  const isSame = (one: Saved): boolean => one.headings.join("\n") === own;
  return saved
    .filter((one) => one.mapping.kind === settings.kind && (isSame(one) || one.mapping.program === settings.program))
    .toSorted((one, other) => Number(isSame(other)) - Number(isSame(one)));
}
