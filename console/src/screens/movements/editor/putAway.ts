// Goods that came in, on their way from where they lie to their bins.

import { itemOf } from "../../../api/goodsLookup";
import type { Movement } from "../../../api/movements";
import { readWhole } from "../../../api/paged";
import type { components } from "../../../api/schema";
import type { Warehouse } from "../../../api/warehouses";
import { formatAmount } from "../../../text/number";
import { draftOf } from "./body";
import { type Column, type Draft, cell, newHead, newLine } from "./draft";

/** What of a line is said again when its goods are put away: costs and memos are not. */
const KEPT: readonly Column[] = ["item", "quantity", "unit", "lot", "serial", "bin"];

/** A transfer inside the warehouse of these goods, from where the receipt put them; each line still needs its bin. */
export async function putAwayOf(receipt: Movement, locale: string, day: string): Promise<Draft> {
  const came = receipt.occurredAt?.slice(0, 10) ?? "";
  const { head, lines } = await draftOf(receipt, locale, "copy", { kind: "transfer", day: came > day ? came : day, party: "", partyText: "", account: "", reason: "", currency: "", description: "" });
  return {
    head: { ...head, toWarehouse: head.warehouse, isTwoStep: false },
    lines: lines.map((line) => newLine(Object.fromEntries(Object.entries(line.cells).filter(([column]) => KEPT.includes(column as Column))))),
  };
}

/** A transfer inside the warehouse of all goods in a bin: each line still needs the bin to which it goes. */
export async function putAwayFrom(place: Warehouse, bin: string, locale: string, day: string, signal: AbortSignal): Promise<Draft> {
  const all = await readWhole<components["schemas"]["StockRow"]>("/inventory/stock", { by: "location", nonZero: "true", warehouseId: place.id }, signal);
  const rows = all.filter((row) => row.locationCode === bin);
  const items = await Promise.all(rows.map((row) => itemOf(row.itemId).catch(() => undefined)));
  return {
    head: { ...newHead("transfer", day, place.id), toWarehouse: place.id },
    lines: rows.map((row, at) =>
      newLine({
        item: cell(`${row.sku ?? ""} ${items[at]?.name ?? ""}`.trim(), row.itemId),
        quantity: cell(formatAmount(row.onHand, { decimals: 0, locale }), row.onHand),
        bin: cell(bin, row.locationId ?? ""),
      }),
    ),
  };
}
