// The kinds of movements of goods in words.

import type { components } from "../../../api/schema";

type Kind = components["schemas"]["MovementKind"];

const WORDS: Record<Kind, string> = {
  opening: "opening stock",
  receipt: "receipts",
  supplierInvoice: "invoices of suppliers",
  supplierCredit: "credits of suppliers",
  landedCost: "costs on the way",
  issue: "issues",
  transfer: "transfers",
  adjustment: "adjustments",
  countAdjustment: "differences of counts",
  scrap: "scrap",
  internalUse: "own use",
  return: "returns of customers",
  supplierReturn: "returns to suppliers",
  revaluation: "revaluations of stock",
  writeDown: "write-downs",
  assembly: "assemblies",
  disassembly: "disassemblies",
  reclassification: "reclassifications",
  costingChange: "changes of costing",
  standardCostChange: "changes of standard costs",
};

/** Every kind, as the API names it and in words. */
export const KINDS = Object.entries(WORDS) as [Kind, string][];

/** A kind in words. */
export const kindInWords = (kind: Kind): string => WORDS[kind] ?? kind;
