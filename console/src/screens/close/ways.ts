// Where the lines of a checklist and the ways out of a refusal lead in the console.

import type { Check } from "../../api/close";
import type { Period } from "../../api/periods";
import { formatDay, isDay, isMonth } from "../../text/day";

/** Where something is mended. */
export type Place =
  /** A screen of the console, with its filters. */
  | { kind: "screen"; to: string; search: Record<string, string> }
  /** A period or a year that must be dealt with first, by its id. */
  | { kind: "subject"; id: string }
  /** A dialog of this screen. */
  | { kind: "dialog"; dialog: "revalue" | "reversals" | "rates" }
  /** A page of the service that lists what is wrong. */
  | { kind: "page"; href: string };

/** A call as checklists and refusals write it. */
export interface Call {
  /** The code of the check, or the relation of the way out. */
  name: string;
  method: string | null;
  href: string | null;
}

/** The place for a call; undefined where the console has none. */
export function placeOf(call: Call): Place | undefined {
  if (call.name === "autoReversals") return { kind: "dialog", dialog: "reversals" };
  if (call.name === "missingRates") return { kind: "dialog", dialog: "rates" };
  if (call.name === "numberGaps") return { kind: "page", href: "/api/v1/accounting/reports/number-gaps?format=print" };
  if (!call.href) return undefined;
  const { path, query } = partsOf(call.href);
  const stated = /^\/accounting\/(?:periods|fiscal-years)\/([^/]+)\/(?:close|reopen|soft-close)$/.exec(path)?.[1];
  if (stated) return { kind: "subject", id: stated };
  if (path === "/accounting/revaluations") return { kind: "dialog", dialog: "revalue" };
  if (call.method !== "GET") return undefined;
  const account = /^\/accounting\/accounts\/([^/]+)\/statement$/.exec(path)?.[1];
  if (account) return { kind: "screen", to: `/accounts/${account}`, search: kept(query, { dateFrom: "from", dateTo: "to" }) };
  switch (path) {
    case "/accounting/journal-entries":
      return { kind: "screen", to: "/journal", search: kept(query, { status: "status", dateFrom: "from", dateTo: "to" }) };
    case "/inventory/movements":
      return { kind: "screen", to: "/movements", search: kept(query, { status: "status" }) };
    case "/inventory/counts":
      return { kind: "screen", to: "/counts", search: {} };
    case "/accounting/reports/trial-balance":
      return { kind: "page", href: `/api/v1${path}?${query.toString()}&format=print` };
    default:
      return undefined;
  }
}

/** The period that a list of open ones begins with: that of the year's checklist, or of adjustments that are still open. */
export function firstOpen(check: Pick<Check, "code" | "href">, periods: readonly Period[]): Period | undefined {
  if (check.code === "openPeriods") {
    const year = partsOf(check.href ?? "").query.get("fiscalYearId");
    return periods.find((period) => period.fiscalYearId === year && period.status === "open");
  }
  if (check.code === "openAdjustments") return periods.find((period) => period.kind === "adjustment" && period.status !== "closed");
  return undefined;
}

/** What is to be done, for people: a sentence without the calls that programs make. */
export function inWords(told: string): string {
  const text = told
    .replace(/ with (?:GET|POST|PUT|DELETE) \/\S+/g, "")
    // The words of the buttons of an entry.
    .replace("approve or withdraw", "approve or reject")
    .replace("close it with force and a reason", "close it all the same and say why")
    .replace(/\b\d{4}-\d{2}-\d{2}\b/g, (day) => (isDay(day) ? formatDay(day) : day))
    .replace(/\b\d{4}-\d{2}\b/g, (month) => (isMonth(month) ? formatDay(month, "month") : month));
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}

function partsOf(href: string): { path: string; query: URLSearchParams } {
  const [path = "", query = ""] = href.replace(/^.*?\/api\/v1/, "").split("?");
  return { path, query: new URLSearchParams(query) };
}

function kept(query: URLSearchParams, names: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([theirs, ours]) => (query.has(theirs) ? [[ours, query.get(theirs) ?? ""]] : [])),
  );
}
