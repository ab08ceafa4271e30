// What changed in a record, field by field, in words.

import { formatDay, isDay } from "../text/calendar";

/** One field before and after. */
export interface Change {
  /** As a pointer: `/separationOfDuties/approverNotPreparer`. */
  path: string;
  before: unknown;
  after: unknown;
}

/** A change of a record as the history tells it. */
export interface ChangeRow {
  /** The position in the log; of what is not in it, any number. */
  seq: number;
  at: string;
  actor: string;
  /** Null where there is none, or it was erased. */
  actorName: string | null;
  /** `approvalPolicy.updated`. */
  type: string;
  requestId: string;
  subject: string;
  changes: Change[];
}

/** What a reader of a history knows about ids and codes in it; undefined where it is to be shown as it is. */
export type Names = (path: string, value: string) => string | undefined;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const isPlainList = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one !== "object" || one === null);
const isNothing = (value: unknown): boolean => value === null || value === undefined;

/** The fields in which two states of a record differ. */
export function differences(before: unknown, after: unknown, path = ""): Change[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const isList = (value: unknown): value is unknown[] => Array.isArray(value) && !isPlainList(value);
  if (isRecord(before) || isRecord(after)) {
    const one = isRecord(before) ? before : {};
    const other = isRecord(after) ? after : {};
    if ((isRecord(before) || isNothing(before)) && (isRecord(after) || isNothing(after))) {
      return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) => differences(one[name] ?? null, other[name] ?? null, `${path}/${name}`));
    }
  }
  if (isList(before) || isList(after)) {
    const one = Array.isArray(before) ? (before as unknown[]) : [];
    const other = Array.isArray(after) ? (after as unknown[]) : [];
    return Array.from({ length: Math.max(one.length, other.length) }, (_, at) => differences(one[at] ?? null, other[at] ?? null, `${path}/${at}`)).flat();
  }
  return [{ path, before: before ?? null, after: after ?? null }];
}

const FIELDS: Record<string, string> = {
  "/controlChanges": "Changes of controls",
  "/separationOfDuties/approverNotPreparer": "Whoever prepares may not approve",
  "/separationOfDuties/voiderNotPoster": "Whoever posts may not void",
  "/minAmount": "From the amount",
  "/warehouseIds": "Warehouses",
  "/permissions": "Rights",
  "/isActive": "Active",
  "/appliesTo": "Applies to",
  "/journalId": "Journal",
};

/** A field in words: `/lines/0/dueDate` as `Line 1, due date`. */
export function fieldInWords(path: string): string {
  const known = FIELDS[path];
  if (known) return known;
  const parts = path.split("/").slice(1);
  const words = parts.flatMap((part, at) => {
    if (/^\d+$/.test(part)) return [];
    const next = parts[at + 1];
    const number = next !== undefined && /^\d+$/.test(next) ? ` ${Number(next) + 1}` : "";
    return [`${spaced(number ? part.replace(/s$/, "") : part).replace(/ id$/, "")}${number}`];
  });
  const text = words.join(", ") || "All of it";
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `secondPerson` as `second person`; text that people wrote stays as it is. */
export const spaced = (word: string): string => (/^[a-z]+(?:[A-Z][a-z]*)*$/.test(word) ? word.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase() : word);

/** A value in words. */
export function valueInWords(path: string, value: unknown, names: Names = () => undefined): string {
  if (path === "/warehouseIds" && value === null) return "all";
  if (isNothing(value) || value === "") return "\u2014";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map((one) => valueInWords(path, one, names)).join(", ");
  if (typeof value === "object") return JSON.stringify(value);
  const text = String(value);
  return names(path, text) ?? (isDay(text) ? formatDay(text) : spaced(text));
}

/** Of two lists, what came and what went. */
export function cameAndWent(before: unknown, after: unknown): { came: unknown[]; went: unknown[] } | undefined {
  if (!isPlainList(before) || !isPlainList(after)) return undefined;
  const one = before as unknown[];
  const other = after as unknown[];
  return { came: other.filter((value) => !one.includes(value)), went: one.filter((value) => !other.includes(value)) };
}

/** An event in words: `approvalPolicy.updated` as `Approval policy updated`. */
export function eventInWords(type: string): string {
  const text = type.split(".").map(spaced).join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
