// What the text of a field of a movement means.

import { knownItem } from "../../../api/goodsLookup";
import type { Item } from "../../../api/items";
import { KINDS } from "../../../api/movementKinds";
import type { Location } from "../../../api/warehouses";
import { type Cell, EMPTY, cellOf } from "../../../parts/grid/cells";
import { readAmount } from "../../../text/amount";
import { type DayOrder, formatDay, readDay } from "../../../text/day";
import { Exact } from "../../../text/exact";
import { formatAmount, isZero } from "../../../text/number";
import { NEW } from "./body";
import type { Column, Head, Line } from "./draft";

/** What fields are read by. */
export interface House {
  locale: string;
  dayOrder: DayOrder;
  /** The decimals of the currency in which costs are stated. */
  decimals: number;
  /** The bins of both ends. */
  bins: readonly Location[] | undefined;
  toBins: readonly Location[] | undefined;
  /** Names of units by their codes. */
  units: ReadonlyMap<string, string> | undefined;
  head: Head;
}

/** The item of a line, where it is known. */
export const itemIn = (line: Line): Item | undefined => knownItem(cellOf(line, "item").value);

/** The unit of a line's quantity. */
export const unitIn = (line: Line): string | undefined => cellOf(line, "unit").value || itemIn(line)?.unitCode;

/** Which way the goods of a line go. */
export function goesOut(line: Line, head: Head): boolean {
  const { way } = KINDS[head.kind];
  if (way === "bySign") return cellOf(line, "role").value ? cellOf(line, "role").value === "component" : cellOf(line, "quantity").value.startsWith("-");
  return way === "out" || way === "pass";
}

/** What the text means while it is being typed: nothing is said about it yet, and it stays as it is. */
export function typed(column: Column, text: string, line: Line, house: House): Cell {
  if (column === "memo") return { text, value: text.trim() };
  const { value } = left(column, text, line, house);
  return { text, value };
}

/** What the text means when its field is left: it is written back as it was understood, or says what is wrong. */
export function left(column: Column, text: string, line: Line, house: House): Cell {
  const plain = text.trim();
  if (plain === "") return EMPTY;
  switch (column) {
    case "item": {
      const before = cellOf(line, "item");
      return before.value && before.text === text ? before : { text, value: "", fault: `No item is called “${plain}”.` };
    }
    case "quantity":
      return quantity(plain, line, house);
    case "unit":
      return unit(plain, line, house);
    case "lot":
    case "serial":
      // Goods that come may bring a new one.
      return { text: plain, value: goesOut(line, house.head) ? plain : `${NEW}${plain}` };
    case "until": {
      const reading = readDay(plain, { today: house.head.day, order: house.dayOrder });
      return reading.ok ? { text: formatDay(reading.value), value: reading.value } : { text, value: "", fault: reading.message };
    }
    case "bin":
    case "toBin": {
      const known = column === "bin" ? house.bins : house.toBins;
      const found = known?.find((one) => one.code.toLowerCase() === plain.toLowerCase());
      return found ? { text: found.code, value: found.id } : { text, value: "", fault: `No bin is called “${plain}” here.` };
    }
    case "cost":
    case "amount":
      return money(plain, line, house);
    case "standardCost":
      return exact(plain, 6, house);
    case "role": {
      const made = /^(m|o)/i.test(plain);
      return { text: made ? "made" : "used", value: made ? "output" : "component" };
    }
    case "method": {
      const method = ["fifo", "average", "standard", "specific"].find((one) => one.startsWith(plain.toLowerCase()));
      return method ? { text: method, value: method } : { text, value: "", fault: "fifo, average, standard or specific." };
    }
    default:
      return { text: plain, value: plain };
  }
}

