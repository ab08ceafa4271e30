import { answer, api } from "../../api/client";
import type { components } from "../../api/schema";
import type { Warehouse, Warehouses } from "../../api/warehouses";
import { type RecordKind, changedFields } from "../../parts/useRecordForm";
import { GOODS_ACCOUNTS, type GoodsAccounts } from "../items/CategoryDialog";
import { BINS, DEFAULTS, KINDS, NEGATIVE, PICKS, SCOPES } from "./words";

/** The members of an address that have a field. */
export const ADDRESS = [
  ["street", "Street"],
  ["postalCode", "Postal code"],
  ["city", "Town"],
  ["country", "Country"],
] as const;

/** The members of a contact that have a field. */
export const CONTACT = [
  ["name", "Contact"],
  ["phone", "Telephone"],
  ["email", "E-mail"],
] as const;

/** Where goods go that name no bin, by what is done. */
export type Defaults = Record<keyof typeof DEFAULTS, string | null>;

/** What the form of a warehouse holds. */
export interface PlaceForm extends GoodsAccounts {
  code: string;
  name: string;
  description: string;
  kind: Warehouse["kind"];
  parentId: string | null;
  isDefault: boolean;
  binsMode: Warehouse["binsMode"];
  pickStrategy: Warehouse["pickStrategy"];
  negativeStock: Warehouse["negativeStock"];
  costingScope: Warehouse["costingScope"];
  inTransitWarehouseId: string | null;
  resupplyFrom: string[];
  defaultLocations: Defaults;
  timezone: string;
  gln: string;
  tags: string;
  address: Record<string, string>;
  contact: Record<string, string>;
}

/** The fields as people call them. */
export const LABELS: Record<keyof PlaceForm, string> = {
  code: "Code",
  name: "Name",
  description: "Description",
  kind: "What it is for",
  parentId: "Below the warehouse",
  isDefault: "Default",
  binsMode: "Goods lie",
  pickStrategy: "Picked first",
  negativeStock: "More leaves than there is",
  costingScope: "Goods are costed",
  inTransitWarehouseId: "Goods on their way are in",
  resupplyFrom: "Resupplied from",
  defaultLocations: "Bins for goods that name none",
  timezone: "Time zone",
  gln: "GLN",
  tags: "Tags",
  address: "Address",
  contact: "Contact",
  ...(Object.fromEntries(GOODS_ACCOUNTS) as Record<keyof GoodsAccounts, string>),
};

const textsOf = (stored: Record<string, unknown> | null | undefined, names: readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries(names.map(([name]) => [name, typeof stored?.[name] === "string" ? stored[name] : ""]));

/** A form with what a warehouse has, or an empty one. */
function formOf(place: Warehouse | undefined): PlaceForm {
  const bin = (use: keyof typeof DEFAULTS): string | null => place?.defaultLocations[use] ?? null;
  return {
    code: place?.code ?? "",
    name: place?.name ?? "",
    description: place?.description ?? "",
    kind: place?.kind ?? "storage",
    parentId: place?.parentId ?? null,
    isDefault: place?.isDefault ?? false,
    binsMode: place?.binsMode ?? "none",
    pickStrategy: place?.pickStrategy ?? "fefo",
    negativeStock: place?.negativeStock ?? "inherit",
    costingScope: place?.costingScope ?? "warehouse",
    inTransitWarehouseId: place?.inTransitWarehouseId ?? null,
    resupplyFrom: place?.resupplyFrom ?? [],
    defaultLocations: { receiving: bin("receiving"), shipping: bin("shipping"), returns: bin("returns"), quarantine: bin("quarantine"), production: bin("production") },
    timezone: place?.timezone ?? "",
    gln: place?.gln ?? "",
    tags: place?.tags.join(", ") ?? "",
    address: textsOf(place?.address, ADDRESS),
    contact: textsOf(place?.contact, CONTACT),
    valuationAccountId: place?.valuationAccountId ?? null,
    cogsAccountId: place?.cogsAccountId ?? null,
    adjustmentAccountId: place?.adjustmentAccountId ?? null,
    scrapAccountId: place?.scrapAccountId ?? null,
    inTransitAccountId: place?.inTransitAccountId ?? null,
  };
}

/** Texts of an object as the service merges them: an empty one clears its member, and what has no field stays. */
const members = (texts: Record<string, string>): Record<string, string | null> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim() || null]));

function wire(field: keyof PlaceForm, form: PlaceForm): unknown {
  switch (field) {
    case "description":
    case "timezone":
    case "gln":
      return form[field].trim() || null;
    case "tags":
      return [...new Set(form.tags.split(",").map((tag) => tag.trim()).filter((tag) => tag !== ""))];
    case "address":
    case "contact":
      return members(form[field]);
    default:
      return form[field];
  }
}

/** How the form of a warehouse is filled, named and saved. */
export function placeKind(known: Warehouses | undefined, accountName: (id: string) => string): RecordKind<PlaceForm, Warehouse> {
  return {
    name: "warehouse",
    touches: ["stock"],
    formOf,
    labels: LABELS,
    words(form, field) {
      const code = (id: string): string => known?.byId.get(id)?.code ?? id;
      switch (field) {
        case "kind":
          return KINDS[form.kind];
        case "binsMode":
          return BINS[form.binsMode];
        case "pickStrategy":
          return PICKS[form.pickStrategy];
        case "negativeStock":
          return NEGATIVE[form.negativeStock];
        case "costingScope":
          return SCOPES[form.costingScope];
        case "isDefault":
          return form.isDefault ? "yes" : "no";
        case "parentId":
        case "inTransitWarehouseId":
          return form[field] === null ? "none" : code(form[field]);
        case "resupplyFrom":
          return form.resupplyFrom.map(code).join(", ");
        case "address":
        case "contact":
          return Object.values(form[field]).filter((text) => text !== "").join(", ");
        case "defaultLocations":
          return Object.values(form.defaultLocations).some((id) => id !== null) ? "other bins" : "none";
        default:
          return field.endsWith("AccountId") ? (form[field] === null ? "as above it" : accountName(form[field] as string)) : (form[field] as string);
      }
    },
    read: (place) => answer(api.GET("/api/v1/warehouses/{id}", { params: { path: { id: place.id } } })),
    async save(form, place, key) {
      const header = { "Idempotency-Key": key };
      const changes = changedFields(form, formOf(place), wire);
      if (place) {
        const params = { path: { id: place.id }, header: { ...header, "If-Match": `"${place.version}"` } };
        await answer(api.PUT("/api/v1/warehouses/{id}", { params, body: changes as components["schemas"]["WarehousePatch"] }));
        return place.id;
      }
      const body = { ...changes, code: form.code.trim(), name: form.name.trim() } as components["schemas"]["WarehouseInput"];
      const made = (await answer(api.POST("/api/v1/warehouses", { params: { header }, body }))) as Warehouse;
      return made.id;
    },
    saved: (form) => `${form.code.toUpperCase()} ${form.name} is saved`,
  };
}
