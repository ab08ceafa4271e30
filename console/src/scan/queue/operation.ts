// One operation of somebody: written down on the device first, and sent when it can be.

import type { JobName } from "../job/jobs";
import type { Entry, Papers } from "../job/tally";

/** A refusal as it is kept with what was refused. */
export interface Refused {
  status: number;
  code: string;
  title: string;
  detail: string;
  requestId: string;
  /** What is wrong, fault by fault, where there are several. */
  faults: string[];
  /** The item of which there is too little, where that is why. */
  itemId?: string;
}

/** A receipt that somebody else posts: until then its goods are not there for the books. */
export interface Awaited {
  id: string;
  /** Its number, or when it came in. */
  called: string;
}

/** One record of the queue. */
export interface Operation {
  /** A UUID of version 7: the order of the queue. It is the idempotency key and the external id, too. */
  id: string;
  key: string;
  externalId: string;
  /** `scan:` and the device. */
  source: string;
  /** Who made it, and alone sends it. */
  user: string;
  userName: string;
  organization: string;
  /** The code of the warehouse. */
  place: string;
  /** By the service's clock. */
  occurredAt: string;
  /** By the service's clock, in milliseconds: since when it waits. */
  madeAt: number;
  job: JobName;
  /** What it is, in words: `Receive 20 goods`. */
  title: string;
  path: string;
  body: Record<string, unknown>;
  /** Whether what was made is submitted next. */
  isSubmitted: boolean;
  /** Ids of the items that it moves. */
  goods: string[];
  /** What stands on the papers of its delivery. */
  papers?: Papers;
  /** What was scanned, to open it again. */
  entries: Entry[];
  state: "waiting" | "task" | "done";
  /** How often it was refused and sent anew: a refusal is final, so that each try has a key of its own. */
  tries: number;
  refused?: Refused;
  /** Why it was refused, where that goes away by itself: it is sent again then. */
  awaits?: Awaited;
  /** The record that came of it. */
  madeId?: string;
  /** How that record stands, as far as it is known: `posted`, `pendingApproval`, `draft`. */
  madeStatus?: string;
  /** What came of it, in words. */
  outcome?: string;
  doneAt?: number;
}

/** The idempotency key of the present try: the same until there is an answer. */
export const keyOf = (operation: Pick<Operation, "key" | "tries">): string =>
  operation.tries === 0 ? operation.key : `${operation.key}-${operation.tries}`;

/** After so long without having been sent, it is said loudly. */
export const LATE_MS = 24 * 3600 * 1000;

/** Whether it has waited too long. */
export const isLate = (operation: Pick<Operation, "state" | "madeAt">, now: number): boolean =>
  operation.state !== "done" && now - operation.madeAt > LATE_MS;

/** Those with the first made at the front. */
export const inOrder = (operations: readonly Operation[]): Operation[] =>
  operations.toSorted((one, other) => (one.id < other.id ? -1 : 1));

/** Of which earlier one, refused and not yet settled, this one waits: they move the same goods. */
export function blockedBy(operation: Operation, all: readonly Operation[]): Operation | undefined {
  const goods = new Set(operation.goods);
  // Through others that wait, too: what is behind them must not overtake.
  return inOrder(all).find(
    (earlier) => earlier.id < operation.id && earlier.user === operation.user && earlier.state === "task" && earlier.goods.some((item) => goods.has(item)),
  );
}

/** What is sent next for this person: the first that waits and that no refused one stands before. */
export function nextToSend(all: readonly Operation[], user: string): Operation | undefined {
  const held = new Set<string>();
  for (const operation of inOrder(all.filter((one) => one.user === user && one.state !== "done"))) {
    const isHeld = operation.state === "task" || operation.goods.some((item) => held.has(item));
    // What is behind one that waits must not overtake it.
    if (isHeld) for (const item of operation.goods) held.add(item);
    else return operation;
  }
  return undefined;
}
