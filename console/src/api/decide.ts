import { api } from "./client";
import { decideControl } from "./controls";
import { type Sending, actOn, rejectEntry, whatCame } from "./entryActs";
import type { InboxItem } from "./inbox";

const header = ({ version, key }: Sending): { "If-Match": string; "Idempotency-Key": string } => ({
  "If-Match": `"${version}"`,
  "Idempotency-Key": key,
});

/** Approves what waits, in the version that was looked at. */
export async function approve(kind: InboxItem["kind"], sending: Sending): Promise<void> {
  if (kind === "entry") {
    await actOn("approve", sending);
    return;
  }
  if (kind === "control") {
    await decideControl("approve", sending);
    return;
  }
  const params = { path: { id: sending.id }, header: header(sending) };
  await whatCame(
    kind === "movement"
      ? api.POST("/api/v1/inventory/movements/{id}/approve", { params })
      : api.POST("/api/v1/inventory/counts/{id}/approve", { params }),
  );
}

/** Sends what waits back, with a reason. */
export async function reject(kind: InboxItem["kind"], sending: Sending, reason: string): Promise<void> {
  if (kind === "entry") {
    await rejectEntry(sending, reason);
    return;
  }
  if (kind === "control") {
    await decideControl("reject", sending, reason);
    return;
  }
  const params = { path: { id: sending.id }, header: header(sending) };
  await whatCame(
    kind === "movement"
      ? api.POST("/api/v1/inventory/movements/{id}/reject", { params, body: { reason } })
      : api.POST("/api/v1/inventory/counts/{id}/send-back", { params, body: { reason } }),
  );
}
