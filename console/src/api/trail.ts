import { useQuery } from "@tanstack/react-query";
import { answer, api } from "./client";
import { asProblem, Problem } from "./problem";
import type { components } from "./schema";
import { may } from "./session";

/** An event of a record's history. */
export type TrailRow = components["schemas"]["AuditTrailRow"];

const MOST = 200;

/** What happened to a record, oldest first, for those who may read the audit trail. */
export function useTrail(subject: string | undefined): { rows: TrailRow[] | undefined; problem: Problem | undefined } {
  const { data, error } = useQuery({
    // Below "entries", so that whatever touches entries reads it again.
    queryKey: ["entries", "trail", subject],
    enabled: subject !== undefined && may("audit:read"),
    queryFn: async ({ signal }) => {
      const query = { subject: subject ?? "", limit: MOST };
      const report = await answer(api.GET("/api/v1/accounting/reports/audit-trail", { params: { query }, signal }));
      // `format=csv` and the like would be text; nothing asks for it here.
      return (report as components["schemas"]["AuditTrailView"]).data;
    },
  });
  return { rows: data, problem: error ? asProblem(error) : undefined };
}
