// The kinds of movements of goods in words, and what each of them asks for.

import type { components } from "./schema";
import type { Permission } from "./session";

/** A kind of movement, as the API names it. */
export type MovementKind = components["schemas"]["MovementKind"];

/** Which way goods go by a line. */
export type Way = "in" | "out" | "bySign" | "pass" | "none";

/** What is known of a kind. */
export interface KindFacts {
  /** As a title: `Receipt`. */
  title: string;
  /** In a sentence: `a receipt`. */
  a: string;
  /** One sentence that says what it is for. */
  means: string;
  way: Way;
  /** The right to post one. */
  needs: Permission;
  /** Whether somebody writes it as a movement; others are made by another act. */
  isWritten: boolean;
  /** Whether its lines may say what the goods cost in all. */
  cost?: "needed" | "may";
  /** Whether its lines say an amount: a change of value, an invoiced amount. */
  amount?: string;
  /** Who stands on the other side. */
  party?: "Supplier" | "Customer";
  /** The kinds that its lines refer to. */
  of?: readonly MovementKind[];
  /** Whether it must refer to another movement. */
  ofNeeded?: true;
  /** Whether it needs an account for the other side, unless a reason names one. */
  account?: "needed" | "may";
  /** An amount for the whole document, and what it is called. */
  whole?: string;
}

const POST = "movements:post";
const ADJUST = "movements:adjust";

/** Every kind. */
export const KINDS: Record<MovementKind, KindFacts> = {
  receipt: { title: "Receipt", a: "a receipt", means: "Goods come from a supplier.", way: "in", needs: POST, isWritten: true, cost: "needed", party: "Supplier", account: "may" },
  issue: { title: "Issue", a: "an issue", means: "Goods leave for a customer.", way: "out", needs: POST, isWritten: true, party: "Customer", account: "may" },
  transfer: { title: "Transfer", a: "a transfer", means: "Goods go from one place to another.", way: "pass", needs: POST, isWritten: true },
  return: { title: "Customer's return", a: "a customer's return", means: "A customer brings goods back.", way: "in", needs: POST, isWritten: true, cost: "may", party: "Customer", of: ["issue", "scrap", "internalUse"], account: "may" },
  supplierReturn: { title: "Return to supplier", a: "a return to a supplier", means: "Goods go back to their supplier.", way: "out", needs: POST, isWritten: true, party: "Supplier", of: ["receipt"], account: "may" },
  adjustment: { title: "Adjustment", a: "an adjustment of stock", means: "Goods were found, or are missing: below 0 takes them out.", way: "bySign", needs: ADJUST, isWritten: true, cost: "may", account: "may" },
  scrap: { title: "Scrapping", a: "scrapping", means: "Goods are thrown away.", way: "out", needs: ADJUST, isWritten: true, account: "may" },
  internalUse: { title: "Own use", a: "goods for own use", means: "Goods are used in the house.", way: "out", needs: ADJUST, isWritten: true, account: "needed" },
  assembly: { title: "Assembly", a: "an assembly", means: "Goods are made of others.", way: "bySign", needs: POST, isWritten: true, account: "may", whole: "Absorbed cost" },
  disassembly: { title: "Disassembly", a: "a disassembly", means: "Goods are taken apart.", way: "bySign", needs: POST, isWritten: true, account: "may", whole: "Absorbed cost" },
  opening: { title: "Opening stock", a: "the opening stock", means: "Goods that were there before these books.", way: "in", needs: ADJUST, isWritten: true, cost: "needed", account: "may" },
  supplierInvoice: { title: "Supplier's invoice", a: "a supplier's invoice", means: "A supplier invoices what came.", way: "none", needs: ADJUST, isWritten: true, amount: "Invoiced", party: "Supplier", of: ["receipt"], ofNeeded: true, account: "may" },
  supplierCredit: { title: "Supplier's credit note", a: "a supplier's credit note", means: "A supplier credits a part of what they invoiced.", way: "none", needs: ADJUST, isWritten: true, amount: "Credited", party: "Supplier", of: ["receipt"], ofNeeded: true, account: "may", whole: "Credit to spread" },
  landedCost: { title: "Landed cost", a: "a landed cost", means: "Freight, duty and the like of goods that came.", way: "none", needs: ADJUST, isWritten: true, amount: "Its share", of: ["receipt"], ofNeeded: true, account: "may", whole: "Cost to spread" },
  revaluation: { title: "Revaluation", a: "a revaluation of stock", means: "Goods are worth more or less than before.", way: "none", needs: ADJUST, isWritten: true, amount: "Change in value", account: "needed" },
  writeDown: { title: "Write-down", a: "a write-down", means: "Goods will bring less than they cost.", way: "none", needs: ADJUST, isWritten: true, amount: "Written down", account: "needed" },
  standardCostChange: { title: "Change of standard costs", a: "a change of standard costs", means: "Items get another standard cost.", way: "none", needs: ADJUST, isWritten: true },
  costingChange: { title: "Change of costing", a: "a change of costing", means: "Items are costed by another method from now on.", way: "none", needs: ADJUST, isWritten: true },
  countAdjustment: { title: "Count's differences", a: "a count's differences", means: "What a count found.", way: "bySign", needs: ADJUST, isWritten: false },
  reclassification: { title: "Reclassification", a: "a reclassification", means: "Goods are valued on another account.", way: "none", needs: ADJUST, isWritten: false },
};

/** All kinds, the usual ones first. */
export const ALL_KINDS = Object.keys(KINDS) as MovementKind[];

/** A kind in a sentence: `a receipt`. */
export const movementKind = (kind: string): string => KINDS[kind as MovementKind]?.a ?? "a movement of goods";

/** A kind as a title: `Receipt`. */
export const kindTitle = (kind: string): string => KINDS[kind as MovementKind]?.title ?? "Movement";

/** Which way a line goes: of assemblies, by its part. */
export function wayOf(kind: MovementKind, { isNegative, role }: { isNegative: boolean; role?: string | null | undefined }): "in" | "out" | "pass" | "none" {
  const { way } = KINDS[kind];
  if (way !== "bySign") return way;
  if (role) return role === "output" ? "in" : "out";
  return isNegative ? "out" : "in";
}
