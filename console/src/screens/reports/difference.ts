// What makes the difference between two figures of one row: account by account, the largest first.

import type { LayoutRow } from "../../api/reports";
import { Exact } from "../../text/exact";
import { addAmounts, compare, isZero, negate, subtract } from "../../text/number";
import type { Values } from "./address";
import type { Span } from "./span";

/** An account's or a computed result's part of a difference, by the sign that it has in it. */
export interface Part {
  /** The account's; null of a computed result. */
  code: string | null;
  title: string;
  now: string;
  before: string;
  by: string;
}

/** The difference between the figures of two columns. */
export interface Difference {
  /** Stable name. */
  id: string;
  title: string;
  /** How the columns are called. */
  names: [now: string, before: string];
  amounts: [now: string, before: string];
  parts: Part[];
  /** Whether the parts add up to it. */
  isWhole: boolean;
  /** The days of both columns; of a state at two days only those between them. */
  spans: { now: Span; before?: Span | undefined };
  filters: Pick<Values, "dimension" | "without" | "knownAt">;
}

/**
 * The parts of a row's difference between the first column and another one. Below a result, what stands in sections behind the
 * first one is taken off. `codes` are the accounts of the row.
 */
export function partsOf(data: readonly LayoutRow[], codes: readonly string[], hasResults: boolean, at: number, amounts: [now: string, before: string]): { parts: Part[]; isWhole: boolean } {
  const own = new Set(codes);
  let root = 0;
  const found: { root: number; part: Part }[] = [];
  for (const row of data) {
    if (row.depth === 0) root += 1;
    const isOurs = row.kind === "account" ? !row.isGroup && row.code !== null && own.has(row.code) : row.kind === "result" && hasResults;
    const [now, before] = [row.amounts[0], row.amounts[at]];
    if (!isOurs || now === undefined || before === undefined) continue;
    found.push({ root, part: { code: row.code, title: row.title, now, before, by: subtract(now, before) } });
  }
  const change = subtract(...amounts);
  const asShown = found.map((one) => one.part);
  const asResult = found.map((one) => (one.root === 1 ? one.part : { ...one.part, now: negate(one.part.now), before: negate(one.part.before), by: negate(one.part.by) }));
  const holds = (parts: readonly Part[]): boolean =>
    compare(addAmounts(parts.map((one) => one.by)), change) === 0 && compare(addAmounts(parts.map((one) => one.now)), amounts[0]) === 0;
  const chosen = !holds(asShown) && holds(asResult) ? asResult : asShown;
  return { parts: largestFirst(chosen).filter((one) => !isZero(one.by)), isWhole: holds(chosen) };
}

/** What differs most comes first, whichever way it went. */
export function largestFirst<Row extends { by: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => new Exact(other.by).abs().comparedTo(new Exact(one.by).abs()));
}

/** A line of an account that counts in a difference. */
export interface Move {
  /** Who or what it is grouped by. */
  group: string;
  /** By the sign of the account's part. */
  amount: string;
  isBefore: boolean;
}

/** Lines by their group: what they came to in both spans, what differs most first. */
export function byGroup(moves: readonly Move[]): (Omit<Part, "code"> & { count: number })[] {
  const groups = new Map<string, { now: string; before: string; count: number }>();
  for (const { group, amount, isBefore } of moves) {
    const known = groups.get(group) ?? { now: subtract(amount, amount), before: subtract(amount, amount), count: 0 };
    if (isBefore) known.before = addAmounts([known.before, amount]);
    else known.now = addAmounts([known.now, amount]);
    known.count += 1;
    groups.set(group, known);
  }
  return largestFirst([...groups].map(([title, sums]) => ({ title, ...sums, by: subtract(sums.now, sums.before) })));
}
