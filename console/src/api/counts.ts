import { useQuery } from "@tanstack/react-query";
import { answer, api } from "./client";
import { type Done, type Preview, type Sending, whatCame } from "./entryActs";
import { type Asked, type Pages, problemIn, readWhole, usePaged } from "./paged";
import type { Problem } from "./problem";
import { queries } from "./queries";
import type { components } from "./schema";

/** A count as the API has it, without its lines. */
export type Count = components["schemas"]["CountView"];
/** A line of a count. */
export type CountLine = components["schemas"]["CountLineView"];
/** A new count. */
export type CountInput = components["schemas"]["CountInput"];
/** What was found: by the number of a line, or by goods and place. */
export type Found = components["schemas"]["FoundInput"];
type CountPage = components["schemas"]["CountPage"];
type Accuracy = components["schemas"]["CountAccuracyView"];

/** The counts of a filter, page after page as they are wanted. */
export const useCounts = (asked: Asked, isReady: boolean): Pages<CountPage> => usePaged<CountPage>("stock", "/inventory/counts", asked, isReady);

/** A count, read again when something touches stock. */
export function useCount(id: string | undefined): { count: Count | undefined; problem: Problem | undefined } {
  const { data, error } = useQuery({
    queryKey: ["stock", "count", id],
    enabled: id !== undefined,
    queryFn: ({ signal }) => answer(api.GET("/api/v1/inventory/counts/{id}", { params: { path: { id: id ?? "" } }, signal })),
  });
  return { count: data, problem: problemIn(error) };
}

const linesKey = (id: string): unknown[] => ["stock", "count-lines", id];

/** All lines of a count: at most 10,000. */
export function useCountLines(id: string | undefined): { lines: CountLine[] | undefined; problem: Problem | undefined } {
  const { data, error } = useQuery({
    queryKey: linesKey(id ?? ""),
    enabled: id !== undefined,
    queryFn: ({ signal }) => readWhole<CountLine>(`/inventory/counts/${id ?? ""}/lines`, {}, signal),
  });
  return { lines: data, problem: problemIn(error) };
}

/** Records what was found. The lines and the progress that are shown become those of the answer. */
export async function recordFound(id: string, lines: Found[], key: string): Promise<CountLine[]> {
  const recorded = (await answer(
    api.POST("/api/v1/inventory/counts/{id}/lines", { params: { path: { id }, header: { "Idempotency-Key": key } }, body: { lines } }),
  )) as components["schemas"]["RecordedView"];
  const changed = new Map(recorded.data.map((line) => [line.lineNumber, line]));
  queries.setQueryData<CountLine[]>(linesKey(id), (before) => {
    if (!before) return before;
    const known = new Set(before.map((line) => line.lineNumber));
    return [...before.map((line) => changed.get(line.lineNumber) ?? line), ...recorded.data.filter((line) => !known.has(line.lineNumber))];
  });
  const { countedCount, lineCount, version } = recorded;
  queries.setQueryData<Count>(["stock", "count", id], (before) => before && { ...before, countedCount, lineCount, version });
  return recorded.data;
}

/** How right the books were, by item, warehouse or reason. */
export function useAccuracy(asked: Asked, isReady: boolean): { view: Accuracy | undefined; problem: Problem | undefined } {
  const { data, error } = useQuery({
    queryKey: ["stock", "count-accuracy", asked],
    enabled: isReady,
    queryFn: ({ signal }) => answer(api.GET("/api/v1/inventory/counts/accuracy", { params: { query: asked as { by?: "item" } }, signal })),
    placeholderData: (before) => before,
  });
  return { view: data as Accuracy | undefined, problem: problemIn(error) };
}

/** Opens a count. */
export const openCount = (body: CountInput, key: string): Promise<Count> =>
  answer(api.POST("/api/v1/inventory/counts", { params: { header: { "Idempotency-Key": key } }, body })).then((count) => count as Count);

/** What is done to a count without anything to say about it. */
export type PlainCountAct = "approve" | "post" | "acknowledge-overruns";

const headers = ({ version, key }: Sending): { "If-Match": string; "Idempotency-Key": string } => ({
  "If-Match": `"${version}"`,
  "Idempotency-Key": key,
});

/** Approves or posts a count, or confirms that changes to its past were looked at. */
export function actOnCount(act: PlainCountAct, sending: Sending): Promise<Done> {
  const path = `/api/v1/inventory/counts/{id}/${act}` as "/api/v1/inventory/counts/{id}/post";
  return whatCame(api.POST(path, { params: { path: { id: sending.id }, header: headers(sending) } }));
}

/** The counting is over. */
export function submitCount(sending: Sending, uncountedAsZero: boolean): Promise<Done> {
  const params = { path: { id: sending.id }, header: headers(sending) };
  return whatCame(api.POST("/api/v1/inventory/counts/{id}/submit", { params, body: uncountedAsZero ? { uncountedAsZero } : {} }));
}

/** Returns a count for recounting, or gives it up; both say why. */
export function endCount(act: "send-back" | "cancel", sending: Sending, reason: string): Promise<Done> {
  const params = { path: { id: sending.id }, header: headers(sending) };
  const path = `/api/v1/inventory/counts/{id}/${act}` as "/api/v1/inventory/counts/{id}/cancel";
  return whatCame(api.POST(path, { params, body: { reason } }));
}

/** What posting the differences would do; a refusal is thrown. */
export async function previewCount(id: string, version: number, signal: AbortSignal): Promise<Preview> {
  const params = { path: { id }, query: { dryRun: true }, header: { "If-Match": `"${version}"` } };
  const asked = { headers: { Accept: "application/vnd.countinghouse.preview+json, application/problem+json" }, signal };
  return (await answer(api.POST("/api/v1/inventory/counts/{id}/post", { params, ...asked }) as Promise<{ data?: unknown; error?: unknown; response: Response }>)) as Preview;
}

/** Where a state stands in the margin, in a word and in a chip. */
export function countState(count: Pick<Count, "status" | "needsApproval" | "movementStatus">): {
  kind: "draft" | "waits" | "posted" | "voided";
  word: string;
  margin: "draft" | "waits" | "voided" | undefined;
} {
  switch (count.status) {
    case "open":
      return { kind: "draft", word: "being counted", margin: "draft" };
    case "submitted":
      return count.needsApproval ? { kind: "waits", word: "waits for approval", margin: "waits" } : { kind: "waits", word: "to be posted", margin: "waits" };
    case "approved":
      return { kind: "waits", word: "approved, to be posted", margin: "waits" };
    case "cancelled":
      return { kind: "voided", word: "given up", margin: "voided" };
    default:
      return count.movementStatus === "voided" ? { kind: "voided", word: "posted, then voided", margin: "voided" } : { kind: "posted", word: "posted", margin: undefined };
  }
}

/** How a count is called in a sentence. */
export const calledCount = (count: Pick<Count, "reference" | "description" | "warehouseCode">): string =>
  `Count ${count.reference ?? (count.description ? `“${count.description}”` : `of ${count.warehouseCode ?? "a warehouse"}`)}`;
