// The movement in the form of the API, and back.

import { itemOf } from "../../../api/goodsLookup";
import type { Item } from "../../../api/items";
import { KINDS } from "../../../api/movementKinds";
import type { Movement, MovementLine } from "../../../api/movements";
import type { FieldFault } from "../../../api/problem";
import type { components } from "../../../api/schema";
import type { Cell } from "../../../parts/grid/cells";
import { cellOf } from "../../../parts/grid/cells";
import { formatDay } from "../../../text/day";
import { absolute, formatAmount, isZero } from "../../../text/number";
import { type Column, type Draft, type Head, type Hidden, type Line, cell, hasQuantity, newLine, saysPlace, sentLines } from "./draft";

/** A new movement as the API takes it. */
export type MovementInput = components["schemas"]["MovementInput"];
/** A change of a draft as the API takes it. */
export type MovementPatch = components["schemas"]["MovementPatch"];
type LineInput = components["schemas"]["MovementLineInput"];

/** A lot or a piece that posting makes: its number follows. */
export const NEW = "new:";

/** A new movement. Empty lines and fields are left out. */
export function bodyOf({ head, lines }: Draft, status: "draft" | "posted"): MovementInput {
  const facts = KINDS[head.kind];
  const party = head.party;
  return {
    kind: head.kind,
    status,
    ...(head.day && { occurredAt: head.day }),
    ...(head.description.trim() && { description: head.description.trim() }),
    ...(head.reference.trim() && { reference: head.reference.trim() }),
    ...(party && facts.party && (party.startsWith("pty_") ? { partyId: party } : { partyName: party })),
    ...(head.warehouse && saysPlace(head.kind) && { warehouseId: head.warehouse }),
    ...(facts.way === "pass" && head.toWarehouse && { toWarehouseId: head.toWarehouse }),
    ...(facts.way === "pass" && { mode: head.isTwoStep ? ("twoStep" as const) : ("direct" as const) }),
    ...(head.reason && { reasonCodeId: head.reason }),
    ...(head.account && { offsetAccountId: head.account }),
    ...(head.of && facts.of && { ofMovementId: head.of }),
    ...(head.amount && facts.whole && { amount: head.amount }),
    ...(head.splitBy && facts.whole && { splitBy: head.splitBy as "value" }),
    ...(head.dueDate && { dueDate: head.dueDate }),
    ...(head.currency && { currency: head.currency }),
    ...(head.rate && { exchangeRate: head.rate }),
    lines: sentLines(lines).map((line) => lineBody(line, head)),
  };
}

/** All of a draft that the editor shows: what is empty is cleared. */
export function patchOf(draft: Draft, stored: Movement): MovementPatch {
  const { kind: _kind, status: _status, partyName, mode, ...body } = bodyOf(draft, "draft");
  const { head } = draft;
  const facts = KINDS[head.kind];
  return {
    ...body,
    description: head.description.trim(),
    reference: head.reference.trim() || null,
    ...(partyName ? { partyName } : { partyId: facts.party && head.party ? head.party : null }),
    reasonCodeId: head.reason || null,
    ...(stored.offsetAccountId !== null && !head.account && { offsetAccountId: null }),
    ...(mode && { mode }),
    ...(stored.dueDate !== null && !head.dueDate && { dueDate: null }),
  } as MovementPatch;
}

