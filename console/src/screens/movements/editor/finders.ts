// How the fields of a line find items, lots, pieces, units and bins.

import { findGoods, knownItem } from "../../../api/goodsLookup";
import { PIECE } from "../../../api/items";
import { findLots, findSerials } from "../../../api/lotLookup";
import { findLocations } from "../../../api/warehouses";
import { type Finder, chosenCell } from "../../../parts/grid/FindCell";
import type { Choice } from "../../../parts/Lookup";
import { rank } from "../../../text/search";
import { NEW } from "./body";
import type { Desk } from "./desk";
import { type Column, cell } from "./draft";
import { lotsToPick, piecesToPick } from "./picks";
import { goesOut, itemIn } from "./reading";

const fixed = (choices: readonly (readonly [string, string])[]): Finder => ({
  find: (typed) => choices.filter(([, name]) => name.startsWith(typed.toLowerCase())).map(([id, name]) => ({ id, code: "", name })),
  cell: (choice) => cell(choice.name, choice.id),
  nothing: () => `One of ${choices.map(([, name]) => name).join(", ")}.`,
});

const starts = (choices: Choice[], typed: string): Choice[] =>
  choices.filter((one) => one.code.toLowerCase().includes(typed.toLowerCase())).slice(0, 8);

/** The finders of the columns that have one. They find for the line that has the focus. */
export function findersOf(desk: Desk): Readonly<Partial<Record<Column, Finder>>> {
  const line = (): ReturnType<typeof desk.sheet.line> => {
    const at = desk.active();
    return at && desk.sheet.line(at.id);
  };
  const tracked = (
    picked: (itemId: string, warehouseId: string) => Promise<Choice[]>,
    found: (typed: string, itemId?: string) => Promise<Choice[]>,
    what: string,
  ): Finder => ({
    find: (typed) => {
      const now = line();
      const item = now && itemIn(now);
      if (!now || !item) return [];
      const { warehouse } = desk.house.head;
      if (goesOut(now, desk.house.head) && warehouse) return picked(item.id, warehouse).then((all) => starts(all, typed));
      return found(typed, item.id);
    },
    cell: (choice) => cell(choice.code, choice.id),
    nothing: (typed) => `No ${what} “${typed}” can be taken here.`,
    asNew: (typed) => {
      const now = line();
      if (now && goesOut(now, desk.house.head)) return { title: `“${typed}”, as it is`, cell: cell(typed) };
      return { title: `New ${what}: “${typed}”`, cell: { ...cell(typed, `${NEW}${typed}`), note: `The ${what} “${typed}” is made when this is posted.` } };
    },
  });
  const bin = (column: "bins" | "toBins"): Finder => ({
    find: (typed) => findLocations(desk.house[column]?.filter((one) => one.kind === "bin" && one.isActive), typed),
    cell: (choice) => cell(choice.code, choice.id),
    nothing: (typed) => `No bin is called “${typed}” here.`,
  });
  return {
    item: {
      find: findGoods,
      cell: chosenCell,
      nothing: (typed) => `No item has the SKU, name or GTIN “${typed}”.`,
    },
    role: fixed([
      ["component", "used"],
      ["output", "made"],
    ]),
    method: fixed([
      ["fifo", "fifo"],
      ["average", "average"],
      ["standard", "standard"],
      ["specific", "specific"],
    ]),
    unit: {
      find: (typed) => {
        const now = line();
        const item = now && knownItem(now.cells.item?.value ?? "");
        const codes = item ? [item.unitCode, ...item.units.map((one) => one.unitCode)] : [PIECE];
        return rank(codes.map((code) => ({ code, name: desk.house.units?.get(code) ?? code })), typed).map((one) => ({ id: one.code, ...one }));
      },
      cell: (choice) => cell(choice.name, choice.id),
      nothing: (typed) => `The item has no unit “${typed}”.`,
    },
    lot: tracked(lotsToPick, findLots, "lot"),
    serial: tracked(piecesToPick, findSerials, "serial number"),
    bin: bin("bins"),
    toBin: bin("toBins"),
  };
}
