// A pasted table as lines of an entry, with what each column was taken for and what is wrong with each cell.

import { readAmount } from "./amount";
import { finder, guessColumns, habitsOf, hasHeadings, isDash, markOf, withoutTime, type Column, type Known } from "./columns";
import { readDay } from "./day";
import { certainMark } from "./figure";
import type { Meaning } from "./headings";
import { absolute, isNegative, isZero } from "./number";
import { readTable } from "./table";

export type { Column, Known, PastedDimension } from "./columns";
export type { Meaning } from "./headings";

/** What the entry knows about the lines that are pasted into it. */
export interface PasteField extends Known {
  locale: string;
  /** The entry's currency, for rows that name none. */
  currency: string;
  decimalsOf: (currency: string) => number;
  /** The largest amount of a line in minor units. */
  largestMinor?: string;
}

/** A cell: what was pasted, what it was read as, and what is wrong or doubtful. */
export interface Cell {
  text: string;
  value?: string;
  fault?: string;
  note?: string;
}

/** A line for the entry. What is absent or wrong is left out. */
export interface PastedLine {
  account?: string;
  debit?: string;
  credit?: string;
  text?: string;
  party?: string;
  due?: string;
  currency?: string;
  /** Values by the code of their dimension. */
  dimensions: Record<string, string>;
}

/** A row of the preview. */
export interface PastedRow {
  cells: Cell[];
  line: PastedLine;
}

/** A table that was read. */
export interface Paste {
  hasHeadings: boolean;
  columns: Column[];
  rows: PastedRow[];
  /** How many cells are wrong. */
  faults: number;
}

/** What is looked up for every row. */
interface LookUps {
  account: ReturnType<typeof finder> | undefined;
  party: ReturnType<typeof finder> | undefined;
}

/** What a person says a column holds, instead of the guess. */
export type Choice = Pick<Column, "meaning" | "dimension">;

/** Reads a table from the clipboard. `choices` are the person's own, by column; absent ones are guessed. */
export function readPaste(text: string, field: PasteField, choices: readonly (Choice | undefined)[] = []): Paste {
  const table = readTable(text);
  const isHeaded = hasHeadings(table, field.dimensions);
  const [titles, body] = isHeaded ? [table[0] ?? [], table.slice(1)] : [[], table];
  const columns = sharedMarks(chosen(guessColumns(body, titles, field), choices, body, field), body);
  const lookUps = { account: field.accounts && finder(field.accounts), party: field.parties && finder(field.parties) };
  const rows = body.map((row) => readRow(row, columns, field, lookUps));
  const faults = rows.reduce((sum, row) => sum + row.cells.filter((cell) => cell.fault).length, 0);
  return { hasHeadings: isHeaded, columns, rows, faults };
}

/** Puts choices in place of guesses. What is chosen for one column is not guessed for another. */
function chosen(guessed: Column[], choices: readonly (Choice | undefined)[], body: readonly string[][], field: PasteField): Column[] {
  const taken = new Set<Meaning>(choices.flatMap((choice) => (choice && choice.meaning !== "dimension" ? [choice.meaning] : [])));
  return guessed.map((column, index) => {
    const choice = choices[index];
    if (!choice) return taken.has(column.meaning) ? { title: column.title, meaning: "ignore" } : column;
    const cells = body.flatMap((row) => row[index] || []);
    return { title: column.title, ...choice, ...habitsOf(choice.meaning, cells, field) };
  });
}

/** Columns of amounts come from one program: one that cannot tell its decimal mark takes that of the others. */
function sharedMarks(columns: Column[], body: readonly string[][]): Column[] {
  const isAmount = ({ meaning }: Column) => meaning === "debit" || meaning === "credit" || meaning === "amount";
  const mark = markOf(columns.flatMap((column, index) => (isAmount(column) ? body.flatMap((row) => row[index] || []) : [])));
  return columns.map((column) => (mark && isAmount(column) && !column.decimalMark ? { ...column, decimalMark: mark } : column));
}

