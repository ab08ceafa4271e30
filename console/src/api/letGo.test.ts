import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followed } from "./letGo";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Locks that somebody holds until they are let go of. */
function heldLocks() {
  const waiting = new Map<string, () => void>();
  const request = ((name: string, { signal }: LockOptions, work: () => unknown) =>
    new Promise<unknown>((resolve, reject) => {
      waiting.set(name, () => resolve(work()));
      signal?.addEventListener("abort", () => reject(new Error("aborted")));
    })) as unknown as LockManager["request"];
  return { locks: { request }, letGo: (name: string) => waiting.get(name)?.() };
}

test("a form whose page takes a minute to end is told of when it has", async () => {
  const { locks, letGo } = heldLocks();
  let held = ["unsent one"];
  const told: string[][] = [];
  followed(async () => ({ free: held.length > 0 ? ["other"] : ["one", "other"], held }), locks, (free) => told.push(free));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([["other"]]);
  held = [];
  letGo("unsent one");
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual([["other"], ["one", "other"]]);
});

test("nothing is told any more to who has stopped listening", async () => {
  const { locks, letGo } = heldLocks();
  const told: string[][] = [];
  const stop = followed(async () => ({ free: [], held: ["unsent one"] }), locks, (free) => told.push(free));
  await vi.advanceTimersByTimeAsync(0);
  stop();
  letGo("unsent one");
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual([[]]);
  followed(async () => ({ free: [], held: ["unsent one"] }), undefined, (free) => told.push(free));
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual([[], []]);
});
