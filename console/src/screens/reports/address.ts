// What a report is of, as it stands in its address, and what the API is asked with it.

import { useEffect, useMemo, useState } from "react";
import { likelyDay, presentPeriod, usePeriods } from "../../api/periods";
import { useFilters } from "../../app/filters";
import { today } from "../../app/today";
import { type Codec, type FilterFault, day, flag, one, text } from "../../text/filters";
import { chosen, forgetChoices, keepChoice, keepSpan } from "./chosen";
import { point } from "./knowing";
import { type Span, period, periodOfSpan, spanOfPeriod } from "./span";

/** Names with commas between them, each as often as it stands there. */
function names(takes: string, isRight: (name: string) => boolean): Codec<string[]> {
  return {
    takes,
    several: true,
    read(typed) {
      const parts = typed.split(",").map((part) => part.trim()).filter((part) => part !== "");
      const value = parts.filter(isRight);
      return { ...(value.length > 0 && { value }), wrong: parts.filter((part) => !isRight(part)) };
    },
    write: (value) => value.join(","),
  };
}

function shaped(takes: string, shape: RegExp): Codec<string> {
  return { takes, read: (typed) => (shape.test(typed) ? { value: typed } : { wrong: [typed] }), write: (value) => value };
}

const DAYS = String.raw`\d{4}-\d{2}-\d{2}`;
const isComparison = (name: string): boolean => new RegExp(`^(previousPeriod|previousYear|${DAYS}(\\.\\.${DAYS})?)$`).test(name);

const SCHEMA = {
  period,
  from: day,
  to: day,
  asOf: day,
  compare: names("previousPeriod, previousYear or days such as 2010-01-01..2010-03-31", isComparison),
  columnsBy: shaped("currency or a dimension such as dimension:country", /^(currency|dimension:.+)$/),
  dimension: shaped("a dimension and its value such as country:Germany", /^[^:]+:.+$/),
  without: text,
  account: text,
  accounts: names("codes of accounts", () => true),
  kind: one(["asset", "liability", "equity", "revenue", "expense"]),
  currency: shaped("a currency such as EUR", /^[A-Z]{3}$/),
  byCurrency: flag,
  mapping: text,
  zero: flag,
  share: flag,
  groups: flag,
  journal: text,
  order: one(["sequence", "number"]),
  side: one(["receivable", "payable"]),
  party: text,
  organizations: names("ids of organizations", (name) => /^org_/.test(name)),
  buckets: names("days overdue, ascending", (name) => /^\d{1,4}$/.test(name)),
  days: shaped("a number of days", /^\d{1,4}$/),
  report: one(["profit-and-loss", "balance-sheet", "trial-balance", "cash-flow"]),
  since: point,
  knownAt: point,
  folded: names("rows that are folded", () => true),
} as const;

/** A parameter that some report has. */
export type Name = keyof typeof SCHEMA;
/** The parameters of a report, as they stand in its address. */
export type Values = { [N in Name]?: (typeof SCHEMA)[N] extends Codec<infer V> ? V | undefined : never };

/** How the API calls a parameter that it is asked with. */
const ASKED: Partial<Record<Name, string>> = {
  columnsBy: "columnsBy",
  without: "withoutDimension",
  kind: "kind",
  currency: "currency",
  mapping: "mapping",
  journal: "journalCode",
  order: "order",
  side: "controlFor",
  party: "partyId",
  days: "days",
  knownAt: "knownAt",
};

/** A report's way with days: a month or other span, a year up to a day, the state at the end of a day, or none. */
export type OfDays = "span" | "year" | "day" | "none";

/** A report as its screen knows it. */
export interface Report {
  values: Values;
  faults: FilterFault[];
  /** Changes some parameters; undefined takes one away. */
  change: (change: Values) => void;
  clear: () => void;
  /** The days that it is of: the last one is that of a report as of a day. */
  span: Span;
  /** Whether somebody chose the days. */
  hasDays: boolean;
  setSpan: (span: Span | undefined) => void;
  /** Whether the periods are known that the days come from where nobody chose any. */
  isReady: boolean;
  /** What the API is asked with: JSON, files and paper alike. */
  asked: Record<string, string>;
}

