import { useQuery } from "@tanstack/react-query";
import { formatDay } from "../text/day";
import { answer, api } from "./client";
import type { components } from "./schema";
import { may } from "./session";

/** A period as the API has it. */
export type Period = components["schemas"]["PeriodView"];

/** All periods of the books, oldest first. */
export function usePeriods(): Period[] | undefined {
  const { data } = useQuery({
    queryKey: ["periods"],
    enabled: may("periods:read"),
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => {
      const all: Period[] = [];
      let cursor: string | undefined;
      do {
        const query = { limit: 200, ...(cursor ? { cursor } : {}) };
        const page = await answer(api.GET("/api/v1/accounting/periods", { params: { query }, signal }));
        all.push(...page.data);
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      return all.toSorted((one, other) => one.startDate.localeCompare(other.startDate));
    },
  });
  return data;
}

/** The period that people work in: that of today, else the last one that has begun, else the first. */
export function presentPeriod(periods: Period[], today: string): Period | undefined {
  const regular = periods.filter((period) => period.kind === "standard");
  return (
    regular.find((period) => period.startDate <= today && today <= period.endDate) ??
    regular.findLast((period) => period.startDate <= today) ??
    regular[0]
  );
}

/** The day on which a new entry is first thought to be: today where the books have it, else the last day that they have. */
export function likelyDay(periods: Period[] | undefined, today: string): string {
  const period = presentPeriod(periods ?? [], today);
  if (!period || (period.startDate <= today && today <= period.endDate)) return today;
  return period.endDate;
}

/** How a period is called: a month by its name, others as they are called in the books. */
export function periodName(period: Pick<Period, "name" | "startDate">): string {
  if (!/^\d{4}-\d{2}$/.test(period.name)) return period.name;
  return formatDay(`${period.name}-01`, "month");
}
