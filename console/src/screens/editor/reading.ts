// What the text of a field means in these books.

import type { Account, Chart } from "../../api/accounts";
import type { Dimension } from "../../api/dimensions";
import { readAmount, LARGEST_LINE_MINOR } from "../../text/amount";
import { formatDay, readDay, type DayOrder } from "../../text/day";
import { absolute, formatAmount, isNegative, isZero } from "../../text/number";
import { type Cell, type ColumnId, type Line, cellOf, dimensionOf, EMPTY } from "./draft";

/** What fields are read by. */
export interface Books {
  chart: Chart | undefined;
  /** The currency of the books. */
  base: string;
  /** The currency of lines that name none. */
  currency: string;
  /** Codes of the currencies that can be used, with their decimals. */
  decimals: ReadonlyMap<string, number>;
  dimensions: readonly Dimension[];
  locale: string;
  dayOrder: DayOrder;
  /** The day that `+5` and `28` count from. */
  from: string;
}

/** The currency of a line. */
export const currencyOf = (line: Line, books: Books): string => cellOf(line, "currency").value || books.currency;

/** The decimals of a currency; two of one that is not known. */
export const decimalsIn = (currency: string, books: Books): number => books.decimals.get(currency) ?? 2;

/** The account of a line. */
export function accountOf(line: Line, chart: Chart | undefined): Account | undefined {
  return chart?.byId.get(cellOf(line, "account").value);
}

/** Whether the lines of the account name a customer or a supplier. */
export const asksParty = (account: Account | undefined): boolean =>
  account?.controlFor === "receivable" || account?.controlFor === "payable";

/** An amount for a field. */
export function written(value: string, currency: string, books: Books): string {
  return formatAmount(value, { decimals: decimalsIn(currency, books), locale: books.locale, zero: "blank" });
}

/** The account as a field shows it. */
export const accountCell = (account: Account): Cell => ({ text: `${account.code} ${account.name}`, value: account.id });

/** What the text means while it is being typed: nothing is said about it yet, and it stays as it is. */
export function typed(column: ColumnId, text: string, line: Line, books: Books): Cell {
  if (column === "memo") return { text, value: text.trim() };
  const { value } = left(column, text, line, books);
  return { text, value };
}

/** What the text means when its field is left: it is written back as it was understood, or says what is wrong. */
export function left(column: ColumnId, text: string, line: Line, books: Books): Cell {
  const plain = text.trim();
  if (plain === "") return EMPTY;
  switch (column) {
    case "account": {
      const account = books.chart?.byCode.get(plain) ?? books.chart?.byCode.get(plain.split(" ")[0] ?? "");
      return account ? accountCell(account) : { text, value: "", fault: `No account is called “${plain}”.` };
    }
    case "party":
      return { text: plain, value: plain };
    case "memo":
      return { text: plain, value: plain };
    case "due": {
      const reading = readDay(plain, { today: books.from, order: books.dayOrder });
      return reading.ok ? { text: formatDay(reading.value), value: reading.value } : { text, value: "", fault: reading.message };
    }
    case "currency": {
      const code = plain.toUpperCase();
      return books.decimals.has(code) ? { text: code, value: code } : { text, value: "", fault: `No currency is called “${plain}”.` };
    }
    case "debit":
    case "credit":
      return amount(plain, line, books);
    default:
      return valueOf(dimensionOf(column) ?? "", plain, books);
  }
}

function amount(text: string, line: Line, books: Books): Cell {
  const currency = currencyOf(line, books);
  const decimals = decimalsIn(currency, books);
  const reading = readAmount(text, { decimals, locale: books.locale, currency, largestMinor: LARGEST_LINE_MINOR });
  if (!reading.ok) return { text, value: "", fault: reading.message };
  if (isZero(reading.value)) return EMPTY;
  const note = reading.ambiguous ? { note: reading.ambiguous } : {};
  return { text: written(reading.value, currency, books), value: reading.value, ...note };
}

function valueOf(code: string, text: string, books: Books): Cell {
  const dimension = books.dimensions.find((one) => one.code === code);
  const value = dimension?.values.find((one) => one.code.toLowerCase() === text.toLowerCase() || one.name.toLowerCase() === text.toLowerCase());
  if (value) return { text: value.code, value: value.code };
  // Without the values at hand the service decides.
  if (!dimension || dimension.values.length === 0) return { text, value: text };
  return { text, value: "", fault: `${dimension.name} has no value “${text}”.` };
}

/**
 * The line after one of its fields was left. A line has one side: an amount takes the place of that on the other side, and one
 * below zero goes over there.
 */
export function settled(line: Line, column: ColumnId, cell: Cell, books: Books): Line {
  const cells = { ...line.cells, [column]: cell };
  if ((column === "debit" || column === "credit") && cell.value) {
    const other = column === "debit" ? "credit" : "debit";
    cells[other] = EMPTY;
    if (isNegative(cell.value)) {
      const value = absolute(cell.value);
      const note = `Minus in ${column} was written as ${other}.`;
      cells[column] = EMPTY;
      cells[other] = { text: written(value, currencyOf(line, books), books), value, note };
    }
  }
  const changed: Line = { ...line, cells };
  if (column !== "debit" && column !== "credit" && column !== "currency") return changed;
  if (cellOf(line, column).value === cell.value) return changed;
  const { conversion: _, ...without } = changed;
  if (column !== "currency") return without;
  // Another currency has other decimals.
  return (["debit", "credit"] as const).reduce((now, side) => {
    const text = cellOf(now, side).text;
    return text ? { ...now, cells: { ...now.cells, [side]: left(side, text, now, books) } } : now;
  }, without as Line);
}
