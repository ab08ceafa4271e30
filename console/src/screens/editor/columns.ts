// The columns of the lines: which there are, which are shown, and how wide they are.

import type { Dimension } from "../../api/dimensions";
import { session } from "../../api/session";
import type { GridLook } from "../../parts/grid/LineGrid";
import { type ColumnId, type Line, dimensionOf } from "./draft";
import { type Books, accountOf, asksParty } from "./reading";

/** Those that are always shown. */
const FIXED: readonly ColumnId[] = ["account", "memo", "debit", "credit"];
const ORDER: readonly ColumnId[] = ["account", "party", "memo", "debit", "credit", "due", "currency"];

const NAMES: Record<string, string> = {
  account: "Account",
  party: "Party",
  memo: "Memo",
  debit: "Debit",
  credit: "Credit",
  due: "Due",
  currency: "Currency",
};

/** The least width of a column in rem, and its share of what is left. */
const WIDTHS: Record<string, readonly [least: number, share: number]> = {
  account: [15, 1.3],
  party: [9, 1],
  memo: [10, 1.3],
  debit: [8.5, 0],
  credit: [8.5, 0],
  due: [7, 0],
  currency: [5.5, 0],
};
const OTHERS = [8.5, 0] as const;

/** What a column is called. */
export function columnName(column: ColumnId, dimensions: readonly Dimension[]): string {
  const code = dimensionOf(column);
  if (code === undefined) return NAMES[column] ?? column;
  return dimensions.find((one) => one.code === code)?.name ?? code;
}

/** How the lines of an entry look. */
export const LOOK: GridLook = {
  label: "Lines of the entry",
  figures: new Set(["debit", "credit"]),
  frozen: "account",
  text: "memo",
  width: (column) => WIDTHS[column] ?? OTHERS,
};

/** How they look in these books: a receivable without a due date is due at once. */
export const lookIn = (chart: Books["chart"]): GridLook => ({
  ...LOOK,
  hint: (line, column) => (column === "due" && asksParty(accountOf(line as Line, chart)) ? "at once" : undefined),
});

/** The columns that can be shown or not. */
export const optional = (dimensions: readonly Dimension[]): ColumnId[] => [
  "party",
  "due",
  "currency",
  ...dimensions.map((one): ColumnId => `dim:${one.code}`),
];

/** The columns that are shown: the usual ones, those chosen, and those in which something stands or has to stand. */
export function shownColumns(lines: readonly Line[], chosen: ReadonlySet<ColumnId>, books: Books, headGives: (code: string) => boolean): ColumnId[] {
  const used = new Set<ColumnId>([...FIXED, ...chosen]);
  for (const line of lines) {
    for (const [column, cell] of Object.entries(line.cells)) if (cell?.text) used.add(column as ColumnId);
    const account = accountOf(line, books.chart);
    if (asksParty(account)) used.add("party").add("due");
    for (const code of account?.requiredDimensions ?? []) {
      if (!account?.defaultDimensions[code] && !headGives(code)) used.add(`dim:${code}`);
    }
  }
  const dimensions = [...used].filter((column) => dimensionOf(column) !== undefined).sort();
  return [...ORDER.filter((column) => used.has(column)), ...dimensions];
}

function storeName(what: string): string {
  const now = session.get();
  const who = now.state === "in" || now.state === "expired" ? `${now.me.principalId}-${now.organization}` : "";
  return `countinghouse-editor-${what}-${who}`;
}

/** What the user chose lately for these books on this device. */
export function remembered(what: "journal" | "columns"): string {
  try {
    return localStorage.getItem(storeName(what)) ?? "";
  } catch {
    return "";
  }
}

/** Remembers it. */
export function remember(what: "journal" | "columns", value: string): void {
  try {
    localStorage.setItem(storeName(what), value);
  } catch {
    // Nothing is kept on this device.
  }
}
