// What can be done with a movement, by its state and the rights of the caller: never allowed is absent, not now says why.

import { KINDS } from "../../api/movementKinds";
import type { Movement, MovementRow } from "../../api/movements";
import type { Permission } from "../../api/session";
import { absolute, addAmounts, compare, isZero, subtract } from "../../text/number";

/** Everything that can be done with a movement. */
export type MovementDeed =
  | "post"
  | "approve"
  | "reject"
  | "submit"
  | "withdraw"
  | "edit"
  | "addCosts"
  | "receive"
  | "putAway"
  | "close"
  | "takeBack"
  | "invoice"
  | "addCost"
  | "void"
  | "copy"
  | "delete";

/** Something that the caller can do with the movement, now or not now. */
export interface MovementDoing {
  deed: MovementDeed;
  /** As on its button. */
  title: string;
  keys?: string;
  /** One sentence that explains it. */
  explains: string;
  /** Why it cannot be done now. */
  disabled?: string | undefined;
}

/** Who looks at the movement. */
export interface MovementLooker {
  may: (permission: Permission) => boolean;
  id: string;
  duties?: { approverNotPreparer: boolean; voiderNotPoster: boolean } | undefined;
  /** Whether receipts are posted before their costs are known. */
  receiptsWithoutCost?: string | undefined;
  /** Whether its goods lie in a warehouse with bins. */
  hasBins?: boolean | undefined;
}

/** Goods of a line of a transfer that are still on their way. */
export interface OnTheWay {
  lineNumber: number;
  sku: string;
  name: string;
  quantity: string;
}

/** What of a transfer in two steps has neither arrived nor been given up, line by line. */
export function onTheWay(movement: Movement, followers: readonly Pick<MovementRow, "status" | "lines">[]): OnTheWay[] {
  if (movement.kind !== "transfer" || movement.mode !== "twoStep" || movement.status !== "posted") return [];
  const ended = followers.filter((one) => one.status === "posted").flatMap((one) => one.lines ?? []);
  return movement.lines.flatMap((line) => {
    const gone = ended.filter((one) => one.ofLine === line.lineNumber).map((one) => absolute(one.ofQuantity ?? one.quantity));
    const rest = subtract(absolute(line.quantity), addAmounts(gone));
    if (isZero(rest) || compare(rest, "0") < 0) return [];
    return [{ lineNumber: line.lineNumber, sku: line.sku, name: line.itemName ?? "", quantity: rest }];
  });
}

/** What the caller can do with the movement, the most likely first. `rest` is what of a transfer is still on its way. */
export function movementDoings(movement: Movement, looker: MovementLooker, rest: readonly OnTheWay[]): MovementDoing[] {
  const list: MovementDoing[] = [];
  const { may } = looker;
  if (movement.status === "pendingApproval") list.push(...waiting(movement, looker));
  if (movement.status === "draft") list.push(...drafted(movement, looker));
  if (movement.status === "posted") list.push(...onward(movement, looker, rest));
  if (movement.status === "posted" || movement.status === "voided") list.push(...undoing(movement, looker));
  if (KINDS[movement.kind].isWritten && (may("movements:draft") || may(KINDS[movement.kind].needs))) {
    list.push({ deed: "copy", title: "Copy", explains: "Begins a new movement with these lines." });
  }
  if (movement.status === "draft" && may("movements:draft")) {
    list.push({ deed: "delete", title: "Delete the draft", explains: "Takes the draft away; you have ten seconds to undo that." });
  }
  return list;
}

/** Whether it cannot be posted before somebody adds costs. Who does not see costs cannot tell, and hands it on. */
function lacksCosts(movement: Movement, { may, receiptsWithoutCost }: MovementLooker): boolean {
  if (movement.kind !== "receipt" || receiptsWithoutCost !== "refuse") return false;
  return !may("costs:read") || movement.lines.some((line) => line.totalCost === null && line.ofMovementId === null);
}

const ADD_COSTS: MovementDoing = { deed: "addCosts", title: "Add costs", keys: "e", explains: "Opens it to say what the goods cost; then it can be posted." };

