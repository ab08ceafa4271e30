// What is kept on the device of the organization's records: as much as a scan needs.

import type { components } from "../../api/schema";

type Views = components["schemas"];

/** An item. */
export interface KeptItem {
  org: string;
  id: string;
  sku: string;
  name: string;
  /** The base unit. */
  unit: string;
  decimals: number;
  units: Array<{ unit: string; numerator: number; denominator: number }>;
  tracking: Views["Tracking"];
  isActive: boolean;
  gtins: Array<{ gtin: string; unit: string }>;
}

/** A warehouse. */
export interface KeptWarehouse {
  org: string;
  id: string;
  code: string;
  name: string;
  kind: string;
  binsMode: Views["BinsMode"];
  isActive: boolean;
  gln: string | null;
  /** The bin for goods that come in. */
  receiving: string | null;
}

/** A bin or a zone. */
export interface KeptBin {
  org: string;
  warehouse: string;
  id: string;
  code: string;
  name: string;
  kind: Views["LocationKind"];
  isActive: boolean;
}

/** Some goods in a place, as they were when the stock was last read. */
export interface KeptStock {
  org: string;
  warehouse: string;
  /** What tells its rows apart: places hold all goods, lots and pieces only those that have them. */
  by: "location" | "lot" | "serial";
  item: string;
  bin: string | null;
  lot: string | null;
  expiresOn: string | null;
  /** `available`, or why they are held. */
  status: string | null;
  serial: string | null;
  quantity: string;
}

/** The item as it is kept. */
export const keptItem = (org: string, view: Views["ItemView"]): KeptItem => ({
  org,
  id: view.id,
  sku: view.sku,
  name: view.name,
  unit: view.unitCode,
  decimals: view.quantityDecimals,
  units: view.units.map((one) => ({ unit: one.unitCode, numerator: one.numerator, denominator: one.denominator })),
  tracking: view.tracking,
  isActive: view.isActive,
  gtins: view.gtins.map((one) => ({ gtin: one.gtin, unit: one.unitCode ?? view.unitCode })),
});

/** The warehouse as it is kept. */
export const keptWarehouse = (org: string, view: Views["WarehouseView"]): KeptWarehouse => ({
  org,
  id: view.id,
  code: view.code,
  name: view.name,
  kind: view.kind,
  binsMode: view.binsMode,
  isActive: view.isActive,
  gln: view.gln,
  receiving: view.defaultLocations.receiving ?? null,
});

/** The bin as it is kept. */
export const keptBin = (org: string, view: Views["LocationView"]): KeptBin => ({
  org,
  warehouse: view.warehouseId,
  id: view.id,
  code: view.code,
  name: view.name ?? "",
  kind: view.kind,
  isActive: view.isActive,
});

/** The row of stock as it is kept. */
export const keptStock = (org: string, by: KeptStock["by"], row: Views["StockRow"]): KeptStock => ({
  org,
  warehouse: row.warehouseId ?? "",
  by,
  item: row.itemId,
  bin: row.locationCode,
  lot: row.lotNumber,
  expiresOn: row.expiresOn,
  status: row.lotStatus ?? row.serialStatus,
  serial: row.serialNumber,
  quantity: row.quantity,
});
