// Who did what with an entry, in the order of the acts.

import type { Entry } from "../../api/entries";

/** One act: the verb in the past, who, when, and what they said. */
export interface Act {
  verb: string;
  /** The name; absent where the caller may not know it. */
  by: string | undefined;
  at: string;
  reason?: string | undefined;
}

/** Names of people: "you", or as the answer tells them; none where they were erased. */
export function naming(me: string): (id: string | null | undefined, told?: string | null) => string | undefined {
  return (id, told) => (!id ? undefined : id === me ? "you" : (told ?? undefined));
}

const MINUTE_MS = 60_000;

/** The acts that made the entry what it is. What was written and posted in one is told once. */
export function actsOf(entry: Entry, name: ReturnType<typeof naming>): Act[] {
  const acts: Act[] = [];
  const isAtOnce =
    entry.postedAt !== null &&
    entry.postedBy === entry.createdBy &&
    Math.abs(Date.parse(entry.postedAt) - Date.parse(entry.createdAt)) < MINUTE_MS;
  if (!isAtOnce) acts.push({ verb: "written", by: name(entry.createdBy, entry.createdByName), at: entry.createdAt });
  const isDraft = entry.status === "draft";
  if (isDraft && entry.rejectedAt) {
    const by = name(entry.rejectedBy, entry.rejectedByName);
    acts.push({ verb: "rejected", by, at: entry.rejectedAt, reason: entry.rejectionReason ?? undefined });
  }
  if (isDraft && entry.version > 1 && !entry.rejectedAt) {
    acts.push({ verb: "changed", by: name(entry.updatedBy, entry.updatedByName), at: entry.updatedAt });
  }
  if (entry.submittedAt) acts.push({ verb: "submitted", by: name(entry.submittedBy, entry.submittedByName), at: entry.submittedAt });
  if (entry.approvedAt) acts.push({ verb: "approved", by: name(entry.approvedBy, entry.approvedByName), at: entry.approvedAt });
  // Approval posts: the same person at the same instant.
  if (entry.postedAt && !entry.approvedAt) {
    acts.push({ verb: "posted", by: name(entry.postedBy, entry.postedByName), at: entry.postedAt });
  }
  if (entry.voidedAt) {
    const by = name(entry.voidedBy, entry.voidedByName);
    acts.push({ verb: "voided", by, at: entry.voidedAt, reason: entry.voidReason ?? undefined });
  }
  return acts;
}
