import type { Service } from "./service";

/**
 * Goods that the demo does not have: tea by lot in bins, a clock by serial number, a transfer on its way, a reservation, and
 * an empty warehouse.
 */
export async function fillWarehouse(service: Service): Promise<void> {
  const call = <T = any>(method: string, path: string, body?: unknown): Promise<T> => service.call<T>("admin", method, path, body); // eslint-disable-line
  const { data: warehouses } = await call("GET", "/warehouses");
  const idOf = (code: string): string => warehouses.find((one: { code: string }) => one.code === code).id;
  const [depot, web] = [idOf("DEPOT"), idOf("WEB")];
  const { data: accounts } = await call("GET", "/accounting/accounts?code=1210");
  await call("PUT", `/warehouses/${depot}`, { binsMode: "optional", inTransitAccountId: accounts[0].id });
  await call("POST", "/warehouses", { code: "VAN", name: "Van" });
  const zone = await call("POST", `/warehouses/${depot}/locations`, { code: "A", kind: "zone", name: "Ground floor" });
  for (const code of ["A-01", "A-02", "A-03"]) await call("POST", `/warehouses/${depot}/locations`, { code, parentId: zone.id });
  await call("POST", "/inventory/item-categories", { code: "TEA", name: "Tea" });
  const tea = { sku: "TEA-EG", name: "Earl Grey, loose leaf", tracking: "lot", unitCode: "KGM", quantityDecimals: 2, categoryCode: "TEA" };
  await call("POST", "/inventory/items", { ...tea, reorderPoint: "40", maxQuantity: "100", gtins: [{ gtin: "4006381333931" }] });
  await call("POST", "/inventory/items", { sku: "CLK-01", name: "Clock", tracking: "serial", costingMethod: "specific" });
  const teaLine = (locationCode: string, quantity: string, totalCost: string, number: string, expiresOn: string) => ({
    sku: "TEA-EG",
    locationCode,
    quantity,
    totalCost,
    lot: { number, expiresOn },
  });
  await call("POST", "/inventory/movements", {
    kind: "receipt",
    warehouseId: depot,
    occurredAt: "2010-12-06T09:00:00Z",
    reference: "PO-77",
    lines: [teaLine("A-01", "12.5", "102.50", "L-1001", "2010-12-20"), teaLine("A-02", "20", "168.00", "L-1002", "2099-03-31")],
  });
  await call("POST", "/inventory/movements", {
    kind: "receipt",
    warehouseId: depot,
    occurredAt: "2010-12-06T10:00:00Z",
    lines: [{ sku: "CLK-01", locationCode: "A-03", quantity: "1", totalCost: "1250.00", serial: { number: "S-1" } }],
  });
  await call("POST", "/inventory/movements", {
    kind: "transfer",
    mode: "twoStep",
    warehouseId: depot,
    toWarehouseId: web,
    occurredAt: "2010-12-08T09:00:00Z",
    reference: "TR-9",
    lines: [{ sku: "22423", quantity: "12" }],
  });
  await call("POST", "/inventory/reservations", { sku: "22423", warehouseId: depot, quantity: "6", reference: "SO-12" });
}
