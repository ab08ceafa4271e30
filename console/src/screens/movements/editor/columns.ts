// The columns of the lines of a movement: which are shown, how wide they are, and how they look.

import { KINDS } from "../../../api/movementKinds";
import { may } from "../../../api/session";
import type { Warehouse } from "../../../api/warehouses";
import { cellOf } from "../../../parts/grid/cells";
import type { GridLook } from "../../../parts/grid/LineGrid";
import { type Column, type Head, type Line, hasQuantity } from "./draft";
import { goesOut, itemIn } from "./reading";

const ORDER: readonly Column[] = ["item", "role", "quantity", "unit", "lot", "until", "serial", "bin", "toBin", "cost", "amount", "standardCost", "method", "memo"];

const NAMES: Record<Column, string> = {
  item: "Item",
  role: "Used or made",
  quantity: "Quantity",
  unit: "Unit",
  lot: "Lot",
  until: "Expires",
  serial: "Serial number",
  bin: "Bin",
  toBin: "To bin",
  cost: "Cost of all",
  amount: "Amount",
  standardCost: "Standard cost",
  method: "Method",
  memo: "Memo",
};

/** What a column is called in a movement of this kind. */
export function columnName(column: Column, head: Head): string {
  if (column === "amount") return KINDS[head.kind].amount ?? NAMES.amount;
  if (column === "bin" && KINDS[head.kind].way === "pass") return "From bin";
  return NAMES[column];
}

/** The columns that are shown: those that the kind has, and those in which something stands or has to stand. */
export function shownColumns(lines: readonly Line[], head: Head, from: Warehouse | undefined, to: Warehouse | undefined): Column[] {
  const facts = KINDS[head.kind];
  const shows = new Set<Column>(["item", "memo"]);
  if (hasQuantity(head.kind)) shows.add("quantity");
  if (head.kind === "assembly" || head.kind === "disassembly") shows.add("role");
  if (facts.cost && may("costs:read")) shows.add("cost");
  if (facts.amount) shows.add("amount");
  if (head.kind === "standardCostChange") shows.add("standardCost");
  if (head.kind === "costingChange") shows.add("method").add("standardCost");
  if (facts.way !== "none" && from && from.binsMode !== "none") shows.add("bin");
  if (facts.way === "pass" && to && to.binsMode !== "none") shows.add("toBin");
  for (const line of lines) {
    for (const [column, one] of Object.entries(line.cells)) if (one?.text) shows.add(column as Column);
    const item = itemIn(line);
    if (!item || facts.way === "none") continue;
    if (hasQuantity(head.kind)) shows.add("unit");
    if (item.tracking === "serial") shows.add("serial");
    if (item.tracking !== "lot") continue;
    shows.add("lot");
    if (!goesOut(line, head)) shows.add("until");
  }
  return ORDER.filter((column) => shows.has(column));
}

const WIDTHS: Record<Column, readonly [least: number, share: number]> = {
  item: [13, 1.5],
  role: [7, 0],
  quantity: [7, 0],
  unit: [6, 0],
  lot: [8.5, 0.4],
  until: [7, 0],
  serial: [9, 0.4],
  bin: [6.5, 0],
  toBin: [6.5, 0],
  cost: [8, 0],
  amount: [8, 0],
  standardCost: [8, 0],
  method: [7, 0],
  memo: [8, 1],
};

/** How the lines look; `hint` is the grey text of an empty field. */
export const lookOf = (hint: NonNullable<GridLook["hint"]>): GridLook => ({
  label: "Lines of the movement",
  figures: new Set(["quantity", "cost", "amount", "standardCost"]),
  frozen: "item",
  text: "memo",
  width: (column) => WIDTHS[column as Column],
  hint,
});

/** The fields that a line still needs, in their order. */
export function neededIn(line: Line, head: Head, columns: readonly Column[]): Column[] {
  const facts = KINDS[head.kind];
  const item = itemIn(line);
  return columns.filter((column) => {
    if (cellOf(line, column).text !== "") return false;
    switch (column) {
      case "item":
      case "role":
      case "standardCost":
        return head.kind !== "costingChange" || column === "item";
      case "quantity":
        return facts.way !== "none";
      case "lot":
        return item?.tracking === "lot" && facts.way !== "none";
      case "serial":
        return item?.tracking === "serial" && facts.way !== "none";
      case "cost":
        return facts.cost === "needed";
      case "amount":
        return facts.whole === undefined && head.kind !== "supplierInvoice";
      case "method":
        return true;
      default:
        return false;
    }
  });
}
