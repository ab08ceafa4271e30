// What can be done with a count, by its state and the rights of the caller: never allowed is absent, not now says why.

import type { Count } from "../../api/counts";
import type { Permission } from "../../api/session";

/** Everything that can be done with a count. */
export type CountDeed = "submit" | "approve" | "post" | "sendBack" | "cancel" | "acknowledge";

/** Something that the caller can do with the count, now or not now. */
export interface CountDoing {
  deed: CountDeed;
  title: string;
  keys?: string;
  explains: string;
  disabled?: string | undefined;
}

/** Who looks at the count. */
export interface CountLooker {
  may: (permission: Permission) => boolean;
  id: string;
  duties?: { approverNotPreparer: boolean } | undefined;
}

/** What the caller can do with the count, the most likely first. */
export function countDoings(count: Count, { may, id, duties }: CountLooker): CountDoing[] {
  const list: CountDoing[] = [];
  const approves = may("counts:approve");
  const isOver = count.status === "submitted" || count.status === "approved";
  if (count.status === "open" && may("counts:record")) {
    list.push({ deed: "submit", title: "Submit the count", keys: "mod+enter", explains: "The counting is over: the differences are looked at next." });
  }
  if (count.status === "submitted" && count.needsApproval && approves) {
    const disabled = duties?.approverNotPreparer && count.countedBy.includes(id) ? "You counted it; here another person must approve." : undefined;
    list.push({ deed: "approve", title: "Approve", keys: "a", explains: "The differences are right: they can be posted.", disabled });
  }
  if (isOver && approves) {
    const disabled = count.status === "submitted" && count.needsApproval ? "It waits for approval first." : undefined;
    list.push({ deed: "post", title: "Post the differences", keys: "mod+enter", explains: "Sets the stock right and posts the entry, after you have seen both.", disabled });
    list.push({ deed: "sendBack", title: "Count again", keys: "r", explains: "Opens it again with your reason; mark the lines that are doubtful." });
  }
  if (count.status === "posted" && count.openOverruns > 0 && approves) {
    list.push({ deed: "acknowledge", title: "I have looked at it", explains: "Movements that were entered later changed what was counted. Nothing else changes." });
  }
  if ((count.status === "open" || isOver) && approves) {
    list.push({ deed: "cancel", title: "Give the count up", explains: "Nothing is posted; another count can have these goods." });
  }
  return list;
}
