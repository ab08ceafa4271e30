// What an answer means for the operation that was sent.

import type { Operation, Refused } from "./operation";

/** An answer, as far as it matters here. */
export interface Answer {
  status: number;
  body: unknown;
  /** The address of what was made. */
  location: string | null;
  /** Seconds that the service asks to wait. */
  retryAfter: string | null;
}

/** What became of it. */
export type Outcome =
  | { kind: "done"; madeId?: string; madeStatus?: string }
  /** It cannot be now: the same again, with the same key. */
  | { kind: "again"; afterMs: number | undefined }
  | { kind: "signIn" }
  /** The session acts for other books than those of the operation. */
  | { kind: "elsewhere" }
  | { kind: "refused"; refused: Refused };

const LATER = new Set([408, 425, 429]);

function field(of: unknown, name: string): unknown {
  return typeof of === "object" && of !== null ? (of as Record<string, unknown>)[name] : undefined;
}
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** What this answer to this operation means. */
export function outcomeOf(answer: Answer, operation: Pick<Operation, "externalId" | "body">): Outcome {
  const code = text(field(answer.body, "code"));
  if (answer.status >= 200 && answer.status < 300) {
    const madeId = text(field(answer.body, "id")) || (answer.location?.split("/").at(-1) ?? "");
    const madeStatus = text(field(answer.body, "status"));
    return { kind: "done", ...(madeId !== "" && { madeId }), ...(madeStatus !== "" && { madeStatus }) };
  }
  if (answer.status === 401) return { kind: "signIn" };
  if (answer.status === 409 && code === "organization_mismatch") return { kind: "elsewhere" };
  // Its key was forgotten since: what was sent then is there, under the id that only this operation has.
  if (answer.status === 409 && code === "duplicate_external_id" && operation.body["externalId"] === operation.externalId) {
    return { kind: "done", madeId: text(field(field(answer.body, "context"), "id")) };
  }
  if (answer.status >= 500 || LATER.has(answer.status)) {
    const seconds = Number(answer.retryAfter ?? "");
    return { kind: "again", afterMs: seconds > 0 ? Math.min(seconds, 60) * 1000 : undefined };
  }
  const itemId = text(field(field(answer.body, "context"), "itemId"));
  return {
    kind: "refused",
    refused: {
      status: answer.status,
      code: code || "refused",
      title: text(field(answer.body, "title")) || "Refused",
      detail: text(field(answer.body, "detail")) || `The service answered with ${answer.status}.`,
      requestId: text(field(answer.body, "requestId")),
      faults: faultsOf(answer.body),
      ...(itemId !== "" && { itemId }),
    },
  };
}

/** Each fault in words; none where there is one alone, which the detail says. */
function faultsOf(body: unknown): string[] {
  const errors = field(body, "errors");
  const told = Array.isArray(errors) ? errors.map((error) => text(field(error, "message"))).filter((message) => message !== "") : [];
  return told.length > 1 ? [...new Set(told)] : [];
}

/** A way out of a refusal, as a button. */
export interface Way {
  act: "again" | "now" | "draft" | "reopen" | "discard" | "drop-submit";
  title: string;
}

/** The ways out of a refused operation, the likeliest first. The machine takes none by itself, and changes no quantity. */
export function waysOf(operation: Pick<Operation, "job" | "refused" | "madeId">): Way[] {
  const again: Way = { act: "again", title: "Send it again as it is" };
  const reopen: Way = { act: "reopen", title: "Open it again to change it" };
  const discard: Way = { act: "discard", title: "Throw it away" };
  if (operation.madeId !== undefined) return [again, { act: "drop-submit", title: "Leave it as a draft" }];
  switch (operation.refused?.code) {
    case "cost_required":
      return operation.job === "receive"
        ? [{ act: "draft", title: "Keep it as a draft until the cost is known" }, again, reopen, discard]
        : [again, reopen, discard];
    case "occurred_in_future":
    case "period_closed":
    case "period_missing":
    case "no_period":
      return [{ act: "now", title: "Send it as of now" }, again, reopen, discard];
    case "insufficient_stock":
    case "stock_not_available":
    case "bin_not_allowed":
      return [again, reopen, discard];
    default:
      return [again, reopen, discard];
  }
}
