// How a file is to be read, as the API and the command line take it.

import type { components } from "../../api/schema";
import { type Column, COLUMNS, type Kind, type Program } from "./kinds";

type Input = components["schemas"]["ImportFileInput"];

/** How a file is read, and what it does not say. */
export interface Settings {
  kind: Kind;
  program: Program;
  /** Headings of the file by what they stand for. */
  columns: Partial<Record<Column, string>>;
  /** Codes of accounts here by what the file calls them. */
  accounts: Record<string, string>;
  /** Empty is as the program writes it. */
  dates: NonNullable<Input["dates"]> | "";
  decimals: NonNullable<Input["decimals"]> | "";
  entries: NonNullable<Input["entries"]> | "";
  /** The first day of the books, for opening entries. */
  date: string;
  /** Codes of accounts. */
  offset: string;
  account: string;
  controlFor: "receivable" | "payable" | "";
  isDraft: boolean;
  /** What the old books are called; empty is the name of the program. */
  source: string;
  /** The journal of entries whose lines name none; empty is the usual one. */
  journal: string;
}

/** Nothing is said yet. */
export const beginning = (kind: Kind, program: Program): Settings => ({
  kind,
  program,
  columns: {},
  accounts: {},
  dates: "",
  decimals: "",
  entries: "",
  date: "",
  offset: "",
  account: "",
  controlFor: kind === "openItems" ? "receivable" : "",
  isDraft: false,
  source: "",
  journal: "",
});

/** What the API is told beside the file; what says nothing is left out. */
export function membersOf(settings: Settings): Omit<Input, "text" | "base64"> {
  const { kind, program, columns, accounts, dates, decimals, entries, date, offset, account, controlFor, isDraft, source } = settings;
  const isOpening = kind === "openingBalances" || kind === "openItems";
  return {
    kind,
    program,
    ...(Object.keys(columns).length > 0 && { columns: columns as Record<string, string> }),
    ...(Object.keys(accounts).length > 0 && kind !== "parties" && { accounts }),
    ...(dates && { dates }),
    ...(decimals && { decimals }),
    ...(entries && kind === "journalEntries" && { entries }),
    ...(date && isOpening && { date }),
    ...(offset && isOpening && { offsetAccountCode: offset }),
    ...(account && kind === "openItems" && { accountCode: account }),
    ...(controlFor && (kind === "openItems" || kind === "parties") && { controlFor }),
    ...(isDraft && kind !== "parties" && { status: "draft" as const }),
    ...(source && kind !== "parties" && { source }),
  };
}

/** The same as the file that `countinghouse import --mapping` takes. */
export function mappingFile(settings: Settings): string {
  const { kind: _, status: __, ...members } = membersOf(settings);
  return `${JSON.stringify(members, null, 2)}\n`;
}

/** The fields of a saved mapping that are said of the file itself, and not of one import. */
export type Mapping = Omit<Settings, "date" | "isDraft">;

const isText = (value: unknown): value is string => typeof value === "string";
const texts = (value: unknown): Record<string, string> => (typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value).filter(([, text]) => isText(text))) : {});

/** A mapping from such a file, on top of what was said before; undefined where the text is none. */
export function readMappingFile(text: string, before: Settings): Settings | undefined {
  let told: unknown;
  try {
    told = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
  if (typeof told !== "object" || told === null || Array.isArray(told)) return undefined;
  const { program, columns, accounts, dates, decimals, entries, date, offsetAccountCode, accountCode, controlFor, source } = told as Record<string, unknown>;
  const one = <Value extends string>(value: unknown, known: readonly Value[]): Value | "" => known.find((other) => other === value) ?? "";
  const given = Object.entries(texts(columns)).filter(([name]) => name in COLUMNS);
  return {
    ...before,
    program: one(program, ["xero", "quickbooks", "odoo", "countinghouse"]) || before.program,
    columns: Object.fromEntries(given) as Settings["columns"],
    accounts: texts(accounts),
    dates: one(dates, ["yearFirst", "dayFirst", "monthFirst"]),
    decimals: one(decimals, ["point", "comma"]),
    entries: one(entries, ["entry", "date", "balance"]),
    date: isText(date) ? date : before.date,
    offset: isText(offsetAccountCode) ? offsetAccountCode : before.offset,
    account: isText(accountCode) ? accountCode : before.account,
    controlFor: one(controlFor, ["receivable", "payable"]) || before.controlFor,
    source: isText(source) ? source : "",
  };
}

/** What is missing before the file can be read at all, by the field that lacks it. */
export function missingOf(settings: Settings): string | undefined {
  const { kind, date, offset, controlFor } = settings;
  if (kind === "openingBalances" && !date) return "Say on which day the books begin.";
  if (kind === "openItems" && !date) return "Say on which day the books begin.";
  if (kind === "openItems" && !offset) return "Choose the account that took their balance.";
  if (kind === "openItems" && !controlFor) return "Say whether customers or suppliers owe them.";
  return undefined;
}