function lineBody(line: Line, head: Head): LineInput {
  const value = (column: Column): string => cellOf(line, column).value;
  const facts = KINDS[head.kind];
  const lot = value("lot");
  const serial = value("serial");
  return {
    ...line.hidden,
    ...(value("item") && { itemId: value("item") }),
    ...(hasQuantity(head.kind) && value("quantity") && { quantity: value("quantity") }),
    ...(hasQuantity(head.kind) && value("quantity") && value("unit") && { unitCode: value("unit") }),
    ...(lot && (lot.startsWith(NEW) ? { lot: { number: lot.slice(NEW.length), ...(value("until") && { expiresOn: value("until") }) } } : lotOf(lot))),
    ...(serial && (serial.startsWith(NEW) ? { serial: { number: serial.slice(NEW.length) } } : serial.startsWith("ser_") ? { serialId: serial } : { serialNumber: serial })),
    ...(value("bin") && { locationId: value("bin") }),
    ...(value("toBin") && facts.way === "pass" && { toLocationId: value("toBin") }),
    ...(value("cost") && facts.cost && { totalCost: value("cost") }),
    ...(value("amount") && facts.amount && { amount: value("amount") }),
    ...(value("role") && { role: value("role") as "component" }),
    ...(value("standardCost") && { standardCost: value("standardCost") }),
    ...(value("method") && { costingMethod: value("method") as "fifo" }),
    ...(value("memo") && { description: value("memo") }),
  } as LineInput;
}

const lotOf = (lot: string): LineInput => (lot.startsWith("lot_") ? { lotId: lot } : { lotNumber: lot });

/** How a movement is taken into the editor: as it is, as a copy, or as what a new one of another kind refers to. */
export type Taking = "edit" | "copy" | "of";

/** What the editor shows of a movement, with what its items say about units and lots. */
export async function draftOf(movement: Movement, locale: string, taking: Taking, head: Partial<Head> = {}): Promise<Draft> {
  const isOf = taking === "of";
  const first = movement.lines[0];
  const warehouse = first?.warehouseId ?? "";
  const toWarehouse = first?.toWarehouseId ?? "";
  const kept: Head = {
    kind: movement.kind,
    day: taking === "edit" ? (movement.occurredAt?.slice(0, 10) ?? "") : "",
    description: isOf ? "" : movement.description,
    reference: taking === "edit" ? (movement.reference ?? "") : "",
    party: movement.partyId ?? "",
    partyText: movement.partyId ? `${movement.partyCode ?? ""} ${movement.partyName ?? ""}`.trim() || "the party as before" : "",
    warehouse,
    toWarehouse: isOf ? "" : toWarehouse,
    reason: isOf ? "" : (movement.reasonCodeId ?? ""),
    account: isOf ? "" : (movement.offsetAccountId ?? ""),
    isTwoStep: movement.mode === "twoStep",
    of: isOf ? movement.id : (movement.ofMovementId ?? ""),
    amount: isOf ? "" : (movement.amount ?? ""),
    splitBy: isOf ? "" : (movement.splitBy ?? ""),
    dueDate: taking === "edit" ? (movement.dueDate ?? "") : "",
    currency: movement.currency === movement.baseCurrency ? "" : movement.currency,
    rate: taking === "edit" ? (movement.exchangeRate ?? "") : "",
    ...head,
  };
  const items = new Map(await Promise.all([...new Set(movement.lines.map((line) => line.itemId))].map(async (id) => [id, await itemOf(id).catch(() => undefined)] as const)));
  const lines = movement.lines.map((line) => lineOf(line, movement, kept, locale, taking, items.get(line.itemId)));
  return { head: kept, lines };
}

