// What became of a change of controls, in a sentence.

import type { ControlChange } from "../../../api/controls";
import type { ChipKind } from "../../../parts/Chip";
import { formatDay } from "../../../text/calendar";

/** How each state is shown. */
export const STATES: Record<ControlChange["status"], [ChipKind, string]> = {
  proposed: ["waits", "waits"],
  made: ["open", "made"],
  rejected: ["voided", "rejected"],
  withdrawn: ["voided", "withdrawn"],
  expired: ["voided", "time over"],
};

/** Who decided it and how, or until when it waits. */
export function outcomeOf(change: ControlChange, naming: (id: string | null) => string): string {
  switch (change.status) {
    case "proposed":
      return `It waits for a second person${change.expiresAt ? `, until ${formatDay(change.expiresAt.slice(0, 10))}` : ""}.`;
    case "made":
      return change.decidedBy ? `Approved by ${naming(change.decidedBy)}.` : "Made by one person alone.";
    case "rejected":
      return `Rejected by ${naming(change.decidedBy)}: ${change.reason ?? "without a reason"}.`;
    case "withdrawn":
      return `Withdrawn by ${naming(change.decidedBy)}.`;
    default:
      return "Nobody decided it in time, so nothing changed.";
  }
}
