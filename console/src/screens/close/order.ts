// The order in which periods close and reopen, and which years are shown at once.

import { MONTHS } from "../../text/calendar";
import type { Period } from "../../api/periods";
import type { Year } from "../../api/close";

/** What the screen is about: a period, or a whole year. */
export type Subject = { kind: "period"; period: Period; year: Year } | { kind: "year"; year: Year };

/** All periods in the order in which they close: by year, adjustment periods after the months, then by number. */
export function inOrder(years: readonly Year[]): Period[] {
  const byStart = years.toSorted((one, other) => one.startDate.localeCompare(other.startDate));
  return byStart.flatMap((year) => periodsOf(year));
}

/** The periods of a year in the order in which they close. */
export function periodsOf(year: Year): Period[] {
  const rank = (period: Period): number => (period.kind === "adjustment" ? 1 : 0);
  return year.periods.toSorted((one, other) => rank(one) - rank(other) || one.number - other.number);
}

/** The first month that is not closed; where all are, the first adjustment period that is not. */
export function nextToClose(years: readonly Year[]): Period | undefined {
  const left = inOrder(years).filter((period) => period.status !== "closed");
  return left.find((period) => period.kind === "standard") ?? left[0];
}

/** What must be closed before this period: months of all earlier years, and everything earlier in its own. */
export function toCloseFirst(years: readonly Year[], period: Period): Period[] {
  const all = inOrder(years);
  const before = all.slice(0, all.findIndex((other) => other.id === period.id));
  return before.filter(
    (other) => other.status !== "closed" && (other.kind === "standard" || other.fiscalYearId === period.fiscalYearId),
  );
}

/** What must be reopened before this closed period, the last one first. Nothing stands before one that is only soft-closed. */
export function toReopenFirst(years: readonly Year[], period: Period): Period[] {
  if (period.status !== "closed") return [];
  const all = inOrder(years);
  const behind = all.slice(all.findIndex((other) => other.id === period.id) + 1);
  return behind.filter((other) => other.status === "closed").reverse();
}

/** The period before and the one behind, where there is one. */
export function neighbours(years: readonly Year[], period: Period): { before: Period | undefined; behind: Period | undefined } {
  const all = inOrder(years);
  const at = all.findIndex((other) => other.id === period.id);
  return { before: all[at - 1], behind: all[at + 1] };
}

/** What an address names: a period by name or id, a year by name or id. A name of both is the period's. */
export function subjectOf(years: readonly Year[], name: string): Subject | undefined {
  for (const year of years) {
    const period = year.periods.find((one) => one.id === name || one.name === name);
    if (period) return { kind: "period", period, year };
  }
  const year = years.find((one) => one.id === name || one.name === name);
  return year && { kind: "year", year };
}

/** How the address names a year: by its name, unless a period is called the same. */
export function yearAddress(years: readonly Year[], year: Year): string {
  const isTaken = years.some((one) => one.periods.some((period) => period.name === year.name));
  return isTaken ? year.id : year.name;
}

/** A row of seals, or several years folded into one line. */
export type Row = { kind: "year"; year: Year } | { kind: "fold"; id: string; years: Year[] };

/** The years, newest first: those in view as rows, whatever lies between folded; two and more neighbours fold together. */
export function rowsOf(years: readonly Year[], inView: (year: Year) => boolean): Row[] {
  const rows: Row[] = [];
  for (const year of years.toSorted((one, other) => other.startDate.localeCompare(one.startDate))) {
    const last = rows.at(-1);
    if (inView(year)) rows.push({ kind: "year", year });
    else if (last?.kind === "fold") last.years.push(year);
    else rows.push({ kind: "fold", id: year.id, years: [year] });
  }
  return rows;
}

/** What a folded line says: which years, and how far they are closed. */
export function foldTitle(years: readonly Year[]): string {
  const names = years.length === 1 ? (years[0]?.name ?? "") : `${years.at(-1)?.name ?? ""} to ${years[0]?.name ?? ""}`;
  const closed = years.filter((year) => year.status === "closed").length;
  if (closed === years.length) return `${names}: closed`;
  const periods = years.flatMap((year) => year.periods);
  const sealed = periods.filter((period) => period.status === "closed").length;
  if (sealed === 0) return `${names}: nothing closed yet`;
  return `${names}: ${sealed} of ${periods.length} periods closed`;
}

/** The word for a state. */
export function stateWord(status: Period["status"]): string {
  return status === "softClosed" ? "soft-closed" : status;
}

/** The short name under which a period stands in the row of its year: `Dec`, or its own where it is no month. */
export function shortName(period: Pick<Period, "name">, year: Pick<Year, "name">): string {
  const month = /^\d{4}-(\d{2})$/.exec(period.name)?.[1];
  if (month) return (MONTHS[Number(month) - 1] ?? month).slice(0, 3);
  const rest = period.name.replace(year.name, "").trim();
  return rest === "" ? period.name : rest.replace(/^adjustments?$/i, "Adjust.");
}
