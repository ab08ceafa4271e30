import { type Pages, usePaged } from "./paged";
import type { components } from "./schema";

/** Something that is to be done in a warehouse. */
export type WorkRow = components["schemas"]["WorkRow"];
/** What kind of work it is, in the order in which the service tells it. */
export type WorkKind = WorkRow["kind"];

/** What is to be done in a warehouse, the oldest of each kind first. */
export const useWork = (warehouseId: string | undefined): Pages<components["schemas"]["WorkPage"]> =>
  usePaged("stock", "/inventory/work", { warehouseId }, warehouseId !== undefined);
