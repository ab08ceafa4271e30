// Which open items may settle one another: ranked by what people look for first.

import { plural } from "../../text/language";
import type { OpenItem } from "../../api/openItems";
import { daysBetween } from "../../text/calendar";
import { absolute, compare, isZero, subtract } from "../../text/number";

/** An item of the other side, and why it is proposed. */
export interface Proposal {
  item: OpenItem;
  isSameAmount: boolean;
  /** What is between both amounts, where it is so little that it could be written off. */
  slip?: string | undefined;
  isSameReference: boolean;
  /** Days between both, without a sign. */
  days: number;
}

/**
 * The items that a match takes with this one: the other side of the same account, party and currency, likeliest first. What
 * differs by no more than may be written off comes right behind what is equal.
 */
export function proposals(item: OpenItem, items: readonly OpenItem[], tolerance = "0"): Proposal[] {
  return items
    .filter(
      (other) =>
        other.side !== item.side &&
        other.accountId === item.accountId &&
        other.partyId === item.partyId &&
        other.currency === item.currency,
    )
    .map((other) => ({
      item: other,
      isSameAmount: compare(other.openAmount, item.openAmount) === 0,
      slip: slipOf(item, other, tolerance),
      isSameReference: names(other, item) || names(item, other),
      days: Math.abs(daysBetween(item.date, other.date)),
    }))
    .sort((one, other) => rankOf(one) - rankOf(other) || one.days - other.days);
}

function rankOf(proposal: Proposal): number {
  return (proposal.isSameAmount ? 0 : proposal.slip ? 2 : 4) + (proposal.isSameReference ? 0 : 1);
}

function slipOf(item: OpenItem, other: OpenItem, tolerance: string): string | undefined {
  const slip = absolute(subtract(other.openAmount, item.openAmount));
  return !isZero(slip) && compare(slip, tolerance) <= 0 ? slip : undefined;
}

/** Whether one item says the reference or the number of the other. */
function names(one: OpenItem, other: OpenItem): boolean {
  const said = `${one.reference ?? ""} ${one.description}`.toLowerCase().split(/[^\p{L}\p{N}_-]+/u);
  return [other.reference, other.number].some((name) => name && said.includes(name.toLowerCase()));
}

/** Why it is proposed, in words: `same amount, 3 days later`. */
export function reasonOf(proposal: Proposal, item: OpenItem): string {
  const days = daysBetween(item.date, proposal.item.date);
  const when = days === 0 ? "same day" : `${Math.abs(days)} ${plural(Math.abs(days), "day", "days")} ${days > 0 ? "later" : "earlier"}`;
  return [proposal.isSameAmount && "same amount", proposal.slip && `differs by ${proposal.slip}`, proposal.isSameReference && "same reference", when].filter(Boolean).join(", ");
}
