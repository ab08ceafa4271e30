import { useQuery } from "@tanstack/react-query";
import { answer, api } from "./client";
import { asProblem, type Problem } from "./problem";
import type { components } from "./schema";

/** A line of an account's statement. */
export type MoveLine = components["schemas"]["StatementRow"];

const PAGE = 200;
const MOST_PAGES = 15;

/** Days of which lines are read. */
interface Days {
  from: string;
  to: string;
}

/** What is asked of a statement besides its days, by the API's names. */
export type MoveFilter = Record<string, string>;

async function read(accountId: string, { from, to }: Days, filter: MoveFilter, signal: AbortSignal): Promise<{ lines: MoveLine[]; isWhole: boolean }> {
  const lines: MoveLine[] = [];
  let cursor: string | undefined;
  for (let at = 0; at < MOST_PAGES; at += 1) {
    const query = { ...filter, dateFrom: from, dateTo: to, limit: PAGE, ...(cursor && { cursor }) };
    const page = await answer(api.GET("/api/v1/accounting/accounts/{id}/statement", { params: { path: { id: accountId }, query: query as never }, signal }));
    lines.push(...page.data);
    if (!page.nextCursor) return { lines, isWhole: true };
    cursor = page.nextCursor;
  }
  return { lines, isWhole: false };
}

/** The lines of an account in some days and, to compare, in others. Of very many only the first are read, which it says. */
export function useMoves(
  accountId: string | undefined,
  spans: { now: Days; before?: Days | undefined },
  filter: MoveFilter,
): { now: MoveLine[]; before: MoveLine[]; isWhole: boolean; isLoading: boolean; problem: Problem | undefined } {
  const { data, error, isLoading } = useQuery({
    queryKey: ["balances", "moves", accountId, spans, filter],
    enabled: accountId !== undefined,
    queryFn: async ({ signal }) => {
      const now = await read(accountId ?? "", spans.now, filter, signal);
      const before = spans.before ? await read(accountId ?? "", spans.before, filter, signal) : { lines: [], isWhole: true };
      return { now: now.lines, before: before.lines, isWhole: now.isWhole && before.isWhole };
    },
  });
  return { now: data?.now ?? [], before: data?.before ?? [], isWhole: data?.isWhole ?? true, isLoading, problem: error ? asProblem(error) : undefined };
}
