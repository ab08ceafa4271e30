import { type Categories, type Item, readItem } from "../../api/items";
import { answer, api } from "../../api/client";
import type { components } from "../../api/schema";
import { may } from "../../api/session";
import { type RecordKind, changedFields } from "../../parts/useRecordForm";
import { COSTING, TRACKING } from "./words";

/** A unit beside the base unit, as the form holds it: how many base units it is. */
export interface UnitField {
  unitCode: string;
  numerator: string;
  denominator: string;
}

/** A GTIN of the form; an empty unit is the base unit. */
export interface GtinField {
  gtin: string;
  unitCode: string;
}

/** What the form of an item holds; figures as text, empty where there is none. */
export interface ItemForm {
  sku: string;
  name: string;
  description: string;
  categoryId: string | null;
  tracking: Item["tracking"];
  costingMethod: Item["costingMethod"];
  unitCode: string;
  quantityDecimals: string;
  units: UnitField[];
  gtins: GtinField[];
  minQuantity: string;
  reorderPoint: string;
  maxQuantity: string;
  leadTimeDays: string;
  fallbackCost: string;
  weightKg: string;
  volumeM3: string;
  isActive: boolean;
}

const LABELS: Record<keyof ItemForm, string> = {
  sku: "SKU",
  name: "Name",
  description: "Description",
  categoryId: "Category",
  tracking: "Goods are told apart",
  costingMethod: "Costing",
  unitCode: "Base unit",
  quantityDecimals: "Decimals of quantities",
  units: "Other units",
  gtins: "GTINs",
  minQuantity: "At least",
  reorderPoint: "Reorder at",
  maxQuantity: "At most",
  leadTimeDays: "Days of delivery",
  fallbackCost: "Cost if nothing better is known",
  weightKg: "Weight in kg",
  volumeM3: "Volume in m³",
  isActive: "Active",
};

/** A form with what an item has, or an empty one. */
function formOf(item: Item | undefined): ItemForm {
  return {
    sku: item?.sku ?? "",
    name: item?.name ?? "",
    description: item?.description ?? "",
    categoryId: item?.categoryId ?? null,
    tracking: item?.tracking ?? "none",
    costingMethod: item?.costingMethod ?? "fifo",
    unitCode: item?.unitCode ?? "C62",
    quantityDecimals: String(item?.quantityDecimals ?? 0),
    units: item?.units.map((one) => ({ unitCode: one.unitCode, numerator: String(one.numerator), denominator: String(one.denominator) })) ?? [],
    gtins: item?.gtins.map((one) => ({ gtin: one.gtin, unitCode: one.unitCode ?? "" })) ?? [],
    minQuantity: item?.minQuantity ?? "",
    reorderPoint: item?.reorderPoint ?? "",
    maxQuantity: item?.maxQuantity ?? "",
    leadTimeDays: item?.leadTimeDays === null || item === undefined ? "" : String(item.leadTimeDays),
    fallbackCost: item?.fallbackCost ?? "",
    weightKg: item?.weightKg ?? "",
    volumeM3: item?.volumeM3 ?? "",
    isActive: item?.isActive ?? true,
  };
}

/** A whole number as the service takes it; what is no number goes as it is typed, and the service says so. */
const whole = (text: string): number | string | null => (text.trim() === "" ? null : /^\d+$/.test(text.trim()) ? Number(text) : text);

/** A field as the service takes it. */
function wire(field: keyof ItemForm, form: ItemForm): unknown {
  switch (field) {
    case "quantityDecimals":
      return whole(form.quantityDecimals) ?? 0;
    case "leadTimeDays":
      return whole(form.leadTimeDays);
    case "units":
      return form.units
        .filter((one) => one.unitCode || one.numerator)
        .map((one) => ({ unitCode: one.unitCode.trim().toUpperCase(), numerator: whole(one.numerator), denominator: whole(one.denominator) ?? 1 }));
    case "gtins":
      return form.gtins.filter((one) => one.gtin.trim() !== "").map((one) => ({ gtin: one.gtin.replace(/\s/g, ""), unitCode: one.unitCode || null }));
    case "sku":
    case "name":
      return form[field].trim();
    case "description":
    case "minQuantity":
    case "reorderPoint":
    case "maxQuantity":
    case "fallbackCost":
    case "weightKg":
    case "volumeM3":
      return form[field].trim() || null;
    default:
      return form[field];
  }
}

/** How the form of an item is filled, named and saved. */
export function itemKind(categories: Categories | undefined): RecordKind<ItemForm, Item> {
  return {
    name: "item",
    touches: ["stock"],
    formOf,
    labels: LABELS,
    words(form, field) {
      if (field === "categoryId") return (form.categoryId && categories?.byId.get(form.categoryId)?.name) || "none";
      if (field === "tracking") return TRACKING[form.tracking];
      if (field === "costingMethod") return COSTING[form.costingMethod];
      if (field === "isActive") return form.isActive ? "yes" : "no";
      if (field === "units") return form.units.map((one) => `${one.unitCode} ${one.numerator}`).join(", ");
      if (field === "gtins") return form.gtins.map((one) => one.gtin).join(", ");
      return form[field];
    },
    read: (item) => readItem(item.id),
    async save(form, item, key) {
      const header = { "Idempotency-Key": key };
      const changes = changedFields(form, formOf(item), wire);
      // Who may not see costs has no field for one, and must not clear it.
      if (!may("costs:read")) delete changes["fallbackCost"];
      if (item) {
        const params = { path: { id: item.id }, header: { ...header, "If-Match": `"${item.version}"` } };
        await answer(api.PUT("/api/v1/inventory/items/{id}", { params, body: changes as components["schemas"]["ItemPatch"] }));
        return item.id;
      }
      const body = { ...changes, sku: form.sku.trim(), name: form.name.trim() } as components["schemas"]["ItemInput"];
      const made = (await answer(api.POST("/api/v1/inventory/items", { params: { header }, body }))) as Item;
      return made.id;
    },
    saved: (form) => `${form.sku} ${form.name} is saved`,
  };
}
