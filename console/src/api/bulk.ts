import { answer, api } from "./client";
import { newKey } from "./key";
import { type Problem, asProblem, problemOf } from "./problem";
import type { components } from "./schema";

/** What can be done to several documents at once. */
export type BulkAction = components["schemas"]["BulkAction"];

/** What bulk actions are done to, and where. */
export type BulkNoun = "accounting/journal-entries" | "inventory/movements";

/** What became of one document: it was done, or why not. */
export interface Outcome {
  id: string;
  problem: Problem | undefined;
}

/** Documents of a request: so many take less than a second, and progress is seen. */
const AT_ONCE = 100;

/**
 * Does the same to each of them, in the version that was looked at and in their order. One that is refused does not keep the
 * others. Where the whole is refused, as without the right, so is each.
 */
export async function actOnAll(
  noun: BulkNoun,
  action: BulkAction,
  rows: ReadonlyArray<{ id: string; version: number }>,
  onProgress: (done: number) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    onProgress(at);
    const items = rows.slice(at, at + AT_ONCE).map(({ id, version }) => ({ id, version }));
    // Both have the same form; the path stands for them.
    const path = `/api/v1/${noun}/actions` as "/api/v1/accounting/journal-entries/actions";
    try {
      const params = { header: { "Idempotency-Key": newKey() } };
      const { results } = (await answer(api.POST(path, { params, body: { action, items } }))) as components["schemas"]["BatchResults"];
      outcomes.push(
        ...items.map(({ id }, index) => {
          const result = results.find((one) => one.index === index);
          return { id, problem: result?.problem ? problemOf(result.status, result.problem) : undefined };
        }),
      );
    } catch (error) {
      const problem = asProblem(error);
      outcomes.push(...items.map(({ id }) => ({ id, problem })));
    }
  }
  return outcomes;
}
