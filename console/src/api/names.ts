// Names of records whose ids stand in a history: one look-up for each, as what is in a history is little and of many kinds.

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ChangeRow, Names } from "../parts/changes";
import { useChart } from "./accounts";
import { movementKind } from "./movementKinds";
import { useNaming } from "./people";
import { ask } from "./records";

type Body = Record<string, unknown>;

const said = (...words: unknown[]): string | undefined => words.filter((word) => typeof word === "string" && word !== "").join(" ") || undefined;

/** Where records of a kind are read by id, and how each is called. */
const KINDS: Record<string, [path: (id: string) => string, name: (body: Body) => string | undefined]> = {
  jnl: [(id) => `/accounting/journals/${id}`, (one) => said(one["code"], one["name"])],
  per: [(id) => `/accounting/periods/${id}`, (one) => said(one["name"])],
  fy: [(id) => `/accounting/fiscal-years/${id}`, (one) => said(one["name"])],
  pty: [(id) => `/accounting/parties/${id}`, (one) => said(one["code"], one["name"])],
  dim: [(id) => `/accounting/dimensions/${id}`, (one) => said(one["name"])],
  je: [(id) => `/accounting/journal-entries/${id}`, (one) => said(one["number"]) ?? said(one["description"]) ?? "a draft"],
  rec: [(id) => `/accounting/recurring-entries/${id}`, (one) => said(one["name"])],
  tpl: [(id) => `/accounting/entry-templates/${id}`, (one) => said(one["name"])],
  item: [(id) => `/inventory/items/${id}`, (one) => said(one["sku"], one["name"])],
  icat: [(id) => `/inventory/item-categories/${id}`, (one) => said(one["name"])],
  mov: [(id) => `/inventory/movements/${id}`, (one) => said(movementKind(String(one["kind"] ?? "")), one["reference"])],
  cnt: [(id) => `/inventory/counts/${id}`, (one) => said(one["reference"]) ?? said(one["description"])],
  lot: [(id) => `/inventory/lots/${id}`, (one) => said(one["number"])],
  ser: [(id) => `/inventory/serials/${id}`, (one) => said(one["number"])],
  rsn: [(id) => `/inventory/reason-codes/${id}`, (one) => said(one["name"])],
  wh: [(id) => `/warehouses/${id}`, (one) => said(one["code"], one["name"])],
};

const ID = /^([a-z]+)_[0-9a-z]{26}$/;
const MOST = 40;

/** The ids in these changes that are looked up, each once; bins need the warehouse that stands beside them. */
export function idsIn(rows: readonly Pick<ChangeRow, "changes">[]): { ids: string[]; warehouses: string[] } {
  const found = new Set<string>();
  let hasBins = false;
  for (const { changes } of rows) {
    for (const value of changes.flatMap(({ before, after }) => [before, after].flat())) {
      const kind = typeof value === "string" ? ID.exec(value)?.[1] : undefined;
      if (kind === "loc") hasBins = true;
      if (kind && kind in KINDS) found.add(value as string);
    }
  }
  const ids = [...found].slice(0, MOST);
  return { ids, warehouses: hasBins ? ids.filter((id) => id.startsWith("wh_")) : [] };
}

const UNITS: Record<string, string> = { C62: "pieces", EA: "each", KGM: "kilograms", GRM: "grams", LTR: "litres", MLT: "millilitres", MTR: "metres", CMT: "centimetres", MTK: "square metres", MTQ: "cubic metres", HUR: "hours", PR: "pairs", SET: "sets", DZN: "dozens" };

/** A unit of measure in words; its code where that is not known here. */
export const unitInWords = (code: string): string => UNITS[code] ?? code;

/** The names of what a history is about, as far as the caller may read it: accounts, parties, items, bins, people and units. */
export function useNamesIn(rows: readonly Pick<ChangeRow, "changes">[] | undefined): Names {
  const chart = useChart();
  const person = useNaming();
  const { ids, warehouses } = useMemo(() => idsIn(rows ?? []), [rows]);
  const { data } = useQuery({
    queryKey: ["entries", "names", ids, warehouses],
    enabled: ids.length > 0,
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }): Promise<Record<string, string>> => {
      const known = await Promise.all(ids.map(async (id) => [id, await nameOf(id, signal)] as const));
      const bins = await Promise.all(warehouses.map((id) => binsOf(id, signal)));
      return Object.fromEntries([...known.filter(([, name]) => name !== undefined), ...bins.flat()]) as Record<string, string>;
    },
  });
  return useMemo(
    () => (path, value) => {
      if (/\/(?:unitCode|unit|baseUnit)$/.test(path)) return unitInWords(value);
      const kind = ID.exec(value)?.[1];
      if (kind === undefined) return undefined;
      const account = chart?.byId.get(value);
      if (account) return `${account.code} ${account.name}`;
      if (kind === "prn") return person(value);
      return data?.[value];
    },
    [chart, person, data],
  );
}

/** How the subjects of events are called: accounts, people, and other records that are short. */
export function useSubjectNames(rows: readonly { subject: string }[]): (id: string) => string | undefined {
  const chart = useChart();
  const person = useNaming();
  const ids = useMemo(() => [...new Set(rows.map((row) => row.subject))].filter((id) => isSmall(id.split("_")[0] ?? "")).slice(0, MOST_SUBJECTS), [rows]);
  const { data } = useQuery({
    queryKey: ["entries", "names", ids],
    enabled: ids.length > 0,
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }): Promise<Record<string, string>> => {
      const known = await Promise.all(ids.map(async (id) => [id, await nameOf(id, signal)] as const));
      return Object.fromEntries(known.filter(([, name]) => name !== undefined)) as Record<string, string>;
    },
  });
  return (id) => {
    const account = chart?.byId.get(id);
    if (account) return `${account.code} ${account.name}`;
    const name = data?.[id] ?? (id.startsWith("prn_") ? person(id) : undefined);
    return name === "somebody" ? undefined : name;
  };
}

const MOST_SUBJECTS = 60;

/** Whether records of a kind are few and short: entries, movements and counts may have thousands of lines. */
const isSmall = (kind: string): boolean => kind in KINDS && !["je", "mov", "cnt"].includes(kind);

/** How a record is called; undefined where it cannot be read. */
async function nameOf(id: string, signal: AbortSignal): Promise<string | undefined> {
  const [path, name] = KINDS[id.split("_")[0] ?? ""] ?? [];
  if (!path || !name) return undefined;
  return ask<Body>("GET", path(id), { signal }).then(({ body }) => name(body), () => undefined);
}

async function binsOf(warehouse: string, signal: AbortSignal): Promise<[id: string, name: string][]> {
  const query = { limit: "200" };
  return ask<{ data: { id: string; code: string }[] }>("GET", `/warehouses/${warehouse}/locations`, { query, signal }).then(
    ({ body }) => body.data.map((bin): [string, string] => [bin.id, bin.code]),
    () => [],
  );
}
