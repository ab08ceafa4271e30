import type { Movement, MovementLine } from "../../api/movements";
import { absolute, isZero } from "../../text/number";

const given = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== ""));

/** A body that makes such a movement, with codes in place of ids: what posting and costing added is left out. */
export function copyBody(movement: Movement): Record<string, unknown> {
  return given({
    kind: movement.kind,
    occurredAt: movement.occurredAt?.slice(0, 10),
    description: movement.description,
    reference: movement.reference,
    partyId: movement.partyId,
    reasonCode: movement.reasonCode,
    ofMovementId: movement.ofMovementId,
    mode: movement.mode === "twoStep" ? "twoStep" : undefined,
    currency: movement.currency === movement.baseCurrency ? undefined : movement.currency,
    amount: movement.amount,
    splitBy: movement.splitBy,
    dueDate: movement.dueDate,
    offsetAccountCode: movement.offsetAccountCode,
    lines: movement.lines.map((line) => lineOf(line, movement)),
  });
}

function lineOf(line: MovementLine, movement: Movement): Record<string, unknown> {
  const quantity = line.entered?.quantity ?? line.quantity;
  // Only adjustments say by the sign whether goods are missing.
  const shown = movement.kind === "adjustment" && line.quantity.startsWith("-") ? `-${absolute(quantity)}` : absolute(quantity);
  return given({
    sku: line.sku,
    quantity: isZero(quantity) ? undefined : shown,
    unitCode: line.entered?.unitCode,
    warehouseCode: line.warehouseCode,
    locationCode: line.locationCode,
    toWarehouseCode: line.toWarehouseCode,
    toLocationCode: line.toLocationCode,
    lotNumber: line.lotNumber,
    serialNumber: line.serialNumber,
    totalCost: line.totalCost,
    amount: line.amount,
    ofLine: line.ofLine,
    role: line.role,
    weight: line.weight,
    standardCost: line.standardCost,
    costingMethod: line.costingMethod,
    description: line.description,
  });
}
