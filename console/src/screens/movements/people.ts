// Who did what with a movement, in the order of the acts.

import type { Movement } from "../../api/movements";
import type { Act } from "../entry/people";

const MINUTE_MS = 60_000;

/** The acts that made the movement what it is. What was written and posted in one is told once. */
export function actsOf(movement: Movement, name: (id: string | null | undefined) => string | undefined): Act[] {
  const acts: Act[] = [];
  const isAtOnce =
    movement.postedAt !== null &&
    movement.postedBy === movement.createdBy &&
    Math.abs(Date.parse(movement.postedAt) - Date.parse(movement.createdAt)) < MINUTE_MS;
  if (!isAtOnce) acts.push({ verb: "written", by: name(movement.createdBy), at: movement.createdAt });
  const isDraft = movement.status === "draft";
  if (isDraft && movement.rejectedAt) {
    acts.push({ verb: "rejected", by: name(movement.rejectedBy), at: movement.rejectedAt, reason: movement.rejectionReason ?? undefined });
  }
  if (isDraft && movement.version > 1 && !movement.rejectedAt) {
    acts.push({ verb: "changed", by: name(movement.updatedBy), at: movement.updatedAt });
  }
  if (movement.submittedAt) acts.push({ verb: "submitted", by: name(movement.submittedBy), at: movement.submittedAt });
  if (movement.approvedAt) acts.push({ verb: "approved", by: name(movement.approvedBy), at: movement.approvedAt });
  // Approval posts: the same person at the same instant.
  if (movement.postedAt && !movement.approvedAt) acts.push({ verb: "posted", by: name(movement.postedBy), at: movement.postedAt });
  if (movement.voidedAt) {
    acts.push({ verb: "voided", by: name(movement.voidedBy), at: movement.voidedAt, reason: movement.voidReason ?? undefined });
  }
  return acts;
}
