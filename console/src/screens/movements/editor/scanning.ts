// What a scanned label does to the lines of a movement.

import { rememberItem } from "../../../api/goodsLookup";
import { readItem } from "../../../api/items";
import { KINDS } from "../../../api/movementKinds";
import { answer, api } from "../../../api/client";
import type { components } from "../../../api/schema";
import { knownItem } from "../../../api/goodsLookup";
import { type Cell, cellOf, isEmptyLine } from "../../../parts/grid/cells";
import { addAmounts } from "../../../text/number";
import { formatDay } from "../../../text/day";
import { NEW } from "./body";
import { type Column, type Head, type Line, cell, newLine } from "./draft";
import { goesOut } from "./reading";

/** What a label means, as the API has it. */
export type Scanned = components["schemas"]["ScanView"];

const JOBS = { in: "receive", out: "pick", pass: "move", bySign: "count", none: "receive" } as const;

/** Asks what a label means, in the place and for the job of this movement. */
export async function scan(data: string, head: Head): Promise<Scanned> {
  const body = { data, job: JOBS[KINDS[head.kind].way], ...(head.warehouse && { warehouseId: head.warehouse }) };
  const found = await answer(api.POST("/api/v1/inventory/scan", { body }));
  if (found.item && !knownItem(found.item.id)) rememberItem(await readItem(found.item.id));
  return found;
}

/** The line that the goods of a label are: item, unit, lot and piece, in the bin that was scanned before. */
export function lineOfScan(found: Scanned, head: Head, bin: Cell | undefined): Line | undefined {
  const { item } = found;
  if (!item) return undefined;
  const cells: Partial<Record<Column, Cell>> = { item: cell(`${item.sku} ${item.name}`, item.id), quantity: cell("1") };
  const quantity = found.quantity;
  if (quantity) {
    cells.quantity = cell(quantity.quantity);
    if (quantity.unitCode !== item.unitCode) cells.unit = cell(quantity.unitCode);
  }
  const line = newLine(cells);
  const isOut = goesOut(line, head);
  const lotNumber = found.lot?.number ?? found.lotNumber;
  if (item.tracking === "lot" && lotNumber) {
    cells.lot = cell(lotNumber, found.lot?.id ?? (isOut ? lotNumber : `${NEW}${lotNumber}`));
    const until = found.expiresOn;
    if (!found.lot && !isOut && until) cells.until = cell(formatDay(until), until);
  }
  const serialNumber = found.serial?.number ?? found.serialNumber;
  if (item.tracking === "serial" && serialNumber) cells.serial = cell(serialNumber, found.serial?.id ?? (isOut ? serialNumber : `${NEW}${serialNumber}`));
  if (bin) cells.bin = bin;
  return line;
}

const SAME: readonly Column[] = ["item", "unit", "lot", "serial", "bin"];

/** The line of the sheet that has the same goods, which is raised; pieces with numbers are lines of their own. */
export function sameGoods(lines: readonly Line[], scanned: Line): Line | undefined {
  if (cellOf(scanned, "serial").value !== "") return undefined;
  return lines.find((line) => !isEmptyLine(line) && SAME.every((column) => cellOf(line, column).value === cellOf(scanned, column).value));
}

/** The line with the quantity of the other one added. */
export function raised(line: Line, by: Line): Line {
  const before = cellOf(line, "quantity").value || "0";
  return { ...line, cells: { ...line.cells, quantity: cell(addAmounts([before, cellOf(by, "quantity").value || "1"])) } };
}

/** Whether a piece is in the lines already. */
export const hasPiece = (lines: readonly Line[], scanned: Line): boolean =>
  cellOf(scanned, "serial").value !== "" &&
  lines.some((line) => cellOf(line, "item").value === cellOf(scanned, "item").value && cellOf(line, "serial").text === cellOf(scanned, "serial").text);
