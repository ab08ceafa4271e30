import type { Item, StockStatus } from "../../api/items";

/** How goods of an item are told apart, in words. */
export const TRACKING: Record<Item["tracking"], string> = { none: "not told apart", lot: "by lot", serial: "by serial number" };

/** How goods are costed, in words. */
export const COSTING: Record<Item["costingMethod"], string> = {
  fifo: "first in, first out",
  average: "moving average",
  standard: "standard cost",
  specific: "each at its own cost",
};

/** Whether goods of a lot or a piece can be used, in words. */
export const STATUS: Record<StockStatus, string> = {
  available: "available",
  hold: "on hold",
  quarantine: "in quarantine",
  recalled: "recalled",
  expired: "expired",
};
