// A pasted table as lines of the entry.

import type { Meaning, Paste, PasteField, PastedRow } from "../../text/paste";
import { today } from "../../app/today";
import { formatDay } from "../../text/day";
import { type Cell, type ColumnId, type Line, newLine } from "./draft";
import { type Books, accountCell, currencyOf, written } from "./reading";

/** What the reading of a table is told about the books. */
export function fieldOf(books: Books): PasteField {
  return {
    locale: books.locale,
    currency: books.currency,
    decimalsOf: (currency) => books.decimals.get(currency) ?? 2,
    today: books.from || today(),
    order: books.dayOrder,
    accounts: books.chart?.all.filter((account) => !account.isGroup) ?? [],
    currencies: [...books.decimals.keys()],
    dimensions: books.dimensions.map(({ code, name, values }) => ({ code, name, values: values.map((value) => value.code) })),
  };
}

/** The rows as lines. What could not be read stands in its field with what is wrong, so that nothing of the table is lost. */
export function linesOf(paste: Paste, books: Books): Line[] {
  return paste.rows.map((row) => lineOf(row, paste, books)).filter((line) => Object.keys(line.cells).length > 0);
}

function lineOf(row: PastedRow, paste: Paste, books: Books): Line {
  const cells: Partial<Record<ColumnId, Cell>> = {};
  const { line } = row;
  const account = line.account === undefined ? undefined : books.chart?.byCode.get(line.account);
  if (account) cells.account = accountCell(account);
  if (line.party) cells.party = { text: line.party, value: line.party };
  if (line.text) cells.memo = { text: line.text, value: line.text };
  if (line.due) cells.due = { text: formatDay(line.due), value: line.due };
  if (line.currency && line.currency !== books.currency) cells.currency = { text: line.currency, value: line.currency };
  for (const [code, value] of Object.entries(line.dimensions)) cells[`dim:${code}`] = { text: value, value };
  const currency = currencyOf(newLine(cells), books);
  for (const side of ["debit", "credit"] as const) {
    const value = line[side];
    const text = value && written(value, currency, books);
    if (value && text) cells[side] = { text, value };
  }
  row.cells.forEach((cell, index) => {
    const column = paste.columns[index];
    const place = column && placeOf(column.meaning, column.dimension ?? column.title);
    if (place && cell.fault) cells[place] = { text: cell.text, value: "", fault: cell.fault };
    else if (place && cell.note && cells[place]) cells[place] = { ...(cells[place] as Cell), note: cell.note };
  });
  return newLine(cells);
}

function placeOf(meaning: Meaning, dimension: string): ColumnId | undefined {
  switch (meaning) {
    case "text":
      return "memo";
    case "amount":
      return "debit";
    case "dimension":
      return `dim:${dimension}`;
    case "ignore":
      return undefined;
    default:
      return meaning;
  }
}