function drafted(movement: Movement, looker: MovementLooker): MovementDoing[] {
  const list: MovementDoing[] = [];
  const { may } = looker;
  if (lacksCosts(movement, looker)) {
    if (!may("movements:draft")) return list;
    const edit: MovementDoing = { deed: "edit", title: "Edit", keys: "e", explains: "Opens the draft to change it." };
    if (may("costs:read")) return [ADD_COSTS, { deed: "submit", title: "Submit", explains: "Hands it to whoever adds the costs and posts it." }];
    return [{ deed: "submit", title: "Submit", keys: "mod+enter", explains: "Hands it to the office, which adds the costs and posts it." }, edit];
  }
  if (may(KINDS[movement.kind].needs)) {
    list.push({ deed: "post", title: "Post", keys: "mod+enter", explains: "Moves the goods and posts the entry, after you have seen both." });
  }
  if (may("movements:draft")) {
    list.push(
      { deed: "edit", title: "Edit", keys: "e", explains: "Opens the draft to change it." },
      { deed: "submit", title: "Submit for approval", explains: "Hands it to those who approve; they post it or send it back." },
    );
  }
  return list;
}

function waiting(movement: Movement, looker: MovementLooker): MovementDoing[] {
  const list: MovementDoing[] = [];
  const isPreparer = preparedIt(movement, looker.id);
  const hasToBeCompleted = lacksCosts(movement, looker) && looker.may("costs:read") && looker.may("movements:draft");
  if (hasToBeCompleted) list.push(ADD_COSTS);
  if (looker.may("movements:approve")) {
    const disabled = looker.duties?.approverNotPreparer && isPreparer ? "You prepared it; here another person must approve." : undefined;
    if (!lacksCosts(movement, looker)) {
      list.push({ deed: "approve", title: "Approve", keys: "a", explains: "Posts it as it stands, and names you as the one who approved it.", disabled });
    }
    list.push(
      { deed: "reject", title: "Reject", keys: "r", explains: "Makes it a draft again that shows your reason." },
    );
  }
  if (looker.may("movements:draft")) {
    if (isPreparer) list.push({ deed: "withdraw", title: "Withdraw", explains: "Makes it a draft again, which is yours to change or delete." });
    if (!hasToBeCompleted) list.push({ deed: "edit", title: "Edit", keys: "e", explains: "Opens it to change it; what is saved is to be submitted again." });
  }
  return list;
}

/** Whether this person made, changed or submitted it. */
export const preparedIt = (movement: Pick<Movement, "createdBy" | "submittedBy" | "preparedBy">, person: string): boolean =>
  movement.createdBy === person || movement.submittedBy === person || movement.preparedBy.includes(person);

/** What may follow a posted movement. */
function onward(movement: Movement, { may, hasBins }: MovementLooker, rest: readonly OnTheWay[]): MovementDoing[] {
  const list: MovementDoing[] = [];
  if (movement.kind === "receipt" && hasBins && may(KINDS.transfer.needs)) {
    list.push({ deed: "putAway", title: "Put away", keys: "p", explains: "Moves these goods from where they came in to their bins." });
  }
  if (movement.kind === "transfer" && movement.mode === "twoStep") {
    const disabled = rest.length === 0 ? "All of it has arrived or was given up." : undefined;
    if (may("movements:post")) {
      list.push({ deed: "receive", title: "Receive", keys: "r", explains: "Says what has arrived, all of it or a part.", disabled });
    }
    if (may("movements:adjust")) {
      list.push({ deed: "close", title: "Give up the rest", explains: "Goods on their way that will not come are a loss.", disabled });
    }
  }
  const back = movement.kind === "receipt" ? "supplierReturn" : movement.kind === "issue" ? "return" : undefined;
  if (back && (may(KINDS[back].needs) || may("movements:draft"))) {
    const title = back === "return" ? "Take goods back" : "Send goods back";
    list.push({ deed: "takeBack", title, explains: "Begins a return of these goods, at the cost at which they went." });
  }
  if (movement.kind === "receipt" && may("costs:read") && may("movements:adjust")) {
    list.push(
      { deed: "invoice", title: "Enter its invoice", explains: "Says what the supplier invoices for these goods." },
      { deed: "addCost", title: "Add a landed cost", explains: "Spreads freight, duty and the like over these goods." },
    );
  }
  return list;
}

function undoing(movement: Movement, { may, id, duties }: MovementLooker): MovementDoing[] {
  if (!may("movements:void")) return [];
  const own = duties?.voiderNotPoster && movement.postedBy === id ? "You posted it; here another person must take it back." : undefined;
  const disabled = movement.status === "voided" ? "It has been voided already." : own;
  const explains = "As if it had never happened: goods and costs go back, and its entry is mirrored on the same day.";
  return [{ deed: "void", title: "Void", keys: "v", explains, disabled }];
}
