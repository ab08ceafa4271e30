// The queue on the device: what was done is written down here first, and sent one at a time, in order.

import { store } from "../../api/store";
import { csrf, readMe, session } from "../../api/session";
import { serviceInstant, serviceNow } from "../clock";
import { call, NoAnswer } from "../net";
import { type KeptTally, shelf } from "../shelf";
import { who } from "../who";
import { awaitedBy, statusOf } from "./awaiting";
import { inOrder, keyOf, nextToSend, type Operation } from "./operation";
import { type Answer, outcomeOf, type Way } from "./outcome";
import { outcomeOf as outcomeWords } from "./told";

/** All operations that this device keeps, of everybody, in order. */
export const operations = store<readonly Operation[]>([]);

/** How the sending stands. */
export type Sending = "idle" | "sending" | "no-answer" | "sign-in" | "elsewhere";

/** How it stands now. */
export const sending = store<Sending>("idle");

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("countinghouse-scan-queue");
channel?.addEventListener("message", () => void readQueue());

/** How long what is done stays in view. */
const SHOWN_MS = 24 * 3600 * 1000;
const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/** Reads the queue from the device. */
export async function readQueue(): Promise<void> {
  const database = await shelf();
  const all = await database.getAll("operations");
  const old = all.filter((one) => one.state === "done" && serviceNow() - (one.doneAt ?? 0) > SHOWN_MS);
  for (const one of old) await database.delete("operations", one.id);
  operations.set(inOrder(all.filter((one) => !old.includes(one))));
}

async function write(operation: Operation): Promise<void> {
  await (await shelf()).put("operations", operation);
  operations.set(inOrder([...operations.get().filter((one) => one.id !== operation.id), operation]));
  channel?.postMessage("changed");
}

/** Writes operations down, and the list of which they came as it is now. When this is done, they are not lost any more. */
export async function enqueue(made: readonly Operation[], list: KeptTally): Promise<void> {
  const transaction = (await shelf()).transaction(["operations", "tallies"], "readwrite");
  for (const operation of made) void transaction.objectStore("operations").put(operation);
  void transaction.objectStore("tallies").put(list);
  await transaction.done;
  operations.set(inOrder([...operations.get(), ...made]));
  channel?.postMessage("changed");
  void pump();
}

/** What this person has not sent yet. */
export const unsentOf = (all: readonly Operation[], user: string): Operation[] =>
  all.filter((one) => one.user === user && one.state !== "done");

let running = false;
/** Somebody asked while it ran: what they wrote down may have come too late for it. */
let isWanted = false;
let losses = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends what can be sent. Only one tab of the device does at a time. */
export async function pump(): Promise<void> {
  clearTimeout(timer);
  if (running) {
    isWanted = true;
    return;
  }
  running = true;
  isWanted = false;
  try {
    if (navigator.locks) {
      await navigator.locks.request("countinghouse-scan-queue", { ifAvailable: true }, async (lock) => {
        if (lock) await sendAll();
        else timer = setTimeout(() => void pump(), FIRST_MS);
      });
    } else await sendAll();
  } finally {
    running = false;
  }
  if (isWanted) await pump();
}

/** Tries at once, whatever it waits for. */
export function sendNow(): void {
  losses = 0;
  void pump();
}

function later(milliseconds?: number): void {
  losses += 1;
  timer = setTimeout(() => void pump(), milliseconds ?? Math.min(FIRST_MS * 2 ** (losses - 1), LONGEST_MS));
}

async function sendAll(): Promise<void> {
  // Another tab may have sent some of it.
  await readQueue();
  // A page that was opened without a network only believes to know who it is.
  if (csrf() === "" && who()) await readMe().catch(() => undefined);
  for (;;) {
    const me = who();
    if (!me) return;
    const operation = nextToSend(operations.get(), me.user);
    if (!operation) {
      sending.set("idle");
      return;
    }
    if (session.get().state === "expired") {
      sending.set("sign-in");
      return;
    }
    sending.set("sending");
    let answer: Answer;
    try {
      answer = await send(operation);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      sending.set("no-answer");
      later();
      return;
    }
    const outcome = outcomeOf(answer, operation);
    switch (outcome.kind) {
      case "done":
        losses = 0;
        await settled(operation, outcome.madeId, outcome.madeStatus);
        break;
      case "refused": {
        losses = 0;
        // A receipt whose cost nobody knows yet stays a draft: that is no fault.
        if (operation.madeId !== undefined && outcome.refused.code === "cost_required") await finish({ ...operation, madeStatus: "draft" });
        else {
          const awaits = await awaitedBy(operation, outcome.refused);
          await write({ ...operation, state: "task", refused: outcome.refused, ...(awaits && { awaits }) });
        }
        break;
      }
      case "again":
        sending.set("no-answer");
        later(outcome.afterMs);
        return;
      case "signIn":
        sending.set("sign-in");
        return;
      case "elsewhere":
        sending.set("elsewhere");
        later(LONGEST_MS);
        return;
    }
  }
}

