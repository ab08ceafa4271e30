import type { Location, Warehouse } from "../../api/warehouses";
import type { ChipKind } from "../../parts/Chip";

/** What a warehouse is for, in words. */
export const KINDS: Record<Warehouse["kind"], string> = {
  storage: "storage",
  inTransit: "goods in transit",
  quarantine: "quarantine",
  consignmentIn: "goods of others",
  consignmentOut: "own goods at others",
  thirdParty: "run by somebody else",
  scrap: "scrap",
};

/** Whether a warehouse takes movements, in words. */
export const STATES: Record<Warehouse["status"], { kind: ChipKind; word: string; means: string }> = {
  active: { kind: "open", word: "active", means: "It takes all movements." },
  frozen: { kind: "waits", word: "frozen", means: "Nothing moves in it but the differences of counts." },
  inactive: { kind: "voided", word: "inactive", means: "It takes no movements." },
};

/** Whether goods lie in bins, in words. */
export const BINS: Record<Warehouse["binsMode"], string> = {
  none: "no bins",
  optional: "bins where one is named",
  required: "always in a bin",
};

/** From where goods are suggested to be picked, in words. */
export const PICKS: Record<Warehouse["pickStrategy"], string> = {
  fefo: "what expires first",
  fifo: "what came first",
  lifo: "what came last",
  nearestBin: "the nearest bin",
  manual: "no suggestion",
};

/** Whether more can leave than there is, in words. */
export const NEGATIVE: Record<Warehouse["negativeStock"], string> = {
  inherit: "as the organization says",
  deny: "never",
  allow: "allowed",
};

/** With what goods share their costs, in words. */
export const SCOPES: Record<Warehouse["costingScope"], string> = {
  warehouse: "on its own",
  organization: "together with the others of this scope",
};

/** What is done in a bin, in words. */
export const ACTIVITIES: Record<Location["activities"][number], string> = {
  receiving: "receiving",
  putaway: "putting away",
  picking: "picking",
  shipping: "shipping",
  production: "production",
  returns: "returns",
  quarantine: "quarantine",
};

/** Where goods go that name no bin, by what is done, in words. */
export const DEFAULTS = {
  receiving: "Receiving",
  shipping: "Shipping",
  returns: "Returns",
  quarantine: "Quarantine",
  production: "Production",
} as const;