function lineOf(line: MovementLine, movement: Movement, head: Head, locale: string, taking: Taking, item: Item | undefined): Line {
  const cells: Partial<Record<Column, Cell>> = { item: cell(`${line.sku} ${line.itemName ?? ""}`.trim(), line.itemId) };
  const isOut = line.quantity.startsWith("-");
  const entered = absolute(line.entered?.quantity ?? line.quantity);
  const signed = movement.kind === "adjustment" && isOut ? `-${entered}` : entered;
  if (!isZero(entered)) cells.quantity = cell(formatAmount(signed, { decimals: 0, locale }), signed);
  const unit = line.entered?.unitCode;
  if (unit && item && unit !== item.unitCode) cells.unit = cell(unit);
  if (line.lotId) cells.lot = cell(line.lotNumber ?? "", line.lotId);
  else if (line.lot) {
    cells.lot = cell(line.lot.number, `${NEW}${line.lot.number}`);
    if (line.lot.expiresOn) cells.until = cell(formatDay(line.lot.expiresOn), line.lot.expiresOn);
  }
  if (line.serialId) cells.serial = cell(line.serialNumber ?? "", line.serialId);
  else if (line.serial) cells.serial = cell(line.serial.number, `${NEW}${line.serial.number}`);
  if (taking !== "of") {
    const money = (value: string): Cell => cell(formatAmount(value, { decimals: value.split(".")[1]?.length ?? 0, locale }), value);
    if (line.locationId) cells.bin = cell(line.locationCode ?? "", line.locationId);
    if (line.toLocationId) cells.toBin = cell(line.toLocationCode ?? "", line.toLocationId);
    if (line.totalCost !== null) cells.cost = money(line.totalCost);
    if (line.amount !== null) cells.amount = money(line.amount);
    if (line.standardCost !== null) cells.standardCost = money(line.standardCost);
    if (line.role) cells.role = cell(line.role === "output" ? "made" : "used", line.role);
    if (line.costingMethod) cells.method = cell(line.costingMethod);
    if (line.description) cells.memo = cell(line.description);
  }
  return newLine(cells, hiddenOf(line, movement, head, taking));
}

/** Where a line differs from its head, and what it refers to. */
function hiddenOf(line: MovementLine, movement: Movement, head: Head, taking: Taking): Hidden | undefined {
  const hidden: Record<string, unknown> = {};
  if (taking === "of") {
    if (KINDS[head.kind].of?.includes(movement.kind)) hidden["ofLine"] = line.lineNumber;
  } else {
    if (line.ofLine !== null) hidden["ofLine"] = line.ofLine;
    if (line.ofMovementId && line.ofMovementId !== head.of) hidden["ofMovementId"] = line.ofMovementId;
    if (line.toWarehouseId && line.toWarehouseId !== head.toWarehouse) hidden["toWarehouseId"] = line.toWarehouseId;
    if (line.weight !== null) hidden["weight"] = line.weight;
    if (taking === "edit" && line.reservationId) hidden["reservationId"] = line.reservationId;
  }
  if (line.warehouseId !== head.warehouse) hidden["warehouseId"] = line.warehouseId;
  return Object.keys(hidden).length > 0 ? hidden : undefined;
}

const COLUMNS: Record<string, Column> = {
  itemId: "item",
  sku: "item",
  quantity: "quantity",
  unitCode: "unit",
  lotId: "lot",
  lotNumber: "lot",
  lot: "lot",
  serialId: "serial",
  serialNumber: "serial",
  serial: "serial",
  locationId: "bin",
  locationCode: "bin",
  toLocationId: "toBin",
  toLocationCode: "toBin",
  totalCost: "cost",
  amount: "amount",
  standardCost: "standardCost",
  costingMethod: "method",
  role: "role",
  description: "memo",
};

const HEAD: Record<string, keyof Head> = {
  occurredAt: "day",
  description: "description",
  reference: "reference",
  partyId: "party",
  partyName: "party",
  warehouseId: "warehouse",
  warehouseCode: "warehouse",
  toWarehouseId: "toWarehouse",
  toWarehouseCode: "toWarehouse",
  reasonCodeId: "reason",
  reasonCode: "reason",
  offsetAccountId: "account",
  offsetAccountCode: "account",
  ofMovementId: "of",
  amount: "amount",
  splitBy: "splitBy",
  dueDate: "dueDate",
  currency: "currency",
  exchangeRate: "rate",
};

/** Where a fault of an answer belongs: a field of a line, one of the head, or none that there is. */
export type FaultPlace = { line: number; column: Column } | { head: keyof Head } | undefined;

/** The field that a pointer means: lines are counted as they were sent. */
export function placeOf({ pointer }: Pick<FieldFault, "pointer">, sent: readonly Line[]): FaultPlace {
  const [, first = "", second, third] = pointer.split("/");
  if (first === "lines" && second !== undefined) {
    const line = sent[Number(second)];
    return line && { line: line.id, column: COLUMNS[third ?? "itemId"] ?? "item" };
  }
  const head = HEAD[first];
  return head && { head };
}
