import { expect, test } from "vitest";
import { corrected } from "../clock";
import { uuidv7 } from "../uuid";
import { blockedBy, isLate, keyOf, LATE_MS, nextToSend, type Operation } from "./operation";
import { outcomeOf, waysOf } from "./outcome";

function operation(id: string, goods: string[], state: Operation["state"] = "waiting", user = "me"): Operation {
  return {
    id,
    key: id,
    externalId: id,
    source: "scan:device",
    user,
    userName: user,
    organization: "org",
    place: "DEPOT",
    occurredAt: "2026-11-28T16:00:00.000Z",
    madeAt: 0,
    job: "issue",
    title: id,
    path: "/inventory/movements",
    body: { externalId: id },
    isSubmitted: false,
    goods,
    entries: [],
    state,
    tries: 0,
  };
}

test("operations are sent one at a time in the order in which they were made, and only by who made them", () => {
  const all = [operation("c", ["3"]), operation("a", ["1"], "done"), operation("b", ["2"]), operation("0", ["2"], "waiting", "other")];
  expect(nextToSend(all, "me")?.id).toBe("b");
  expect(nextToSend(all, "other")?.id).toBe("0");
  expect(nextToSend(all, "nobody")).toBeUndefined();
});

test("what moves the goods of a refused one waits, and what waits behind that, and others go on", () => {
  const refused = operation("a", ["1"], "task");
  const same = operation("b", ["1", "2"]);
  const behind = operation("c", ["2"]);
  const free = operation("d", ["3"]);
  const all = [refused, same, behind, free];
  expect(nextToSend(all, "me")?.id).toBe("d");
  expect(blockedBy(same, all)?.id).toBe("a");
  expect(blockedBy(free, all)).toBeUndefined();
  // Settled, they go on in their order.
  expect(nextToSend([{ ...refused, state: "done" }, same, behind, free], "me")?.id).toBe("b");
});

const answer = (status: number, body: unknown = null, retryAfter: string | null = null): Parameters<typeof outcomeOf>[0] => ({ status, body, location: null, retryAfter });

test("an answer says whether it is done, goes again with the same key, or is a task", () => {
  const sent = operation("a", ["1"]);
  expect(outcomeOf(answer(201, { id: "mov_1" }), sent)).toEqual({ kind: "done", madeId: "mov_1" });
  expect(outcomeOf({ ...answer(201), location: "http://books/api/v1/inventory/movements/mov_2" }, sent)).toEqual({ kind: "done", madeId: "mov_2" });
  expect(outcomeOf(answer(503, null, "7"), sent)).toEqual({ kind: "again", afterMs: 7_000 });
  expect(outcomeOf(answer(500), sent)).toEqual({ kind: "again", afterMs: undefined });
  expect(outcomeOf(answer(429, { code: "too_many_requests" }), sent).kind).toBe("again");
  expect(outcomeOf(answer(401), sent)).toEqual({ kind: "signIn" });
  expect(outcomeOf(answer(409, { code: "organization_mismatch" }), sent)).toEqual({ kind: "elsewhere" });
  expect(outcomeOf(answer(409, { code: "insufficient_stock", detail: "only 2 are there" }), sent)).toMatchObject({
    kind: "refused",
    refused: { code: "insufficient_stock", detail: "only 2 are there", faults: [] },
  });
  const two = answer(409, { code: "insufficient_stock", detail: "1 is short (and 1 more: see errors)", errors: [{ message: "1 is short" }, { message: "2 are short" }] });
  expect(outcomeOf(two, sent)).toMatchObject({ refused: { faults: ["1 is short", "2 are short"] } });
});

test("an id that is taken by what was sent eight days ago is done, and one of a call without that id is not", () => {
  const sent = operation("a", ["1"]);
  const taken = answer(409, { code: "duplicate_external_id", context: { id: "mov_1" } });
  expect(outcomeOf(taken, sent)).toEqual({ kind: "done", madeId: "mov_1" });
  expect(outcomeOf(taken, { ...sent, body: {} }).kind).toBe("refused");
});

test("the key stays the same while there is no answer, and is another one after a refusal", () => {
  expect(keyOf({ key: "k", tries: 0 })).toBe("k");
  expect(keyOf({ key: "k", tries: 2 })).toBe("k-2");
});

test("every refusal has ways out, and none of them changes a quantity by itself", () => {
  for (const code of ["insufficient_stock", "occurred_in_future", "cost_required", "anything_else"]) {
    const ways = waysOf({ job: "receive", refused: { status: 409, code, title: "", detail: "", requestId: "", faults: [] } }).map((way) => way.act);
    expect(ways).toEqual(expect.arrayContaining(["again", "reopen", "discard"]));
  }
  expect(waysOf({ job: "issue", refused: { status: 422, code: "occurred_in_future", title: "", detail: "", requestId: "", faults: [] } })[0]?.act).toBe("now");
});

test("after a day unsent it is late, and what arrived is never", () => {
  expect(isLate({ state: "waiting", madeAt: 0 }, LATE_MS)).toBe(false);
  expect(isLate({ state: "waiting", madeAt: 0 }, LATE_MS + 1)).toBe(true);
  expect(isLate({ state: "done", madeAt: 0 }, LATE_MS * 9)).toBe(false);
});

test("a clock five minutes fast is set right, and never ahead of the service's", () => {
  const fast = 300_000;
  let offset: number | undefined;
  // The service says whole seconds, and its answers take a while.
  for (const now of [1_000_250, 1_003_900, 1_007_020]) {
    offset = corrected(offset, Math.floor(now / 1000) * 1000, now + 40 + fast);
    expect(now + fast + offset).toBeLessThanOrEqual(now);
  }
  expect(offset).toBeGreaterThan(-fast - 100);
  // The device's clock is set right: what was known of it is wrong now.
  expect(corrected(offset, 2_000_000, 2_000_100)).toBe(-100);
});

test("ids sort by when they were made", () => {
  const ids = [1_700_000_000_000, 1_700_000_000_001, 1_800_000_000_000].map(uuidv7);
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
