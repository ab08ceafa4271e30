import { useQuery } from "@tanstack/react-query";
import { answer, api } from "./client";
import type { EntryRow } from "./entries";
import type { MovementRow } from "./movements";
import { may } from "./session";

/** What a record is known by outside the books. */
export interface Known {
  id: string;
  reference?: string | null | undefined;
  externalId?: string | null | undefined;
}

const MOST = 10;

/** Other entries and movements that have the reference of this one, or its name in the program that sent it, as their reference. */
export function useAlike(of: Known): { entries: EntryRow[]; movements: MovementRow[] } | undefined {
  const names = [...new Set([of.reference, of.externalId].filter((name): name is string => Boolean(name)))];
  const { data } = useQuery({
    queryKey: ["entries", "alike", of.id, names],
    enabled: names.length > 0,
    queryFn: async ({ signal }) => {
      const entries = may("journalEntries:read")
        ? await Promise.all(names.map((reference) => answer(api.GET("/api/v1/accounting/journal-entries", { params: { query: { reference, limit: MOST } }, signal }))))
        : [];
      const movements = may("movements:read")
        ? await Promise.all(names.map((reference) => answer(api.GET("/api/v1/inventory/movements", { params: { query: { reference, limit: MOST } }, signal }))))
        : [];
      const others = <Row extends { id: string }>(pages: { data: Row[] }[]): Row[] => [
        ...new Map(pages.flatMap((page) => page.data).map((row) => [row.id, row] as const)).values(),
      ].filter((row) => row.id !== of.id);
      return { entries: others(entries) as EntryRow[], movements: others(movements) as MovementRow[] };
    },
  });
  return data;
}
