import { useQuery } from "@tanstack/react-query";
import { answer, api } from "./client";
import { asProblem, type Problem } from "./problem";
import type { components } from "./schema";

/** A change of a record with its fields before and after; these are null where the caller may not read the record. */
export type RecordChange = components["schemas"]["ChangeView"];

const MOST = 100;

/** What happened to a record, newest first: whoever may read the record may read it. */
export function useChanges(subject: string | undefined): { rows: RecordChange[] | undefined; problem: Problem | undefined } {
  const { data, error } = useQuery({
    // Below "entries", so that whatever touches entries reads it again.
    queryKey: ["entries", "changes", subject],
    enabled: subject !== undefined,
    queryFn: async ({ signal }) => {
      const query = { subject: subject ?? "", limit: MOST };
      return (await answer(api.GET("/api/v1/audit/changes", { params: { query }, signal }))).data;
    },
  });
  return { rows: data, problem: error ? asProblem(error) : undefined };
}
