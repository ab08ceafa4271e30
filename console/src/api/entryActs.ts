import { api } from "./client";
import { problemOf } from "./problem";
import type { components } from "./schema";

/** What would come of an act. */
export type Preview = components["schemas"]["Preview"];

/** What is done to an entry without anything to say about it. */
export type PlainAct = "post" | "submit" | "withdraw" | "approve";

/** What takes back an entry, with its reason. */
export type TakeBack = { kind: "void" } | { kind: "reverse"; date: string };

/** Which version was looked at, and the key under which the act is done once. */
export interface Sending {
  id: string;
  version: number;
  key: string;
}

/** What came of an act: the entry that it made beside, and what it was where that may surprise. */
export interface Done {
  /** The id of the mirror, the reversal or whatever was made. */
  made: string | undefined;
  /** `reversed` where a void came too late, and the books reverse then. */
  effect: string | undefined;
}

interface Answered {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** What came of a call; a refusal is thrown. */
export async function whatCame(call: Promise<Answered>): Promise<Done> {
  const { error, response } = await call;
  if (!response.ok) throw problemOf(response.status, error);
  const location = response.headers.get("Location");
  return { made: location?.split("/").at(-1), effect: response.headers.get("Void-Effect") ?? undefined };
}

const headers = ({ version, key }: Sending): { "If-Match": string; "Idempotency-Key": string } => ({
  "If-Match": `"${version}"`,
  "Idempotency-Key": key,
});

/** Posts, submits, withdraws or approves the version that was looked at. */
export function actOn(act: PlainAct, sending: Sending): Promise<Done> {
  // The four have the same form; the path stands for them.
  const path = `/api/v1/accounting/journal-entries/{id}/${act}` as "/api/v1/accounting/journal-entries/{id}/post";
  return whatCame(api.POST(path, { params: { path: { id: sending.id }, header: headers(sending) } }));
}

/** Sends an entry back to who prepared it. */
export function rejectEntry(sending: Sending, reason: string): Promise<Done> {
  const params = { path: { id: sending.id }, header: headers(sending) };
  return whatCame(api.POST("/api/v1/accounting/journal-entries/{id}/reject", { params, body: { reason } }));
}

/** Deletes a draft, also while the page is being left. */
export function deleteDraft(sending: Sending): Promise<Done> {
  const params = { path: { id: sending.id }, header: headers(sending) };
  return whatCame(api.DELETE("/api/v1/accounting/journal-entries/{id}", { params, keepalive: true }));
}

/** Voids or reverses an entry. */
export function takeBack(act: TakeBack, sending: Sending, reason: string): Promise<Done> {
  const params = { path: { id: sending.id }, header: headers(sending) };
  if (act.kind === "void") {
    return whatCame(api.POST("/api/v1/accounting/journal-entries/{id}/void", { params, body: { reason } }));
  }
  const body = { date: act.date, reason };
  return whatCame(api.POST("/api/v1/accounting/journal-entries/{id}/reverse", { params, body }));
}

/** What would come of voiding or reversing it; a refusal is thrown. */
export async function previewTakeBack(act: TakeBack, id: string, version: number, signal: AbortSignal): Promise<Preview> {
  const params = { path: { id }, query: { dryRun: true }, header: { "If-Match": `"${version}"` } };
  // The reason is still being written, and changes nothing of what is shown.
  const reason = "preview";
  const call: Promise<Answered> =
    act.kind === "void"
      ? api.POST("/api/v1/accounting/journal-entries/{id}/void", { params, body: { reason }, signal })
      : api.POST("/api/v1/accounting/journal-entries/{id}/reverse", { params, body: { date: act.date, reason }, signal });
  const { data, error, response } = await call;
  if (!response.ok) throw problemOf(response.status, error);
  return data as Preview;
}
