import type { components } from "../../../api/schema";
import type { Noun } from "../kit/noun";
import { ParentControl } from "./ParentControl";

/** A dimension as the API has it. */
export type DimensionView = components["schemas"]["DimensionView"];
/** A value of a dimension as the API has it. */
export type ValueView = components["schemas"]["DimensionValueView"];

interface DimensionForm {
  code: string;
  name: string;
  description: string;
  isActive: boolean;
}

/** Dimensions. */
export const DIMENSIONS: Noun<DimensionView, DimensionForm> = {
  one: "dimension",
  many: "dimensions",
  path: "/accounting/dimensions",
  subject: "dimensions",
  event: "dimension",
  reads: "dimensions:read",
  writes: "dimensions:manage",
  idOf: (one) => one.id,
  versionOf: (one) => one.version,
  titleOf: (one) => one.name,
  isActive: (one) => one.isActive,
  formOf: (one) => ({ code: one?.code ?? "", name: one?.name ?? "", description: one?.description ?? "", isActive: one?.isActive ?? true }),
  deleting: "Only a dimension without values is deleted; make one that is used inactive instead.",
  fields: [
    { name: "code", label: "Code", help: "Letters, digits, - and _, a letter first. It stays once a posted line has it.", kind: "text", maxLength: 32, isRequired: true, placeholder: "costCenter" },
    { name: "name", label: "Name", kind: "text", maxLength: 120, isRequired: true },
    { name: "description", label: "What it is", kind: "long", maxLength: 2000 },
    { name: "isActive", label: "Active", help: "An inactive dimension is not offered on new lines.", kind: "check", isShown: (_, isNew) => !isNew },
  ],
};

/** What the form of a value holds. */
export interface ValueForm {
  code: string;
  name: string;
  parentId: string;
  isGroup: boolean;
  activeFrom: string;
  activeTo: string;
  isActive: boolean;
}

/** The values of one dimension. */
export const valuesOf = (dimension: DimensionView): Noun<ValueView, ValueForm> => ({
  one: "value",
  many: "values",
  path: `/accounting/dimensions/${dimension.id}/values`,
  subject: "dimensions",
  reads: "dimensions:read",
  writes: "dimensions:manage",
  idOf: (one) => one.id,
  versionOf: (one) => one.version,
  titleOf: (one) => `${one.code} ${one.name}`,
  isActive: (one) => one.isActive,
  formOf: (one) => ({
    code: one?.code ?? "",
    name: one?.name ?? "",
    parentId: one?.parentId ?? "",
    isGroup: one?.isGroup ?? false,
    activeFrom: one?.activeFrom ?? "",
    activeTo: one?.activeTo ?? "",
    isActive: one?.isActive ?? true,
  }),
  deleting: "Only a value that was never used is deleted; make one that is used inactive instead.",
  fields: [
    { name: "code", label: "Code", help: "It stays once a posted line has it.", kind: "text", maxLength: 100, isRequired: true },
    { name: "name", label: "Name", kind: "text", maxLength: 120, isRequired: true },
    { name: "parentId", label: "Below", kind: "own", control: ParentControl(dimension.id) },
    { name: "isGroup", label: "It is a group: lines do not have it, and filters by it find what is below it", kind: "check" },
    { name: "activeFrom", label: "From the day", help: "The first day of entries that can have it.", kind: "day" },
    { name: "activeTo", label: "To the day", help: "The last day of entries that can have it.", kind: "day" },
    { name: "isActive", label: "Active", help: "An inactive value is not offered on new lines.", kind: "check", isShown: (_, isNew) => !isNew },
  ],
});
