// The rows of a statement as a reader wants them: headings that fold, lines, sums under them and final totals.

import type { LayoutRow } from "../../api/reports";

/** What a figure is made of: lines of these accounts, or the result of a year. */
export type Books =
  | {
      of: "accounts";
      /** Codes of accounts that take lines. */
      codes: readonly string[];
      /** The group that they are below, where the row is one. */
      group?: string | undefined;
    }
  | { of: "result"; title: string }
  /** Lines and computed results together: no lines add up to it. */
  | { of: "both"; codes?: readonly string[] | undefined };

/** A row as it is shown. */
export interface Row {
  /** Stable name: that of its section, with the account in it. */
  id: string;
  /** From 0. */
  depth: number;
  kind: "heading" | "line" | "sum" | "total";
  title: string;
  code?: string | undefined;
  /** Groups around it that have nothing else in them, and so no row of their own. */
  within?: string | undefined;
  /** Whether what is below it is shown; undefined where nothing is. */
  opened?: boolean | undefined;
  /** One amount per column; absent where they stand in the sum below. */
  amounts?: readonly string[] | undefined;
  rule?: "single" | "double" | undefined;
  books?: Books | undefined;
}

/** A row with what lies below it. */
interface Branch {
  row: LayoutRow;
  id: string;
  within: string[];
  below: Branch[];
}

/** How a statement is shown. */
export interface Shape {
  /** The headings that are folded. */
  folded: ReadonlySet<string>;
  /** Sections whose sum is a final total of the statement. */
  finalSections?: readonly string[] | undefined;
}

/** The rows that are shown, in their order, without the totals of the whole. */
export function statementRows(data: readonly LayoutRow[], shape: Shape): Row[] {
  const rows: Row[] = [];
  for (const branch of branchesOf(data)) add(rows, branch, 0, shape);
  return rows;
}

/** All headings of a statement: what can be folded. */
export function headingsOf(data: readonly LayoutRow[]): string[] {
  const found: string[] = [];
  const walk = (branch: Branch): void => {
    if (branch.below.length > 0) found.push(branch.id);
    branch.below.forEach(walk);
  };
  branchesOf(data).forEach(walk);
  return found;
}

/** The codes of the accounts with lines in these rows, each once. */
export function accountsIn(data: readonly LayoutRow[]): string[] {
  return [...new Set(data.flatMap((row) => (row.kind === "account" && !row.isGroup && row.code !== null ? [row.code] : [])))];
}

function branchesOf(data: readonly LayoutRow[]): Branch[] {
  const top: Branch[] = [];
  const open: Branch[] = [];
  for (const row of data) {
    const branch: Branch = { row, id: idOf(row), within: [], below: [] };
    open.length = Math.min(open.length, row.depth);
    const parent = open.at(-1);
    (parent ? parent.below : top).push(branch);
    open.push(branch);
  }
  const names: Names = { sections: new Set(data.filter((row) => row.kind === "section").map((row) => same(row.title))), groups: new Map() };
  for (const row of data) if (row.kind === "account" && row.isGroup && row.code !== null && !names.groups.has(row.code)) names.groups.set(row.code, row.section);
  return top.map((branch) => ({ ...branch, below: prunedBelow(branch, [], names) }));
}

/** Names that a group may not have again. */
interface Names {
  /** Those of the sections. */
  sections: ReadonlySet<string>;
  /** Groups by their codes, and the first section that has each. */
  groups: Map<string, string>;
}

const same = (title: string): string => title.trim().toLowerCase();

function idOf(row: LayoutRow): string {
  if (row.kind === "section") return row.section;
  return `${row.section}/${row.code ?? row.title}`;
}

/**
 * A group of accounts with one account in it, alone in its section, or called like a section around it says something twice:
 * what is below it takes its place, and keeps its name for who asks. A group that other sections have, too, or that is called
 * like another section, is the rest of it.
 */
function pruned(branch: Branch, siblings: number, around: readonly string[], names: Names): Branch[] {
  const { row } = branch;
  const below = prunedBelow(branch, around, names);
  const isGroup = row.kind === "account" && row.isGroup;
  if (!isGroup || below.length === 0) return [{ ...branch, below }];
  const isRepeated = around.includes(same(row.title));
  if (below.length > 1 && siblings > 1 && !isRepeated) {
    const isRest = names.sections.has(same(row.title)) || (row.code !== null && names.groups.get(row.code) !== row.section);
    return [{ ...branch, below, ...(isRest && { row: { ...row, title: `Other in ${lowered(row.title)}` } }) }];
  }
  const name = `${row.code ?? ""} ${row.title}`.trim();
  return below.map((one) => ({ ...one, within: [name, ...one.within] }));
}

function prunedBelow(branch: Branch, around: readonly string[], names: Names): Branch[] {
  const inside = branch.row.kind === "section" ? [...around, same(branch.row.title)] : around;
  return branch.below.flatMap((one) => pruned(one, branch.below.length, inside, names));
}

function add(rows: Row[], branch: Branch, depth: number, shape: Shape, isOnly = false): void {
  const { row, id, below } = branch;
  const isFinal = depth === 0 && shape.finalSections?.includes(id);
  const books = booksOf(branch);
  const named = {
    id,
    depth,
    title: row.title,
    ...(row.code !== null && row.kind === "account" && { code: row.code }),
    ...(branch.within.length > 0 && { within: branch.within.join(" › ") }),
  };
  if (below.length === 0) {
    rows.push({ ...named, kind: row.kind === "section" ? "heading" : "line", amounts: row.amounts, books, ...(isFinal && { rule: "double" }) });
    return;
  }
  const opened = !shape.folded.has(id);
  if (!opened) {
    rows.push({ ...named, kind: "heading", opened, amounts: row.amounts, books, ...(isFinal && { rule: "double" }) });
    return;
  }
  rows.push({ ...named, kind: "heading", opened });
  for (const one of below) add(rows, one, depth + 1, shape, below.length === 1);
  // One row alone is its own sum, except where a whole section ends; and what is alone in a section has the section's sum.
  if ((below.length === 1 || isOnly) && depth > 0) return;
  const title = `Total ${lowered(row.title)}`;
  rows.push({ ...named, id: `${id}/sum`, kind: "sum", title, code: undefined, amounts: row.amounts, books, rule: isFinal ? "double" : "single" });
}

/** Within a sentence: `Revenue` is `revenue`, `VAT` stays. */
function lowered(title: string): string {
  return /^\p{Lu}\p{Ll}/u.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

function booksOf(branch: Branch): Books | undefined {
  if (branch.row.kind === "result") return { of: "result", title: branch.row.title };
  const codes: string[] = [];
  let hasResult = false;
  const walk = (one: Branch): void => {
    if (one.row.kind === "result") hasResult = true;
    if (one.row.kind === "account" && !one.row.isGroup && one.row.code !== null) codes.push(one.row.code);
    one.below.forEach(walk);
  };
  walk(branch);
  if (hasResult) return { of: "both", codes };
  if (codes.length === 0) return undefined;
  const group = branch.row.kind === "account" && branch.row.isGroup ? (branch.row.code ?? undefined) : undefined;
  return { of: "accounts", codes, ...(group !== undefined && { group }) };
}
