// The entry in the form of the API, and back.

import type { Chart } from "../../api/accounts";
import type { Entry } from "../../api/entries";
import type { FieldFault } from "../../api/problem";
import type { components } from "../../api/schema";
import { formatDay } from "../../text/day";
import { isZero } from "../../text/number";
import { type Cell, type ColumnId, type Conversion, type Draft, type Head, type Line, cellOf, dimensionOf, newLine, sentLines } from "./draft";
import { type Books, accountCell, written } from "./reading";

/** A new entry as the API takes it. */
export type EntryInput = components["schemas"]["EntryInput"];
/** A change of a draft as the API takes it. */
export type EntryPatch = components["schemas"]["EntryPatch"];
type LineInput = components["schemas"]["LineInput"];

/** A new entry. Empty lines are left out. */
export function bodyOf({ head, lines }: Draft, status: "draft" | "posted"): EntryInput {
  return {
    date: head.date,
    status,
    ...(head.description.trim() && { description: head.description.trim() }),
    ...(head.reference.trim() && { reference: head.reference.trim() }),
    ...(head.journal && { journalId: head.journal }),
    ...(head.documentDate && { documentDate: head.documentDate }),
    ...(head.reverseOn && { autoReverseOn: head.reverseOn }),
    ...(head.currency && { currency: head.currency }),
    ...(head.rate && { exchangeRate: head.rate }),
    ...(Object.keys(head.dimensions).length > 0 && { dimensions: { ...head.dimensions } }),
    lines: sentLines(lines).map(lineBody),
  };
}

/** All of a draft that the editor shows: what is empty is cleared. Dimensions that the stored draft has and the form has not go. */
export function patchOf({ head, lines }: Draft, stored: Entry): EntryPatch {
  const gone = Object.keys(stored.dimensions).filter((code) => !(code in head.dimensions));
  return {
    date: head.date,
    description: head.description.trim(),
    reference: head.reference.trim() || null,
    ...(head.journal && { journalId: head.journal }),
    documentDate: head.documentDate || null,
    autoReverseOn: head.reverseOn || null,
    currency: head.currency || stored.baseCurrency,
    exchangeRate: head.rate || null,
    dimensions: { ...head.dimensions, ...Object.fromEntries(gone.map((code) => [code, null])) },
    lines: sentLines(lines).map(lineBody),
  };
}

/** A line as the API takes it. */
export function lineBody(line: Line): LineInput {
  const value = (column: ColumnId): string => cellOf(line, column).value;
  const party = value("party");
  const dimensions = Object.keys(line.cells).flatMap((column) => {
    const code = dimensionOf(column as ColumnId);
    const chosen = value(column as ColumnId);
    return code && chosen ? [[code, chosen] as const] : [];
  });
  return {
    ...(value("account") && { accountId: value("account") }),
    ...(party && (party.startsWith("pty_") ? { partyId: party } : { partyName: party })),
    ...(value("memo") && { description: value("memo") }),
    ...(value("debit") && { debit: value("debit") }),
    ...(value("credit") && { credit: value("credit") }),
    ...(value("due") && { dueDate: value("due") }),
    ...(value("currency") && { currency: value("currency") }),
    ...(dimensions.length > 0 && { dimensions: Object.fromEntries(dimensions) }),
    ...line.conversion,
  };
}

/** What the editor shows of an entry. A copy takes the lines and the text, and nothing that belongs to its day. */
export function draftOf(entry: Entry, books: Books, isCopy: boolean): Draft {
  const head: Head = {
    date: entry.date,
    description: entry.description,
    reference: isCopy ? "" : (entry.reference ?? ""),
    journal: entry.journalId,
    documentDate: isCopy ? "" : (entry.documentDate ?? ""),
    reverseOn: isCopy ? "" : (entry.autoReverseOn ?? ""),
    currency: entry.currency === entry.baseCurrency ? "" : entry.currency,
    rate: isCopy ? "" : (entry.exchangeRate ?? ""),
    dimensions: entry.dimensions,
  };
  return { head, lines: entry.lines.map((line) => lineOf(line, entry, books, isCopy)) };
}

/** What the editor shows of a line. A copy has nothing that belongs to a day. */
export function lineOf(line: Entry["lines"][number], entry: Pick<Entry, "currency" | "baseCurrency">, books: Books, isCopy: boolean): Line {
  const cells: Partial<Record<ColumnId, Cell>> = {};
  if (line.accountId) cells.account = accountOf(line, line.accountId, books.chart);
  if (line.partyId) cells.party = { text: `${line.partyCode ?? ""} ${line.partyName ?? ""}`.trim() || line.partyId, value: line.partyId };
  if (line.description) cells.memo = { text: line.description, value: line.description };
  for (const side of ["debit", "credit"] as const) {
    if (!isZero(line[side])) cells[side] = { text: written(line[side], line.currency, books), value: line[side] };
  }
  if (line.dueDate && !isCopy) cells.due = { text: formatDay(line.dueDate), value: line.dueDate };
  if (line.currency !== entry.currency) cells.currency = { text: line.currency, value: line.currency };
  for (const [code, value] of Object.entries(line.dimensions)) cells[`dim:${code}`] = { text: value, value };
  return newLine(cells, isCopy || line.currency === entry.baseCurrency ? undefined : conversionOf(line));
}

function accountOf(line: Entry["lines"][number], id: string, chart: Chart | undefined): Cell {
  const known = chart?.byId.get(id);
  return known ? accountCell(known) : { text: `${line.accountCode ?? ""} ${line.accountName ?? ""}`.trim() || id, value: id };
}

/** The rate of a line, or its amounts in the currency of the books where those were given. */
function conversionOf(line: Entry["lines"][number]): Conversion | undefined {
  if (line.exchangeRate) return { exchangeRate: line.exchangeRate };
  const base: Conversion = {
    ...(line.baseDebit && !isZero(line.baseDebit) && { baseDebit: line.baseDebit }),
    ...(line.baseCredit && !isZero(line.baseCredit) && { baseCredit: line.baseCredit }),
  };
  return Object.keys(base).length > 0 ? base : undefined;
}

const COLUMNS: Record<string, ColumnId> = {
  accountId: "account",
  accountCode: "account",
  partyId: "party",
  partyName: "party",
  description: "memo",
  debit: "debit",
  baseDebit: "debit",
  credit: "credit",
  baseCredit: "credit",
  dueDate: "due",
  currency: "currency",
  exchangeRate: "currency",
};

const HEAD: Record<string, keyof Head> = {
  date: "date",
  description: "description",
  reference: "reference",
  journalId: "journal",
  journalCode: "journal",
  documentDate: "documentDate",
  autoReverseOn: "reverseOn",
  currency: "currency",
  exchangeRate: "rate",
};

/** Where a fault of an answer belongs: a field of a line, one of the head, or none that there is. */
export type FaultPlace = { line: number; column: ColumnId } | { head: keyof Head | `dim:${string}` } | undefined;

/** The field that a pointer means: lines are counted as they were sent. */
export function placeOf({ pointer }: Pick<FieldFault, "pointer">, sent: readonly Line[]): FaultPlace {
  const [, first = "", second, third, fourth] = pointer.split("/");
  if (first === "lines" && second !== undefined) {
    const line = sent[Number(second)];
    if (!line) return undefined;
    const column = third === "dimensions" && fourth ? (`dim:${fourth}` as const) : (COLUMNS[third ?? "accountId"] ?? "account");
    return { line: line.id, column };
  }
  if (first === "dimensions" && second) return { head: `dim:${second}` };
  const head = HEAD[first];
  return head && { head };
}
