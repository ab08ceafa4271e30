import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { answer, api } from "./client";
import { newKey } from "./key";
import type { Period } from "./periods";
import { asProblem, Problem } from "./problem";
import { ask } from "./records";
import type { components } from "./schema";
import { may, session } from "./session";

/** A fiscal year with its periods and its history. */
export type Year = components["schemas"]["FiscalYearView"];
/** A period with every change of its state. */
export type PeriodHistory = components["schemas"]["PeriodWithHistory"];
/** One change of a state. */
export type Change = PeriodHistory["history"][number];
/** One point of a checklist. */
export type Check = components["schemas"]["ChecklistItem"];
/** A checklist of a period or a year. */
export type Checklist = { ready: boolean; items: Check[] };
/** What a closing or a revaluation would post. */
export type Preview = components["schemas"]["Preview"];

/** Whether it is about a period or a whole year. */
export type Kind = "period" | "year";

const REREAD_MS = 20_000;
const all = <T>(first: string, read: (cursor: string | undefined) => Promise<{ data: T[]; nextCursor?: string | null }>) => ({
  queryKey: ["periods", first],
  queryFn: async (): Promise<T[]> => {
    const found: T[] = [];
    let cursor: string | undefined;
    do {
      const page = await read(cursor);
      found.push(...page.data);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return found;
  },
});

const problemIn = (error: unknown): Problem | undefined =>
  error ? asProblem(error) : undefined;

/** All fiscal years with their periods. */
export function useYears(): { years: Year[] | undefined; problem: Problem | undefined } {
  const { data, error } = useQuery({
    ...all("years", (cursor) =>
      answer(api.GET("/api/v1/accounting/fiscal-years", { params: { query: { limit: 200, ...(cursor ? { cursor } : {}) } } })),
    ),
    enabled: may("periods:read"),
  });
  return { years: data, problem: problemIn(error) };
}

/** Every change of a period's state, oldest first. */
export function useHistory(period: string | undefined): Change[] | undefined {
  const { data } = useQuery({
    queryKey: ["periods", "history", period],
    enabled: period !== undefined,
    queryFn: ({ signal }) =>
      answer(api.GET("/api/v1/accounting/periods/{id}", { params: { path: { id: period ?? "" } }, signal })),
  });
  return data?.history;
}

/** A closing of a period: which, to which state, and when. */
export interface ClosingMoment {
  period: Pick<Period, "id" | "name" | "startDate">;
  to: "softClosed" | "closed";
  at: string;
}

/** When these periods were soft-closed and closed, the latest first. */
export function useClosings(periods: readonly Period[]): ClosingMoment[] {
  const read = useQueries({
    queries: periods.map((period) => ({
      queryKey: ["periods", "history", period.id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        answer(api.GET("/api/v1/accounting/periods/{id}", { params: { path: { id: period.id } }, signal })),
    })),
  });
  return read
    .flatMap(({ data }) =>
      (data?.history ?? []).flatMap(({ to, at }): ClosingMoment[] => (data && (to === "closed" || to === "softClosed") ? [{ period: data, to, at }] : [])),
    )
    .toSorted((one, other) => other.at.localeCompare(one.at));
}

/** What stands in the way of closing; read again while it is looked at, as others work. */
export function useChecklist(kind: Kind, id: string): { list: Checklist | undefined; problem: Problem | undefined } {
  const { data, error } = useQuery({
    queryKey: ["periods", "checklist", id],
    staleTime: 0,
    refetchInterval: REREAD_MS,
    queryFn: async ({ signal }): Promise<Checklist> => {
      const init = { params: { path: { id } }, signal };
      return kind === "period"
        ? answer(api.GET("/api/v1/accounting/periods/{id}/checklist", init))
        : answer(api.GET("/api/v1/accounting/fiscal-years/{id}/checklist", init));
    },
  });
  return { list: data, problem: problemIn(error) };
}

/** The names of who changed something, as far as the caller may know them; the caller is "you". */
export function useNames(subject: string): (principal: string) => string {
  const fromTrail = may("audit:read");
  const fromUsers = !fromTrail && may("users:read");
  const { data } = useQuery({
    queryKey: ["periods", "names", fromTrail ? subject : "users"],
    enabled: fromTrail || fromUsers,
    queryFn: async ({ signal }) => {
      if (!fromTrail) {
        const page = await answer(api.GET("/api/v1/users", { params: { query: { limit: 200 } }, signal }));
        return new Map(page.data.map((user) => [user.id as string, user.displayName] as const));
      }
      const query = { subject, limit: 200 };
      const page = await answer(api.GET("/api/v1/accounting/reports/audit-trail", { params: { query }, signal }));
      if (typeof page === "string") return new Map<string, string>();
      return new Map(page.data.flatMap((event) => (event.actorName ? [[event.actor as string, event.actorName] as const] : [])));
    },
  });
  const now = session.get();
  const me = now.state === "in" || now.state === "expired" ? now.me.principalId : undefined;
  return (principal) => (principal === me ? "you" : (data?.get(principal) ?? "another user"));
}

/** What a change of a state sends. */
export interface Act {
  /** The period or the year. */
  id: string;
  /** The idempotency key of the dialog. */
  key: string;
  /** The version that was read; absent where the change follows one that the same dialog made. */
  version?: number | undefined;
  reason?: string | undefined;
  /** Closes although its last day has not passed. */
  force?: boolean | undefined;
}

function initOf({ id, key, version }: Act) {
  const header = { "Idempotency-Key": key, ...(version === undefined ? {} : { "If-Match": `"${version}"` }) };
  return { params: { path: { id }, header } };
}

/** Soft-closes a period. */
export const softClose = (act: Act): Promise<unknown> =>
  answer(api.POST("/api/v1/accounting/periods/{id}/soft-close", { ...initOf(act), body: reasonOf(act) }));

/** Closes a period. */
export const closePeriod = (act: Act): Promise<unknown> =>
  answer(api.POST("/api/v1/accounting/periods/{id}/close", { ...initOf(act), body: reasonOf(act) }));

/** Reopens a period. */
export const reopenPeriod = (act: Act): Promise<unknown> =>
  answer(api.POST("/api/v1/accounting/periods/{id}/reopen", { ...initOf(act), body: { reason: act.reason ?? "" } }));

/** Closes a fiscal year. */
export const closeYear = (act: Act & { retainedEarningsAccountId?: string | undefined }): Promise<unknown> => {
  const account = act.retainedEarningsAccountId;
  const body = { ...reasonOf(act), ...(account ? { retainedEarningsAccountId: account } : {}) };
  return answer(api.POST("/api/v1/accounting/fiscal-years/{id}/close", { ...initOf(act), body }));
};

/** Reopens a fiscal year. */
export const reopenYear = (act: Act): Promise<unknown> =>
  answer(api.POST("/api/v1/accounting/fiscal-years/{id}/reopen", { ...initOf(act), body: { reason: act.reason ?? "" } }));

function reasonOf({ reason, force }: Act): { reason?: string; force?: boolean } {
  return { ...(reason ? { reason } : {}), ...(force ? { force } : {}) };
}

/** Makes a fiscal year with its periods. */
export const createYear = (body: components["schemas"]["FiscalYearInput"], key: string): Promise<unknown> =>
  answer(api.POST("/api/v1/accounting/fiscal-years", { params: { header: { "Idempotency-Key": key } }, body }));

/** A year that nobody has made yet. */
export type NewYear = components["schemas"]["FiscalYearInput"];

/** The year as it would be made, with the days of its periods, or why it would be refused. */
export function useYearPreview(body: NewYear, isReady: boolean): { year: Year | undefined; problem: Problem | undefined } {
  const { data, error } = useQuery({
    queryKey: ["periods", "new-year", body],
    enabled: isReady,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const params = { query: { dryRun: true }, header: { "Idempotency-Key": newKey() } };
      const made = await answer(api.POST("/api/v1/accounting/fiscal-years", { params, body, signal }));
      return "wouldReturn" in made ? (made.wouldReturn as Year) : undefined;
    },
  });
  return { year: error ? undefined : data, problem: problemIn(error) };
}

/** Takes back a year that was made by mistake: the first or the last one, never closed, without entries and drafts. */
export const deleteYear = (year: Pick<Year, "id" | "version">, key: string): Promise<unknown> =>
  ask("DELETE", `/accounting/fiscal-years/${year.id}`, { key, version: year.version });

/** What closing a year would post. It is read only where the year is ready. */
export function useClosingPreview(
  year: string,
  retainedEarningsAccountId: string | undefined,
  isReady: boolean,
): { entries: Preview["entries"] | undefined; problem: Problem | undefined } {
  const { data, error } = useQuery({
    queryKey: ["balances", "closing", year, retainedEarningsAccountId],
    enabled: isReady,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const params = { path: { id: year }, query: { dryRun: true }, header: { "Idempotency-Key": newKey() } };
      const body = retainedEarningsAccountId ? { retainedEarningsAccountId } : {};
      return (await answer(api.POST("/api/v1/accounting/fiscal-years/{id}/close", { params, body, signal }))) as unknown as Preview;
    },
  });
  return { entries: data?.entries, problem: problemIn(error) };
}
