// What the columns of a pasted table hold, by their headings and by what stands in them.

import { certainMark, evenOut } from "./figure";
import { plain, meaningOfHeading, type Meaning } from "./headings";
import type { DecimalMark } from "./locale";
import { readDay, type DayOrder } from "./day";
import type { Findable } from "./search";

/** A column and how its cells are read. */
export interface Column {
  /** The heading; empty if the table has none. */
  title: string;
  meaning: Meaning;
  /** The code of the dimension, if it holds one. */
  dimension?: string;
  /** The decimal mark of its amounts; the user's language decides if it cannot be told. */
  decimalMark?: DecimalMark;
  /** The order of its dates. */
  order?: DayOrder;
}

/** A dimension that lines can carry, with its values if they are at hand. */
export interface PastedDimension {
  code: string;
  name: string;
  values?: readonly string[];
}

/** What the books know, by which columns are recognised. Whatever is absent is not asked. */
export interface Known {
  today: string;
  order: DayOrder;
  accounts?: readonly Findable[];
  parties?: readonly Findable[];
  currencies?: readonly string[];
  dimensions?: readonly PastedDimension[];
}

/** Rows that are looked at; a longer table does not tell more. */
const SAMPLE = 200;

/** A column holds what so many of its cells are. */
const MOST = 0.8;
const KNOWN = 0.6;

/** Whether the first row names the columns. */
export function hasHeadings(table: readonly string[][], dimensions: Known["dimensions"]): boolean {
  const [first = [], ...rest] = table;
  if (first.some((cell) => isFigure(cell) || isDate(cell))) return false;
  if (first.some((cell) => headingOf(cell, dimensions) !== undefined)) return true;
  return first.some((cell, index) => {
    const below = filled(rest, index);
    return cell !== "" && below.length > 0 && (share(below, isFigure) >= MOST || share(below, isDate) >= MOST);
  });
}