function readRow(row: readonly string[], columns: readonly Column[], field: PasteField, lookUps: LookUps): PastedRow {
  const named = row[columns.findIndex((column) => column.meaning === "currency")]?.toUpperCase();
  const currency = named && (field.currencies?.includes(named) ?? true) ? named : field.currency;
  const cells = columns.map((column, index) => readCell(row[index] ?? "", column, currency, field, lookUps));
  missing(cells, columns);

  const line: PastedLine = { dimensions: {} };
  columns.forEach((column, index) => {
    const { value, fault } = cells[index] ?? {};
    if (value === undefined || fault || column.meaning === "ignore") return;
    if (column.meaning === "dimension") line.dimensions[column.dimension ?? column.title] = value;
    else if (column.meaning === "amount") line[isNegative(value) ? "credit" : "debit"] = absolute(value);
    else line[column.meaning] = value;
  });
  return { cells, line };
}

function readCell(text: string, column: Column, currency: string, field: PasteField, lookUps: LookUps): Cell {
  if (text === "" || column.meaning === "ignore") return { text };
  switch (column.meaning) {
    case "account":
    case "party":
      return named(text, lookUps[column.meaning], column.meaning);
    case "currency":
      return currencyCell(text, field);
    case "due": {
      const reading = readDay(withoutTime(text), { today: field.today, order: column.order ?? field.order });
      return reading.ok ? { text, value: reading.value } : { text, fault: reading.message };
    }
    case "debit":
    case "credit":
    case "amount":
      return amountCell(text, column, currency, field);
    case "text":
    case "dimension":
      return { text, value: text };
  }
}

function named(text: string, find: LookUps["account"], noun: string): Cell {
  if (!find) return { text, value: text };
  const found = find(text);
  return found ? { text, value: found.code } : { text, fault: `There is no ${noun} “${text}”. Choose another one or create it.` };
}

function currencyCell(text: string, { currencies }: Known): Cell {
  const code = text.toUpperCase();
  if (/^[A-Z]{3}$/.test(code) && (currencies?.includes(code) ?? true)) return { text, value: code };
  return { text, fault: `“${text}” is not a currency here. Type its three letters, such as ${currencies?.[0] ?? "EUR"}.` };
}

function amountCell(text: string, column: Column, currency: string, field: PasteField): Cell {
  if (isDash(text)) return { text };
  // Nobody pastes sums, but dates and numbers of documents look like some.
  if (/\d[ )]*[-+*/\u2212×÷][ (]*\d/.test(text)) {
    return { text, fault: `“${text}” is not an amount. Choose another column or correct it.` };
  }
  const { locale, largestMinor, decimalsOf } = field;
  const reading = readAmount(text, {
    decimals: decimalsOf(currency),
    locale,
    currency,
    ...(column.decimalMark && { decimalMark: column.decimalMark }),
    ...(largestMinor && { largestMinor }),
  });
  if (!reading.ok) return { text, fault: reading.message };
  const { value, ambiguous } = reading;
  if (isZero(value)) return { text };
  if (isNegative(value) && column.meaning !== "amount") {
    const other = column.meaning === "debit" ? "credit" : "debit";
    return { text, value, fault: `A ${column.meaning} is not below zero. Put the amount under ${other} without its minus.` };
  }
  const mark = certainMark(text.replace(/[^\d.,' ]/g, ""));
  const isOdd = column.decimalMark && mark && mark !== column.decimalMark;
  const note = isOdd ? `Read as ${value}: its decimal mark is not that of the column.` : ambiguous;
  return note ? { text, value, note } : { text, value };
}

/** Marks what a line cannot do without. */
function missing(cells: Cell[], columns: readonly Column[]): void {
  const at = (meaning: Meaning) => cells[columns.findIndex((column) => column.meaning === meaning)];
  const [account, debit, credit, amount] = [at("account"), at("debit"), at("credit"), at("amount")];
  if (account?.text === "") account.fault = "The account is missing.";
  const sides = [debit, credit, amount].filter((cell) => cell !== undefined);
  const used = sides.filter((cell) => cell.value !== undefined);
  const last = used.at(-1);
  if (last && used.length > 1) last.fault ??= "A line has one amount: a debit or a credit. Remove one of them.";
  const [first] = sides;
  if (first && used.length === 0 && !sides.some((cell) => cell.fault)) first.fault = "The amount is missing.";
}
