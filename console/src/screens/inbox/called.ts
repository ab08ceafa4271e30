import type { InboxCounts, InboxItem } from "../../api/inbox";
import { ALL_KINDS, kindTitle } from "../../api/movementKinds";
import type { ChipKind } from "../../parts/Chip";

/** How each reason is called on a row and as a part of the inbox. */
export const GROUPS: Record<keyof InboxCounts, { kind: ChipKind; word: string; part: string }> = {
  approve: { kind: "waits", word: "to approve", part: "To approve" },
  rejected: { kind: "fault", word: "rejected", part: "Came back" },
  reversal: { kind: "fault", word: "reversal due", part: "Reversals due" },
  cost: { kind: "waits", word: "cost wanted", part: "Costs wanted" },
  draft: { kind: "draft", word: "draft", part: "Drafts" },
  submitted: { kind: "open", word: "with others", part: "With others" },
};

const KINDS: readonly string[] = ALL_KINDS;

/** What is written on it; that of goods without a text is their kind. */
export function titleOf({ kind, title }: Pick<InboxItem, "kind" | "title">): string {
  if (kind === "movement" && KINDS.includes(title)) return kindTitle(title);
  if (title !== "") return title;
  return kind === "count" ? "Count" : "";
}
