// A pasted table as lines of a movement: what its columns hold, and the items that its codes name.

import { findGoods, knownItem } from "../../../api/goodsLookup";
import { type Cell, EMPTY } from "../../../parts/grid/cells";
import { readTable } from "../../../text/table";
import { type Column, type Line, cell, newLine } from "./draft";
import { type House, left, settled } from "./reading";

/** What a column of a pasted table may hold; nothing of those that are left out. */
export type Held = Extract<Column, "item" | "quantity" | "unit" | "lot" | "until" | "serial" | "bin" | "toBin" | "cost" | "amount" | "memo"> | "";

/** A pasted table: its rows without the headings, and what each column is taken for. */
export interface Pasted {
  rows: string[][];
  titles: string[];
  held: Held[];
}

const HEADINGS: readonly (readonly [Held, RegExp])[] = [
  ["item", /^(sku|item|article|product|code|gtin|ean|barcode|artikel|artikelnummer|référence article)/i],
  ["quantity", /^(qty|quantity|count|pieces|pcs|menge|anzahl|stück|quantité)/i],
  ["unit", /^(unit|uom|einheit|unité)$/i],
  ["lot", /^(lot|batch|charge)/i],
  ["until", /^(expir|best|use by|mhd|verfall|péremption)/i],
  ["serial", /^(serial|sn$|seriennummer)/i],
  ["toBin", /^to (bin|location)/i],
  ["bin", /^(bin|location|shelf|lagerplatz|platz)/i],
  ["cost", /^(cost|total cost|total|value|kosten|wert|gesamt|coût)/i],
  ["amount", /^(amount|betrag|montant)/i],
  ["memo", /^(memo|note|text|description|name|bemerkung|bezeichnung|libellé)/i],
];

const isFigure = (text: string): boolean => /^[-−(]?[\d.,'\s]+\)?$/.test(text) && /\d/.test(text);

/** The table, with what its headings say; without headings the first column is the item and the first of figures the quantity. */
export function readPasted(text: string): Pasted {
  const table = readTable(text);
  const [first = [], ...rest] = table;
  const named = first.map((title): Held => HEADINGS.find(([, words]) => words.test(title.trim()))?.[0] ?? "");
  if (named.some((one) => one === "item" || one === "quantity")) return { rows: rest, titles: first, held: unique(named) };
  const figures = first.map((_, at) => at > 0 && table.every((row) => row[at] === "" || isFigure(row[at] ?? "")));
  const numbers = figures.flatMap((is, at) => (is ? [at] : []));
  const held = first.map((_, at): Held => (at === 0 ? "item" : at === numbers[0] ? "quantity" : at === numbers[1] ? "cost" : ""));
  return { rows: table, titles: first.map(() => ""), held };
}

/** Each meaning once: the first column that has it. */
const unique = (held: readonly Held[]): Held[] => held.map((one, at) => (held.indexOf(one) === at ? one : ""));

/** The items that codes of a table name, as far as there are any. Asked a few at a time. */
export async function itemsOf(codes: readonly string[]): Promise<ReadonlyMap<string, Cell>> {
  const wanted = [...new Set(codes.filter((code) => code !== ""))];
  const found = new Map<string, Cell>();
  const AT_ONCE = 6;
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    await Promise.all(
      wanted.slice(at, at + AT_ONCE).map(async (code) => {
        const choices = await Promise.resolve(findGoods(code)).catch(() => []);
        const hit =
          choices.find((one) => one.code.toLowerCase() === code.toLowerCase()) ??
          choices.find((one) => knownItem(one.id)?.gtins.some((gtin) => gtin.gtin === code.padStart(14, "0"))) ??
          choices.find((one) => one.name.toLowerCase() === code.toLowerCase());
        if (hit) found.set(code, cell(`${hit.code} ${hit.name}`, hit.id));
      }),
    );
  }
  return found;
}

/** The rows as lines. What could not be read stands in its field with what is wrong, so that nothing of the table is lost. */
export function linesOf(pasted: Pasted, items: ReadonlyMap<string, Cell>, house: House): Line[] {
  return pasted.rows.map((row) => {
    let line = newLine();
    // The item first: it says how its quantity is read.
    const order = pasted.held.map((held, at) => [held, at] as const).toSorted(([one], [other]) => Number(other === "item") - Number(one === "item"));
    for (const [held, at] of order) {
      const text = row[at] ?? "";
      if (held === "" || text === "") continue;
      const found = held === "item" ? (items.get(text) ?? { text, value: "", fault: `No item has the SKU, name or GTIN “${text}”.` }) : left(held, text, line, house);
      line = settled(line, held, found ?? EMPTY);
    }
    return line;
  }).filter((line) => Object.keys(line.cells).length > 0);
}