/** Reads the address of a report that has these parameters. */
export function useReport(known: readonly Name[], ofDays: OfDays): Report {
  const schema = useMemo(
    () => Object.fromEntries([...known, ...DAY_NAMES[ofDays]].map((name) => [name, SCHEMA[name]])) as typeof SCHEMA,
    [known, ofDays],
  );
  const { values: read, faults, change, clear } = useFilters(schema);
  const values = read as Values;
  const isComing = useChosen(values, schema, ofDays, change as Report["change"]);
  const periods = usePeriods();
  const now = today();
  const span = useMemo((): Span => {
    if (values.period) return spanOfPeriod(values.period);
    const present = presentPeriod(periods ?? [], now);
    const likely = values.asOf ?? values.to ?? likelyDay(periods, now);
    if (ofDays === "day" || values.asOf || (ofDays === "year" && !values.from)) return { from: yearStart(periods, likely), to: likely };
    if (!values.from && !values.to && present) return { from: present.startDate, to: present.endDate };
    return { from: values.from ?? yearStart(periods, likely), to: likely < (values.from ?? "") ? (values.from ?? likely) : likely };
  }, [values.period, values.from, values.to, values.asOf, periods, now, ofDays]);
  const hasDays = Boolean(values.period ?? values.from ?? values.to ?? values.asOf);
  const asked = useMemo(() => askedFor(values, span, ofDays), [values, span, ofDays]);
  return {
    values,
    faults,
    change: (next) => {
      keepChoice(next);
      change(next as never);
    },
    clear: () => {
      forgetChoices();
      clear();
    },
    span,
    hasDays,
    setSpan: (next) => {
      keepSpan(next);
      change((next ? daysAsValues(next, ofDays) : NO_DAYS) as never);
    },
    isReady: !isComing && (hasDays || ofDays === "none" || periods !== undefined),
    asked,
  };
}

/**
 * Brings what was chosen in another report into the address of this one, where it says nothing of its own. Whether that is
 * still to come: nothing is read before.
 */
function useChosen(values: Values, schema: object, ofDays: OfDays, change: Report["change"]): boolean {
  const [brought] = useState((): Values | undefined => {
    if (ofDays === "none" || Object.keys(values).length > 0) return undefined;
    const { span, ...others } = chosen();
    const fitting = Object.fromEntries(Object.entries(others).filter(([name, value]) => name in schema && value !== undefined)) as Values;
    const all = { ...(span && daysAsValues(span, ofDays)), ...fitting };
    return Object.values(all).some((value) => value !== undefined) ? all : undefined;
  });
  const [isComing, setComing] = useState(brought !== undefined);
  useEffect(() => {
    if (!brought) return;
    change(brought);
    setComing(false);
    // Once, as the report is opened: whoever takes the days away afterwards wants none.
  }, []);
  return isComing;
}

const DAY_NAMES: Record<OfDays, readonly Name[]> = {
  span: ["period", "from", "to"],
  year: ["asOf", "period", "from", "to"],
  day: ["asOf", "period"],
  none: [],
};
const NO_DAYS: Values = { period: undefined, from: undefined, to: undefined, asOf: undefined };

/** Days as an address has them: by their name where they have one. */
export function daysAsValues(span: Span, ofDays: OfDays): Values {
  if (ofDays === "day") return { ...NO_DAYS, asOf: span.to };
  const named = periodOfSpan(span);
  return named ? { ...NO_DAYS, period: named } : { ...NO_DAYS, from: span.from, to: span.to };
}

/** The first day of the fiscal year that has this day; of the calendar's where the books have none. */
export function yearStart(periods: readonly { fiscalYearId: string; startDate: string; endDate: string }[] | undefined, at: string): string {
  const own = periods?.find((one) => one.startDate <= at && at <= one.endDate);
  return periods?.find((one) => one.fiscalYearId === own?.fiscalYearId)?.startDate ?? `${at.slice(0, 4)}-01-01`;
}

function askedFor(values: Values, span: Span, ofDays: OfDays): Record<string, string> {
  const asked: Record<string, string> = {};
  if (ofDays === "day") asked["asOf"] = span.to;
  if (ofDays === "span" || ofDays === "year") Object.assign(asked, { dateFrom: span.from, dateTo: span.to });
  for (const [name, parameter] of Object.entries(ASKED)) {
    const value = values[name as Name];
    if (value !== undefined) asked[parameter] = String(value);
  }
  if (values.compare) asked["compareWith"] = values.compare.join(",");
  if (values.buckets) asked["buckets"] = values.buckets.join(",");
  if (values.organizations) asked["organizations"] = values.organizations.join(",");
  if (values.zero) asked["includeZero"] = "true";
  if (values.byCurrency) asked["byCurrency"] = "true";
  if (values.dimension) {
    const [code = "", value = ""] = pairOf(values.dimension);
    asked[`dimension[${code}]`] = value;
  }
  return asked;
}

/** The dimension and its value: `country:Germany`. */
export function pairOf(dimension: string): [code: string, value: string] {
  const at = dimension.indexOf(":");
  return [dimension.slice(0, at), dimension.slice(at + 1)];
}
