// What was read from a file: how much, of which days, and row by row.

import type { components } from "../../../api/schema";
import { Exact } from "../../../text/exact";
import type { Kind } from "../kinds";

/** What the API answers of a file. */
export type Answer = components["schemas"]["ImportFileView"];
type Request = components["schemas"]["ImportRequest"];

/** A row of what would come in. */
export interface Row {
  line: number;
  /** Which request it is a part of, from 0. */
  at: number;
  day: string;
  text: string;
  reference: string;
  account: string;
  party: string;
  due: string;
  debit: string;
  credit: string;
  currency: string;
  /** Of a party: its address in a line. */
  contact: string;
}

/** What was read, in figures. */
export interface Summary {
  rows: number;
  /** Entries, items or parties. */
  requests: number;
  /** Rows of the preview. */
  shown: number;
  /** What is debited, by currency; of open items, what is open, a credit being less. */
  sums: { currency: string; amount: string }[];
  first: string;
  last: string;
  faults: { line: number; column: string; value: string; message: string }[];
  faultsTotal: number;
  ignored: { line: number; reason: string }[];
  unknown: { name: string; lines: number }[];
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The rows of a request. `base` is the currency of lines that name none. */
export function rowsOfRequest(kind: Kind, request: Request, at: number, base: string): Row[] {
  const body = request.body as Record<string, unknown>;
  const first = request.lines[0] ?? 0;
  const row = { line: first, at, day: textOf(body["documentDate"]) || textOf(body["date"]), text: textOf(body["description"]), reference: textOf(body["reference"]) };
  const none = { account: "", party: "", due: "", debit: "", credit: "", currency: "", contact: "" };
  if (kind === "parties") {
    const contact = Object.values((body["contact"] ?? {}) as Record<string, unknown>).filter((one) => typeof one === "string");
    const kinds = Array.isArray(body["kinds"]) ? body["kinds"].join(", ") : "";
    return [{ ...row, ...none, party: textOf(body["name"]), reference: textOf(body["code"]), text: kinds, currency: textOf(body["currency"]), contact: contact.join(", ") }];
  }
  const lines = (body["lines"] ?? []) as Record<string, unknown>[];
  const currency = textOf(body["currency"]) || base;
  // Of an open item the other side is always the same account.
  return (kind === "openItems" ? lines.slice(0, 1) : lines).map((line, place) => ({
    ...row,
    ...none,
    line: request.lines[place] ?? first,
    day: kind === "openItems" ? row.day : textOf(body["date"]),
    text: textOf(line["description"]) || row.text,
    account: textOf(line["accountCode"]),
    party: textOf(line["partyName"]),
    due: textOf(line["dueDate"]),
    debit: textOf(line["debit"]) || textOf(line["baseDebit"]),
    credit: textOf(line["credit"]) || textOf(line["baseCredit"]),
    currency: textOf(line["currency"]) || currency,
  }));
}

/** What was read, with the rows of all requests. `valueAt` is what stands in a cell of the file. */
export function summaryOf(kind: Kind, answer: Answer, base: string, valueAt: (line: number, heading: string) => string): { summary: Summary; rows: Row[] } {
  const rows = answer.requests.flatMap((request, at) => rowsOfRequest(kind, request, at, base));
  const sums = new Map<string, Exact>();
  let decimals = 0;
  let [first, last] = ["", ""];
  for (const { day, debit, credit, currency } of rows) {
    if (day && (!first || day < first)) first = day;
    if (day > last) last = day;
    if (kind === "parties") continue;
    decimals = Math.max(decimals, (debit || credit).split(".")[1]?.length ?? 0);
    const before = sums.get(currency) ?? new Exact(0);
    const added = debit ? before.plus(debit) : before;
    sums.set(currency, kind === "openItems" && credit ? added.minus(credit) : added);
  }
  const faults = answer.faults.map(({ line, column, message }) => {
    const [, quoted, rest] = /^"((?:[^"\\]|\\.)*)" ([^]*)$/.exec(message) ?? [];
    return { line, column: column ?? "", value: quoted ?? (column ? valueAt(line, column) : ""), message: rest ?? message };
  });
  const summary = {
    rows: answer.rows,
    requests: answer.requests.length,
    shown: rows.length,
    sums: [...sums].filter(([, sum]) => !sum.isZero()).map(([currency, sum]) => ({ currency, amount: sum.toFixed(decimals) })),
    first,
    last,
    faults,
    faultsTotal: answer.faultsTotal,
    ignored: answer.ignored,
    unknown: answer.unknownAccounts.map(({ name, lines }) => ({ name, lines })),
  };
  return { summary, rows };
}
