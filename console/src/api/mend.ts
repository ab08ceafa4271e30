import { useQuery } from "@tanstack/react-query";
import { answer, api } from "./client";
import { newKey } from "./key";
import { asProblem, Problem } from "./problem";
import type { components } from "./schema";
import { may } from "./session";

// What is done before a month closes: revaluing, reversing what was scheduled, making what recurs, recording rates.

/** A revaluation, run or foreseen. */
export type Revaluation = components["schemas"]["RevaluationView"];
/** An entry that would be posted. */
export type PreviewEntry = components["schemas"]["PreviewEntry"];
/** What running the scheduled reversals did or would do. */
export type Reversals = components["schemas"]["AutoReversals"];
/** A recurring entry. */
export type Recurring = components["schemas"]["RecurringEntryView"];

const problemIn = (error: unknown): Problem | undefined =>
  error ? asProblem(error) : undefined;

/** What something would do, before it is done. */
export interface Foreseen<T> {
  would: T | undefined;
  entries: PreviewEntry[];
  problem: Problem | undefined;
  isReading: boolean;
}

/** What a revaluation on this day would post. */
export function useRevaluationPreview(date: string): Foreseen<Revaluation> {
  const { data, error, isFetching } = useQuery({
    queryKey: ["balances", "revaluation", date],
    enabled: date !== "",
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const init = { params: { query: { dryRun: true }, header: { "Idempotency-Key": newKey() } }, body: { date }, signal };
      return (await answer(api.POST("/api/v1/accounting/revaluations", init))) as unknown as {
        wouldReturn: Revaluation;
        entries: PreviewEntry[];
      };
    },
  });
  return { would: data?.wouldReturn, entries: data?.entries ?? [], problem: problemIn(error), isReading: isFetching };
}

/** Revalues the foreign balances on this day. */
export const revalue = (date: string, key: string): Promise<unknown> =>
  answer(api.POST("/api/v1/accounting/revaluations", { params: { header: { "Idempotency-Key": key } }, body: { date } }));

/** The revaluations of these days, the latest first. */
export function useRevaluations(from: string, to: string): Revaluation[] | undefined {
  const { data } = useQuery({
    queryKey: ["balances", "revaluations", from, to],
    enabled: may("journalEntries:read"),
    queryFn: ({ signal }) =>
      answer(api.GET("/api/v1/accounting/revaluations", { params: { query: { dateFrom: from, dateTo: to, limit: 10 } }, signal })),
  });
  return data?.data;
}

/** What running the reversals that are due by this day would post. */
export function useReversalsPreview(asOf: string): Foreseen<Reversals> {
  const { data, error, isFetching } = useQuery({
    queryKey: ["entries", "reversals", asOf],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const init = { params: { query: { dryRun: true }, header: { "Idempotency-Key": newKey() } }, body: { asOf }, signal };
      return (await answer(api.POST("/api/v1/accounting/auto-reversals/run", init))) as unknown as {
        wouldReturn: Reversals;
        entries: PreviewEntry[];
      };
    },
  });
  const entries = (data?.entries ?? []).filter((entry) => entry.lines.length > 0);
  return { would: data?.wouldReturn, entries, problem: problemIn(error), isReading: isFetching };
}

/** Posts the reversals that are due by this day. */
export const runReversals = async (asOf: string, key: string): Promise<Reversals> =>
  (await answer(
    api.POST("/api/v1/accounting/auto-reversals/run", { params: { header: { "Idempotency-Key": key } }, body: { asOf } }),
  )) as Reversals;

/** A day of a recurring entry on which nothing was made yet. */
export interface Due {
  recurring: Recurring;
  date: string;
  /** Why the last attempt failed. */
  problem: string | null;
}

/** The days of recurring entries that are due up to this day, paused ones included: whoever closes should know them. */
export function useDue(until: string): Due[] | undefined {
  const { data } = useQuery({
    queryKey: ["entries", "due", until],
    enabled: may("recurringEntries:read"),
    queryFn: async ({ signal }) => {
      const page = await answer(api.GET("/api/v1/accounting/recurring-entries", { params: { query: { limit: 200 } }, signal }));
      const due = page.data.filter((one) => one.nextDate && one.nextDate <= until);
      const days = await Promise.all(due.map((one) => dueDays(one, until, signal)));
      return days.flat().toSorted((one, other) => one.date.localeCompare(other.date));
    },
  });
  return data;
}

async function dueDays(recurring: Recurring, until: string, signal: AbortSignal): Promise<Due[]> {
  const params = { path: { id: recurring.id }, query: { status: "due" as const, limit: 200 } };
  const page = await answer(api.GET("/api/v1/accounting/recurring-entries/{id}/occurrences", { params, signal }));
  return page.data
    .filter((day) => day.date <= until)
    .map((day) => ({ recurring, date: day.date, problem: day.problem }));
}

/** Makes the entry of one day now. */
export const makeDue = (due: Due, key: string): Promise<unknown> =>
  answer(
    api.POST("/api/v1/accounting/recurring-entries/{id}/run", {
      params: { path: { id: due.recurring.id }, header: { "Idempotency-Key": key } },
      body: { date: due.date },
    }),
  );

/** A rate that is missing, as a refusal names it. */
export interface MissingRate {
  fromCurrency: string;
  toCurrency: string;
  rateType: string;
  date: string;
}

/** The rates that a refusal says are missing. */
export function missingRates(problem: Problem | undefined): MissingRate[] {
  const named = problem?.body.context["missingRates"];
  return Array.isArray(named) ? (named as MissingRate[]) : [];
}

/** Records a rate. */
export const recordRate = (missing: MissingRate, rate: string, key: string): Promise<unknown> =>
  answer(
    api.POST("/api/v1/accounting/exchange-rates", {
      params: { header: { "Idempotency-Key": key } },
      body: {
        fromCurrency: missing.fromCurrency,
        toCurrency: missing.toCurrency,
        rateType: missing.rateType as "spot",
        validFrom: missing.date,
        rate,
      },
    }),
  );

/** The rows behind a line of a checklist for which there is no screen yet. */
export function useObstacles(href: string): { rows: Record<string, unknown>[] | undefined; problem: Problem | undefined } {
  const { data, error } = useQuery({
    queryKey: ["stock", "obstacles", href],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const status = new URL(href).searchParams.get("status") as "draft" | null;
      const query = { limit: 100, ...(status ? { status: [status] } : {}) };
      const page = href.includes("/counts")
        ? await answer(api.GET("/api/v1/inventory/counts", { params: { query: { limit: 100 } }, signal }))
        : await answer(api.GET("/api/v1/inventory/movements", { params: { query }, signal }));
      return page.data as unknown as Record<string, unknown>[];
    },
  });
  return { rows: data, problem: problemIn(error) };
}
