import type { components } from "../../../api/schema";
import type { Noun } from "../kit/noun";
import { SectionsControl } from "./SectionsControl";

/** The layout of a statement as the API has it. */
export type Mapping = components["schemas"]["StatementMappingView"];
/** A section as the API has it. */
export type Section = Mapping["sections"][number];

/** The statements that can have a layout. */
export const STATEMENTS: readonly (readonly [Mapping["kind"], string])[] = [
  ["balanceSheet", "balance sheet"],
  ["profitAndLoss", "profit and loss"],
  ["cashFlow", "cash flow"],
];

/** What the form holds. */
export interface MappingForm {
  name: string;
  kind: Mapping["kind"];
  sections: Section[];
}

const wire = (section: Section): Record<string, unknown> => ({
  key: section.key,
  title: section.title,
  side: section.side,
  parentKey: section.parentKey,
  activity: section.activity,
  hasResults: section.hasResults,
  codes: section.codes,
  codeRanges: section.codeRanges,
  types: section.types,
  subtypes: section.subtypes,
});

const EMPTY: Omit<Section, "key" | "title" | "side"> = { parentKey: null, activity: null, hasResults: false, codes: [], codeRanges: [], types: [], subtypes: [] };

/** A section that says nothing yet. */
export const newSection = (key: string, title = "", side: Section["side"] = "debit", types: Section["types"] = []): Section => ({ ...EMPTY, key, title, side, types });

/** What a statement of this kind usually begins with: every account of it stands somewhere. */
export function usualSections(kind: Mapping["kind"]): Section[] {
  if (kind === "profitAndLoss") return [newSection("revenue", "Revenue", "credit", ["revenue"]), newSection("expenses", "Expenses", "debit", ["expense"])];
  if (kind === "cashFlow") {
    return [{ ...newSection("operating", "Operating activities", "debit", ["revenue", "expense", "asset", "liability", "equity"]), activity: "operating" }];
  }
  return [
    newSection("assets", "Assets", "debit", ["asset"]),
    newSection("liabilities", "Liabilities", "credit", ["liability"]),
    { ...newSection("equity", "Equity", "credit", ["equity"]), hasResults: true },
  ];
}

/** Statement mappings. */
export const MAPPINGS: Noun<Mapping, MappingForm> = {
  one: "statement mapping",
  many: "statement mappings",
  path: "/accounting/statement-mappings",
  subject: "accounts",
  event: "statementMapping",
  touches: ["balances"],
  reads: "accounts:read",
  writes: "accounts:manage",
  idOf: (one) => one.id,
  versionOf: (one) => one.version,
  titleOf: (one) => one.name,
  formOf: (one) => ({ name: one?.name ?? "", kind: one?.kind ?? "balanceSheet", sections: one?.sections ?? usualSections("balanceSheet") }),
  deleting: "Reports are shown without it from then on. No posting changes.",
  fields: [
    { name: "name", label: "Name", kind: "text", maxLength: 120, isRequired: true },
    { name: "kind", label: "Layout of the", kind: "choice", choices: STATEMENTS },
    {
      name: "sections",
      label: "Sections",
      help: "The most specific claim on an account wins: its own code, a range, a group above it, its subtype, its type.",
      kind: "own",
      control: SectionsControl,
      wire: (value: never) => (value as Section[]).map(wire),
      words: (value: never) => `${(value as Section[]).length} sections`,
    },
  ],
};