/** `6 box`: a number and a word behind it. */
const WITH_UNIT = /^([-+0-9][0-9.,' \u00a0*x×/+-]*?)\s*(\p{L}[\p{L}\p{N}. ]*)$/u;

/** The units of an item with their names, the one of its stock first. */
export function unitsOf(item: Item, house: House): Array<{ code: string; name: string }> {
  return [item.unitCode, ...item.units.map((one) => one.unitCode)].map((code) => ({ code, name: house.units?.get(code) ?? code }));
}

/** What `6 box` means: a number, and a unit where it is not that of the stock; nothing where no unit that there is stands there. */
export function withUnit(text: string, line: Line, house: House): { number: string; unit: Cell } | undefined {
  const [, number, word = ""] = WITH_UNIT.exec(text.trim()) ?? [];
  const item = itemIn(line);
  if (number === undefined || !item) return undefined;
  const plain = word.toLowerCase().replace(/\.$/, "");
  const found = unitsOf(item, house).find(({ code, name }) => code.toLowerCase() === plain || [name, `${name}s`, `${name}es`].some((one) => one.toLowerCase() === plain) || (plain.length > 1 && name.toLowerCase().startsWith(plain)));
  if (!found) return undefined;
  return { number: number.trim(), unit: found.code === item.unitCode ? EMPTY : { text: found.name, value: found.code } };
}

function quantity(text: string, line: Line, house: House): Cell {
  const item = itemIn(line);
  if (WITH_UNIT.test(text)) {
    const known = item ? unitsOf(item, house).map(({ name }) => name) : [];
    const fault = item ? `${item.sku} is counted by ${known.join(", ")}: a number, and one of these where it is not the first.` : "Choose the item first: its units are known then.";
    return withUnit(text, line, house) ? { text, value: "" } : { text, value: "", fault };
  }
  const isBase = !cellOf(line, "unit").value || cellOf(line, "unit").value === item?.unitCode;
  const decimals = isBase ? (item?.quantityDecimals ?? 15) : 15;
  const reading = readAmount(text, { decimals, locale: house.locale, largestMinor: "9".repeat(30) });
  if (!reading.ok) return { text, value: "", fault: reading.message };
  if (isZero(reading.value)) return { text, value: "", fault: "Nothing moves by 0: remove the line instead." };
  if (reading.value.startsWith("-") && house.head.kind !== "adjustment") {
    return { text, value: "", fault: "A quantity is above 0 here: the kind says which way goods go." };
  }
  // As few decimals as say it.
  const value = new Exact(reading.value).toFixed();
  const note = reading.ambiguous ? { note: reading.ambiguous } : {};
  return { text: formatAmount(value, { decimals: 0, locale: house.locale }), value, ...note };
}

function unit(text: string, line: Line, house: House): Cell {
  const item = itemIn(line);
  const codes = item ? [item.unitCode, ...item.units.map((one) => one.unitCode)] : [...(house.units?.keys() ?? [])];
  const plain = text.toLowerCase();
  const code = codes.find((one) => one.toLowerCase() === plain) ?? codes.find((one) => (house.units?.get(one) ?? "").toLowerCase().startsWith(plain));
  if (code) return { text: house.units?.get(code) ?? code, value: code };
  const names = codes.map((one) => house.units?.get(one) ?? one).join(", ");
  return { text, value: "", fault: `${item ? item.sku : "The item"} has the units ${names}.` };
}

/** A sum of money. `@1.50` is the cost of one, which must come to an exact sum. */
function money(text: string, line: Line, house: House): Cell {
  const each = /^@\s*(.+)$/.exec(text)?.[1];
  if (each === undefined) return exact(text, house.decimals, house);
  const one = readAmount(each, { decimals: 10, locale: house.locale });
  const count = cellOf(line, "quantity").value;
  if (!one.ok) return { text, value: "", fault: one.message };
  if (count === "") return { text, value: "", fault: "Give the quantity first: @ is the cost of one." };
  const total = new Exact(one.value).times(count).abs();
  if (total.decimalPlaces() > house.decimals) return { text, value: "", fault: `That comes to ${total.toFixed()}: give the cost of all, rounded as on the paper.` };
  const value = total.toFixed(house.decimals);
  return { text: formatAmount(value, { decimals: house.decimals, locale: house.locale }), value, note: `${count} × ${formatAmount(new Exact(one.value).toFixed(), { decimals: 2, locale: house.locale })}` };
}

function exact(text: string, decimals: number, house: House): Cell {
  const reading = readAmount(text, { decimals, locale: house.locale });
  if (!reading.ok) return { text, value: "", fault: reading.message };
  const note = reading.ambiguous ? { note: reading.ambiguous } : {};
  return { text: formatAmount(reading.value, { decimals: Math.min(decimals, 2), locale: house.locale }), value: reading.value, ...note };
}

/** The line after one of its fields was left: another item has other lots, units and bins. */
export function settled(line: Line, column: Column, found: Cell): Line {
  const cells = { ...line.cells, [column]: found };
  if (column === "item" && cellOf(line, "item").value !== found.value && cellOf(line, "item").value !== "") {
    for (const other of ["lot", "until", "serial", "unit"] as const) delete cells[other];
    return { ...line, cells, hidden: undefined };
  }
  return { ...line, cells };
}
