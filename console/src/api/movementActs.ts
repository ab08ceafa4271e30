import { answer, api } from "./client";
import { type Done, type Preview, type Sending, whatCame } from "./entryActs";
import type { components } from "./schema";

/** What is done to a movement without anything to say about it. */
export type PlainMovementAct = "post" | "submit" | "withdraw" | "approve";

/** What would come of writing or doing something with a movement. */
export type MovementPreview = components["schemas"]["MovementPreview"];
/** Goods that arrived. */
export type Arrived = components["schemas"]["ArrivedInput"];

const headers = ({ version, key }: Sending): { "If-Match": string; "Idempotency-Key": string } => ({
  "If-Match": `"${version}"`,
  "Idempotency-Key": key,
});

const PREVIEW = { Accept: "application/vnd.countinghouse.preview+json, application/problem+json" };

interface Answered {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** Posts, submits, withdraws or approves the version that was looked at. */
export function actOnMovement(act: PlainMovementAct, sending: Sending): Promise<Done> {
  // The four have the same form; the path stands for them.
  const path = `/api/v1/inventory/movements/{id}/${act}` as "/api/v1/inventory/movements/{id}/post";
  return whatCame(api.POST(path, { params: { path: { id: sending.id }, header: headers(sending) } }));
}

/** Sends a movement back to who prepared it. */
export function rejectMovement(sending: Sending, reason: string): Promise<Done> {
  const params = { path: { id: sending.id }, header: headers(sending) };
  return whatCame(api.POST("/api/v1/inventory/movements/{id}/reject", { params, body: { reason } }));
}

/** Deletes a draft, also while the page is being left. */
export function deleteMovementDraft(sending: Sending): Promise<Done> {
  const params = { path: { id: sending.id }, header: headers(sending) };
  return whatCame(api.DELETE("/api/v1/inventory/movements/{id}", { params, keepalive: true }));
}

/** Voids a movement. */
export function voidMovement(sending: Sending, reason: string, releaseReservations: boolean): Promise<Done> {
  const params = { path: { id: sending.id }, header: headers(sending) };
  const body = { reason, ...(releaseReservations && { releaseReservations }) };
  return whatCame(api.POST("/api/v1/inventory/movements/{id}/void", { params, body }));
}

/** What would come of voiding it; a refusal is thrown. */
export function previewVoid(id: string, version: number, signal: AbortSignal): Promise<Preview> {
  const params = { path: { id }, query: { dryRun: true }, header: { "If-Match": `"${version}"` } };
  return previewed(api.POST("/api/v1/inventory/movements/{id}/void", { params, body: { reason: "preview" }, headers: PREVIEW, signal }));
}

/** What would come of posting or approving the draft as it is stored; a refusal is thrown. */
export function previewPosting(act: "post" | "approve", id: string, version: number, signal: AbortSignal): Promise<MovementPreview> {
  const params = { path: { id }, query: { dryRun: true }, header: { "If-Match": `"${version}"` } };
  const path = `/api/v1/inventory/movements/{id}/${act}` as "/api/v1/inventory/movements/{id}/post";
  return previewed(api.POST(path, { params, headers: PREVIEW, signal }));
}

/** What is said when goods of a transfer arrive. */
export type Arrival = components["schemas"]["ReceiveInput"];

/** Receives goods of a transfer; answers the receipt. */
export async function receiveTransfer(id: string, body: Arrival, key: string): Promise<Done> {
  const params = { path: { id }, header: { "Idempotency-Key": key } };
  return whatCame(api.POST("/api/v1/inventory/movements/{id}/receive", { params, body }));
}

/** What would come of receiving them; a refusal is thrown. */
export function previewArrival(id: string, body: Arrival, signal: AbortSignal): Promise<MovementPreview> {
  const params = { path: { id }, query: { dryRun: true } };
  return previewed(api.POST("/api/v1/inventory/movements/{id}/receive", { params, body, headers: PREVIEW, signal }));
}

/** Why goods in transit will not come, and since when. */
export type Loss = components["schemas"]["CloseTransferInput"];

/** Gives up the goods of a transfer that are still in transit. */
export async function closeTransfer(id: string, body: Loss, key: string): Promise<Done> {
  const params = { path: { id }, header: { "Idempotency-Key": key } };
  return whatCame(api.POST("/api/v1/inventory/movements/{id}/close", { params, body }));
}

/** What would come of giving them up; a refusal is thrown. */
export function previewLoss(id: string, body: Loss, signal: AbortSignal): Promise<MovementPreview> {
  const params = { path: { id }, query: { dryRun: true } };
  return previewed(api.POST("/api/v1/inventory/movements/{id}/close", { params, body, headers: PREVIEW, signal }));
}

async function previewed<P>(call: Promise<Answered>): Promise<P> {
  return (await answer(call)) as P;
}