function send(operation: Operation): Promise<Answer> {
  if (operation.madeId !== undefined) {
    return call("POST", `${operation.path}/${operation.madeId}/submit`, { body: {}, key: `${keyOf(operation)}-submit`, organization: operation.organization });
  }
  return call("POST", operation.path, { body: operation.body, key: keyOf(operation), organization: operation.organization });
}

async function settled(operation: Operation, madeId: string | undefined, madeStatus: string | undefined): Promise<void> {
  if (operation.isSubmitted && operation.madeId === undefined && madeId) {
    await write({ ...operation, madeId, madeStatus: "draft", tries: 0 });
    return;
  }
  const isSubmitted = operation.isSubmitted && operation.madeId !== undefined;
  const status = isSubmitted ? "pendingApproval" : madeStatus;
  await finish({ ...operation, ...(madeId && operation.madeId === undefined && { madeId }), ...(status !== undefined && { madeStatus: status }) });
}

async function finish(operation: Operation): Promise<void> {
  const { refused: _, awaits: __, ...rest } = operation;
  await write({ ...rest, state: "done", outcome: outcomeWords(operation), doneAt: serviceNow() });
}

/** So often it is asked after what waits, where no event tells. */
const LOOK_MS = 60_000;

/**
 * Looks after what somebody else has to do: what waited for a receipt is sent again when that is posted, and what was submitted
 * is called posted when it is. Of one movement, where an event names it.
 */
export async function lookAfter(movement?: string): Promise<void> {
  const me = who();
  if (!me) return;
  const own = operations.get().filter((one) => one.user === me.user && one.organization === me.organization);
  let hasNews = false;
  for (const one of own) {
    const awaited = one.state === "task" ? one.awaits?.id : isOpenElsewhere(one) ? one.madeId : undefined;
    if (awaited === undefined || (movement !== undefined && movement !== awaited)) continue;
    const status = await statusOf(one, awaited);
    const now = operations.get().find((other) => other.id === one.id);
    if (status === undefined || now?.state !== one.state) continue;
    if (now.state === "done") {
      if (status !== now.madeStatus && status !== "gone") await finish({ ...now, madeStatus: status });
      continue;
    }
    if (status === "draft" || status === "pendingApproval") continue;
    const { refused: _, awaits: __, ...rest } = now;
    if (status === "posted") {
      await write({ ...rest, state: "waiting", tries: now.tries + 1 });
      hasNews = true;
    } else await write({ ...rest, state: "task", ...(now.refused && { refused: now.refused }) });
  }
  if (hasNews) sendNow();
}

/** Whether it arrived and somebody else posts it. */
const isOpenElsewhere = (operation: Operation): boolean =>
  operation.state === "done" && operation.madeId !== undefined && (operation.madeStatus === "draft" || operation.madeStatus === "pendingApproval");

/** Goes a way out of a refusal. Opening it again is the caller's: it needs the job's list. */
export async function goWay(operation: Operation, way: Way["act"]): Promise<void> {
  const { refused: _, awaits: __, ...rest } = operation;
  const again: Operation = { ...rest, state: "waiting", tries: operation.tries + 1 };
  switch (way) {
    case "again":
      await write(again);
      break;
    case "now": {
      const occurredAt = serviceInstant();
      await write({ ...again, occurredAt, body: { ...again.body, occurredAt } });
      break;
    }
    case "draft":
      await write({ ...again, isSubmitted: true, body: { ...again.body, status: "draft" } });
      break;
    case "drop-submit":
      await finish({ ...operation, madeStatus: "draft" });
      break;
    case "reopen":
    case "discard":
      await (await shelf()).delete("operations", operation.id);
      operations.set(operations.get().filter((one) => one.id !== operation.id));
      channel?.postMessage("changed");
      break;
  }
  sendNow();
}

/** Begins to send, now and whenever the network or the person comes back. */
export function keepSending(): () => void {
  const go = (): void => sendNow();
  addEventListener("online", go);
  const unfollow = session.follow(() => {
    if (session.get().state === "in") sendNow();
  });
  const look = (): void => {
    if (document.visibilityState === "visible") void lookAfter();
  };
  const looking = setInterval(look, LOOK_MS);
  document.addEventListener("visibilitychange", look);
  void readQueue().then(pump).then(() => lookAfter());
  return () => {
    removeEventListener("online", go);
    document.removeEventListener("visibilitychange", look);
    clearInterval(looking);
    unfollow();
    clearTimeout(timer);
  };
}

/** The queue as a file: the last way out, for somebody who can type it in. */
export function exported(all: readonly Operation[]): Blob {
  return new Blob([JSON.stringify({ madeAt: serviceInstant(), operations: all }, null, 2)], { type: "application/json" });
}
