// Goods that came in, on their way from where they lie to their bins.

import type { Movement } from "../../../api/movements";
import { draftOf } from "./body";
import { type Column, type Draft, newLine } from "./draft";

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
