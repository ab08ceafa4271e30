// Where a figure leads: to the lines of exactly its accounts and days, with the filters and the point of knowledge it was shown with.

import type { Chart } from "../../api/accounts";
import type { Period } from "../../api/periods";
import { base } from "../../api/place";
import type { LayoutColumn } from "../../api/reports";
import { stringifySearch } from "../../text/filters";
import { type Values, daysAsValues, yearStart } from "./address";
import type { Books } from "./rows";
import type { Span } from "./span";

/** An address within the console. */
export interface Target {
  /** Of the screen: `/accounts/$account`. */
  to: string;
  params?: Record<string, string> | undefined;
  search: Record<string, string>;
}

/** The address as a link has it. A statement has too many figures for a router's link each. */
export function hrefOf({ to, params = {}, search }: Target): string {
  const path = to.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  return `${base}${path}${stringifySearch(search)}`;
}

/** What a figure is of. */
export interface Figure {
  title: string;
  /** As the report has it. */
  amount: string;
  /** Codes of accounts; a group stands for all below it. */
  accounts: readonly string[];
  span: Span;
  /** Filters of the report that its lines have, too. */
  filters: Pick<Values, "dimension" | "without" | "knownAt">;
}

/** What is known around the figures of a statement. */
export interface Around {
  values: Values;
  chart: Chart | undefined;
  periods: Period[] | undefined;
  years: readonly { name: string; startDate: string; endDate: string }[] | undefined;
  /** The kinds of accounts that the statement has: a group may have others, which are not in its figure. */
  kinds: readonly string[];
  /** The codes of all accounts that the statement shows. */
  shown: ReadonlySet<string>;
}

/** The days of a column; those of the year up to it where it is as of a day. */
export function spanOf(column: LayoutColumn, periods: Period[] | undefined): Span {
  return { from: column.dateFrom ?? yearStart(periods, column.dateTo), to: column.dateTo };
}

/** The lines of a figure in a column; undefined where it is no sum of lines that can be asked for. */
export function figureOf(
  { title, amount }: { title: string; amount: string },
  books: Books | undefined,
  column: LayoutColumn,
  around: Around,
): Figure | undefined {
  // The ledger has no filter by currency, so such a column would lead to more than its figure.
  if (books?.of !== "accounts" || column.kind === "currency") return undefined;
  const { values, chart } = around;
  const filters: Figure["filters"] = { dimension: values.dimension, without: values.without, knownAt: values.knownAt };
  const code = values.columnsBy?.replace(/^dimension:/, "");
  if (column.kind === "value" && code) {
    // Two values of dimensions cannot both stand in the address.
    if (values.dimension) return undefined;
    filters.dimension = `${code}:${column.value ?? ""}`;
  }
  if (column.kind === "none" && code) filters.without = code;
  const isWhole = books.group !== undefined && chart !== undefined && isWholeGroup(books.group, books.codes, chart, around);
  return { title, amount, accounts: isWhole && books.group ? [books.group] : books.codes, span: spanOf(column, around.periods), filters };
}

/**
 * Whether a group can stand for these accounts: others below it are not on the statement at all, and so have nothing there,
 * but are of its kinds.
 */
function isWholeGroup(group: string, codes: readonly string[], chart: Chart, { kinds, shown }: Around): boolean {
  const top = chart.byCode.get(group);
  const own = new Set(codes);
  const isBelow = (parentId: string | null): boolean => {
    let parent = parentId;
    for (let steps = 0; parent && parent !== top?.id && steps < 20; steps += 1) parent = chart.byId.get(parent)?.parentId ?? null;
    return parent === top?.id;
  };
  return top !== undefined && chart.all.every((account) => {
    if (account.isGroup || own.has(account.code)) return true;
    if (!shown.has(account.code) && kinds.includes(account.type)) return true;
    return !isBelow(account.parentId);
  });
}

/**
 * Where the lines of a figure are: on the account's own statement, or in the ledger where there are several accounts or
 * filters. A statement tells what is known now, so an earlier knowledge leads to the ledger as well.
 */
export function targetOf(figure: Figure): Target {
  const { accounts, span, filters } = figure;
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as Record<string, string>;
  const [only] = accounts;
  if (accounts.length === 1 && only !== undefined && Object.keys(given).length === 0) {
    return { to: "/accounts/$account", params: { account: only }, search: { from: span.from, to: span.to } };
  }
  const named: Record<string, string> = accounts.length === 1 ? { account: accounts.join() } : { accounts: accounts.join(",") };
  return { to: "/reports/general-ledger", search: { ...named, ...plain(daysAsValues(span, "span")), ...given } };
}

/** The profit and loss of a year up to the day of a column: the result that a balance sheet shows. */
export function resultTarget(title: string, column: LayoutColumn, around: Around): Target | undefined {
  const year = around.years?.find((one) => title.endsWith(` ${one.name}`));
  const knownAt: Record<string, string> = around.values.knownAt ? { knownAt: around.values.knownAt } : {};
  if (!year) return column.dateFrom ? { to: "/reports/profit-and-loss", search: { ...plain(daysAsValues(spanOf(column, []), "span")), ...knownAt } } : undefined;
  if (column.dateTo < year.startDate) return undefined;
  const span = { from: year.startDate, to: column.dateTo < year.endDate ? column.dateTo : year.endDate };
  return { to: "/reports/profit-and-loss", search: { ...plain(daysAsValues(span, "span")), ...knownAt } };
}

/** All accounts of the days of a column: where a sum has computed results in it. */
export function bothTarget(column: LayoutColumn, around: Around): Target | undefined {
  if (column.kind === "currency") return undefined;
  const knownAt: Record<string, string> = around.values.knownAt ? { knownAt: around.values.knownAt } : {};
  return { to: "/reports/trial-balance", search: { ...plain(daysAsValues(spanOf(column, around.periods), "span")), ...knownAt } };
}

/** Values as an address has them, without those that are absent. */
export function plain(values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(",") : String(value)]],
    ),
  );
}
