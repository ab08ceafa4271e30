// A movement while it is being written: what stands in its fields, and what that was read as.

import { KINDS, type MovementKind } from "../../../api/movementKinds";
import type { Movement } from "../../../api/movements";
import { type Cell, type GridLine, cellOf, isEmptyLine, newLineId } from "../../../parts/grid/cells";

/** A field of a line. */
export type Column =
  | "item"
  | "role"
  | "quantity"
  | "unit"
  | "lot"
  | "until"
  | "serial"
  | "bin"
  | "toBin"
  | "cost"
  | "amount"
  | "standardCost"
  | "method"
  | "memo";

/** What a line has that the grid does not show, in the form of the API. */
export type Hidden = Readonly<Record<string, unknown>>;

/** A line of the movement. */
export interface Line extends GridLine<Column> {
  hidden?: Hidden | undefined;
}

/** What stands above the lines, in the form of the API; empty where nothing is given. */
export interface Head {
  kind: MovementKind;
  day: string;
  description: string;
  reference: string;
  /** The id of the party, or the name of a new one. */
  party: string;
  partyText: string;
  /** Ids. */
  warehouse: string;
  toWarehouse: string;
  reason: string;
  account: string;
  /** Whether a transfer arrives by an act of its own. */
  isTwoStep: boolean;
  /** The movement that it refers to. */
  of: string;
  amount: string;
  splitBy: string;
  dueDate: string;
  currency: string;
  rate: string;
}

/** A movement as it is written. */
export interface Draft {
  head: Head;
  lines: readonly Line[];
}

/** A movement that was not sent, as it is kept on the device. */
export interface UnsentMovement extends Draft {
  /** The draft that it changes, as it was when the editor read it. */
  stored?: Movement | undefined;
  /** The keys of requests of which it is not known what became of them. */
  keys: Record<string, string>;
}

/** A head in which only the kind, the day and the place are given. */
export function newHead(kind: MovementKind, day: string, warehouse: string): Head {
  return {
    kind,
    day,
    warehouse,
    description: "",
    reference: "",
    party: "",
    partyText: "",
    toWarehouse: "",
    reason: "",
    account: "",
    isTwoStep: false,
    of: "",
    amount: "",
    splitBy: "",
    dueDate: "",
    currency: "",
    rate: "",
  };
}

/** A line with a name of its own. */
export const newLine = (cells: Line["cells"] = {}, hidden?: Hidden): Line => ({ id: newLineId(), cells, ...(hidden && { hidden }) });

/** The lines that are sent, in their order: their places are those in pointers of the answer. */
export const sentLines = (lines: readonly Line[]): Line[] => lines.filter((line) => !isEmptyLine(line));

/** Kinds whose lines say no quantity. */
const UNCOUNTED = new Set<MovementKind>(["revaluation", "writeDown", "standardCostChange", "costingChange", "landedCost", "supplierCredit"]);

/** Whether lines of the kind say how much. */
export const hasQuantity = (kind: MovementKind): boolean => !UNCOUNTED.has(kind);

/** Whether a movement of the kind is at a place: changes of costing are everywhere, and what is said of receipts is where they are. */
export const saysPlace = (kind: MovementKind): boolean => !KINDS[kind].ofNeeded && kind !== "standardCostChange" && kind !== "costingChange";

/** Whether the line has what a line of the kind needs. */
export function isFilledLine(line: Line, kind: MovementKind): boolean {
  if (cellOf(line, "item").text === "") return false;
  return !hasQuantity(kind) || cellOf(line, "quantity").text !== "" || KEEPS_OPEN.has(kind);
}

/** Kinds whose lines may leave the quantity open: all that is open then. */
const KEEPS_OPEN = new Set<MovementKind>(["supplierInvoice"]);

/** What distinguishes a movement from another: what stands in its fields. */
export function fingerprint({ head, lines }: Draft): string {
  const texts = sentLines(lines).map((line) =>
    Object.entries(line.cells).flatMap(([column, cell]) => (cell?.text ? [[column, cell.text]] : [])).toSorted(),
  );
  return JSON.stringify([head, texts]);
}

/** The lines of a kept movement, with names that this page has not given yet. */
export const revived = (lines: readonly Line[]): Line[] => lines.map((line) => newLine(line.cells, line.hidden));

/** A field with this text and meaning. */
export const cell = (text: string, value = text): Cell => ({ text, value });