/** Guesses what each column holds. `rows` are without the headings; `titles` are empty if there are none. */
export function guessColumns(rows: readonly string[][], titles: readonly string[], known: Known): Column[] {
  const sample = rows.slice(0, SAMPLE);
  const width = Math.max(titles.length, rows[0]?.length ?? 0);
  const columns = Array.from({ length: width }, (_, index): Column & { sure?: boolean } => {
    const title = titles[index] ?? "";
    return { title, meaning: "ignore", ...headingOf(title, known.dimensions) };
  });
  const cells = columns.map((_, index) => filled(sample, index));
  const taken = new Set<Meaning>();
  const isOpen = columns.map((column, index) => {
    // The second of "account" and "account name" adds nothing; dimensions may be several.
    if (column.meaning !== "dimension" && taken.has(column.meaning)) column.meaning = "ignore";
    else if (column.meaning !== "ignore") taken.add(column.meaning);
    return headingOf(column.title, known.dimensions) === undefined && (cells[index]?.length ?? 0) > 0;
  });
  const open = () => columns.map((_, index) => index).filter((index) => isOpen[index]);
  const give = (index: number | undefined, meaning: Meaning, dimension?: string) => {
    const column = index === undefined ? undefined : columns[index];
    if (!column || index === undefined || (meaning !== "dimension" && taken.has(meaning))) return;
    Object.assign(column, { meaning }, dimension === undefined ? {} : { dimension });
    isOpen[index] = false;
    taken.add(meaning);
  };
  const where = (test: (cell: string) => boolean, least: number) =>
    open().filter((index) => share(cells[index] ?? [], test) >= least);

  give(where(isDate, MOST)[0], "due");
  give(where((cell) => isCurrency(cell, known), MOST)[0], "currency");
  for (const [meaning, items = []] of [["account", known.accounts], ["party", known.parties]] as const) {
    const find = finder(items);
    give(where((cell) => find(cell) !== undefined, KNOWN)[0], meaning);
  }
  for (const { code, values = [] } of known.dimensions ?? []) give(where((cell) => values.includes(cell), KNOWN)[0], "dimension", code);

  const figures = where(isFigure, MOST);
  give(codes(figures, cells) ?? where(isCode, MOST)[0], "account");
  const amounts = figures.filter((index) => isOpen[index]);
  if (!taken.has("amount") && !taken.has("debit") && !taken.has("credit")) {
    const debit = amounts.find((index, at) => areSides(sample, index, amounts[at + 1]));
    if (debit !== undefined) {
      give(debit, "debit");
      give(amounts[amounts.indexOf(debit) + 1], "credit");
    } else {
      const isMarked = (index: number) => (cells[index] ?? []).some((cell) => /[-.,(]/.test(cell));
      give(amounts.find(isMarked) ?? amounts[0], "amount");
    }
  }
  const texts = where((cell) => /\p{L}/u.test(cell) && !isDate(cell), 0.5);
  give(texts.sort((a, b) => meanLength(cells[b]) - meanLength(cells[a]))[0], "text");
  return columns.map((column, index) => ({ ...column, ...habitsOf(column.meaning, cells[index] ?? [], known) }));
}

/** How the amounts or dates of a column are written. One decision for all cells: a cell alone is often both. */
export function habitsOf(meaning: Meaning, cells: readonly string[], known: Known): Pick<Column, "decimalMark" | "order"> {
  if (meaning === "due") return { order: orderOf(cells, known) };
  if (meaning !== "debit" && meaning !== "credit" && meaning !== "amount") return {};
  const mark = markOf(cells);
  return mark ? { decimalMark: mark } : {};
}

/** The decimal mark that most certain cells have; none if they disagree evenly or none is certain. */
export function markOf(cells: readonly string[]): DecimalMark | undefined {
  const marks = cells.map((cell) => certainMark(bare(cell)));
  const points = marks.filter((mark) => mark === ".").length;
  const commas = marks.filter((mark) => mark === ",").length;
  return points === commas ? undefined : points > commas ? "." : ",";
}

/** The user's own order if all dates can be read so, else the first that reads all, else the user's. */
function orderOf(cells: readonly string[], { today, order }: Known): DayOrder {
  const orders: DayOrder[] = [order, "dmy", "mdy", "ymd"];
  return orders.find((tried) => cells.every((cell) => readDay(withoutTime(cell), { today, order: tried }).ok)) ?? order;
}

/** Spreadsheets write midnight behind their dates. */
export function withoutTime(cell: string): string {
  return cell.replace(/[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?$/i, "");
}

/** Finds accounts or parties by code, by name or by both, as in "4000 Sales" and "4000 - Sales". */
export function finder(items: readonly Findable[]): (cell: string) => Findable | undefined {
  const known = new Map<string, Findable>();
  const add = (name: string, item: Findable) => known.has(plain(name)) || known.set(plain(name), item);
  for (const item of items) add(item.code, item);
  for (const item of items) add(item.name, item);
  for (const item of items) add(`${item.code} ${item.name}`, item);
  return (cell) => known.get(plain(cell));
}

/** A dash is how spreadsheets show zero. */
export function isDash(cell: string): boolean {
  return /^[-\u2212\u2013\u2014]+$/.test(bare(cell));
}

function headingOf(title: string, dimensions: Known["dimensions"]): Pick<Column, "meaning" | "dimension"> | undefined {
  const named = dimensions?.find(({ code, name }) => plain(title) !== "" && [plain(code), plain(name)].includes(plain(title)));
  if (named) return { meaning: "dimension", dimension: named.code };
  const meaning = meaningOfHeading(title);
  if (!meaning) return undefined;
  const only = dimensions?.length === 1 ? dimensions[0] : undefined;
  return meaning === "dimension" && only ? { meaning, dimension: only.code } : { meaning };
}

function filled(rows: readonly string[][], index: number): string[] {
  return rows.flatMap((row) => row[index] || []);
}

function share(cells: readonly string[], test: (cell: string) => boolean): number {
  return cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
}

/** A figure without signs of currency and of books. */
function bare(cell: string): string {
  return evenOut(cell).replace(/\p{Sc}|\b[A-Z]{3}\b|[()+]/gu, "").replace(/^[-\u2212 ]+(?=\d)|(?<=\d)[-\u2212 ]+$/g, "").trim();
}

function isFigure(cell: string): boolean {
  return !isDate(cell) && (/^[\d.,' ]*\d[\d.,' ]*$/.test(bare(cell)) || isDash(cell));
}

function isDate(cell: string): boolean {
  return /^(?:\d{1,4}([./-])\d{1,2}\1\d{2,4}|\d{1,2}[. -]+\p{L}{3,}\.?,?[ -]+\d{2,4}|\p{L}{3,} \d{1,2},? \d{4})$/u.test(withoutTime(cell));
}

function isCurrency(cell: string, { currencies }: Known): boolean {
  return /^[A-Z]{3}$/.test(cell) && (!currencies || currencies.includes(cell));
}

/** Letters and digits without a blank, at least one digit, and no amount. */
function isCode(cell: string): boolean {
  return /^(?=.*\d)[A-Z\d][A-Z\d.-]{1,15}$/i.test(cell) && !isFigure(cell);
}

/** The first column of whole numbers without marks, if another column is left for the amounts. */
function codes(figures: readonly number[], cells: readonly string[][]): number | undefined {
  return figures.length < 2 ? undefined : figures.find((index) => (cells[index] ?? []).every((cell) => /^\d{2,12}$/.test(cell)));
}

/** Whether two columns are debit and credit: both used, never both in one row. */
function areSides(rows: readonly string[][], one: number, other: number | undefined): boolean {
  if (other === undefined) return false;
  const used = (row: readonly string[], index: number) => /[1-9]/.test(row[index] ?? "");
  const isEverUsed = (index: number) => rows.some((row) => used(row, index));
  return isEverUsed(one) && isEverUsed(other) && !rows.some((row) => used(row, one) && used(row, other));
}

function meanLength(cells: readonly string[] = []): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0) / Math.max(cells.length, 1);
}
