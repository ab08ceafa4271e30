// What a match takes of the lines that are chosen, and what is left.

import type { MatchInput } from "../../api/matches";
import type { OpenItem } from "../../api/openItems";
import { absolute, addAmounts, compare, isNegative, isZero, subtract } from "../../text/number";

/** A line of the match; without an amount it gives all that is open, or as much as the other side has. */
export interface Taken {
  item: OpenItem;
  amount?: string | undefined;
}

/** What the chosen lines come to. */
export interface Plan {
  /** What both sides settle. */
  matched: string;
  /** What the item offers less what the others offer. */
  difference: string;
  /** What stays open of the item, and of all others together. */
  restOfItem: string;
  restOfOthers: string;
}

const offered = (taken: Taken): string => taken.amount ?? taken.item.openAmount;

/** What comes of matching an item with others. */
export function planOf(own: Taken, others: readonly Taken[]): Plan {
  const mine = offered(own);
  const theirs = addAmounts(["0", ...others.map(offered)]);
  const difference = subtract(mine, theirs);
  const matched = isNegative(difference) ? mine : theirs;
  return {
    matched,
    difference,
    restOfItem: subtract(own.item.openAmount, matched),
    restOfOthers: subtract(addAmounts(["0", ...others.map((other) => other.item.openAmount)]), matched),
  };
}

/** What is left, and of what. */
export function restOf(plan: Plan, others: number, isWrittenOff: boolean): { words: string; amount: string } {
  if (isWrittenOff) return { words: "Written off", amount: absolute(plan.difference) };
  if (others > 0 && isNegative(plan.difference)) return { words: "Rest of the others", amount: plan.restOfOthers };
  return { words: "Rest of this line", amount: plan.restOfItem };
}

/** The difference in base currency, as near as the open amounts tell. The service says whether it may be written off. */
export function isTolerated(plan: Plan, item: OpenItem, tolerance: string, baseCurrency: string): boolean {
  if (isZero(plan.difference) || isZero(tolerance)) return false;
  if (item.currency === baseCurrency) return compare(absolute(plan.difference), tolerance) <= 0;
  // A foreign difference is small where it is small beside the item, whose worth is known.
  const isSmaller = compare(absolute(plan.difference), item.openAmount) <= 0;
  return isSmaller && compare(item.openBaseAmount, "0") > 0;
}

/** The request. */
export function inputOf(own: Taken, others: readonly Taken[], writeOffAccount: string | undefined): MatchInput {
  const lines = [own, ...others].map(({ item, amount }) => ({
    entryId: item.entryId,
    lineNumber: item.lineNumber,
    ...(amount !== undefined && { amount }),
  }));
  return { lines, ...(writeOffAccount !== undefined && { writeOff: { accountId: writeOffAccount } }) };
}
