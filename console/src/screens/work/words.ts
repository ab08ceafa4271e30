// A job of the warehouse in words, and where it is done.

import { kindTitle } from "../../api/movementKinds";
import type { WorkRow } from "../../api/work";
import { plural } from "../../text/language";

/** What is said of a job beside its name, and where it is done. */
export interface Told {
  words: string;
  to: string;
  search: Record<string, string>;
}

/** What the job is called: its party or document, else its goods. */
export function titleOf(row: WorkRow): string {
  const goods = row.items.map((item) => [item.sku, item.name].filter(Boolean).join(" ")).filter(Boolean)[0];
  switch (row.subject) {
    case "location":
      return `Goods in ${row.number ?? "a bin"}`;
    case "count":
      return row.number ?? "Count";
    case "reservation":
      return goods ?? row.number ?? "Reservation";
    default:
      return [row.number, row.partyName].filter(Boolean).join(" · ") || goods || (row.movementKind ? kindTitle(row.movementKind) : "Movement");
  }
}

/** How much it is, and the screen where it is done. */
export function toldOf(row: WorkRow, place: string): Told {
  const lines = `${row.lineCount} ${row.subject === "location" ? (plural(row.lineCount, "kind of goods", "kinds of goods")) : plural(row.lineCount, "line", "lines")}`;
  switch (row.subject) {
    case "location":
      return { words: lines, to: "/movements/new", search: { kind: "transfer", warehouse: place, bin: row.number ?? "" } };
    case "count":
      return { words: lines, to: `/counts/${row.id}`, search: {} };
    case "reservation":
      return { words: row.number ? `reserved as ${row.number}` : "reserved", to: "/places/" + place, search: { tab: "reserved" } };
    default: {
      const from = row.fromWarehouseCode ? `from ${row.fromWarehouseCode}` : row.movementKind && row.movementKind !== "receipt" ? kindTitle(row.movementKind).toLowerCase() : "";
      return { words: [from, row.status === "pendingApproval" ? "waits for approval" : "", lines].filter(Boolean).join(", "), to: `/movements/${row.id}`, search: {} };
    }
  }
}
