import { expect, test } from "vitest";
import { problemOf } from "../../api/problem";
import type { Chunk } from "./file/fileDesk";
import { type Road, type Tally, countOf, go } from "./run";

const refusal = (code: string, detail: string, errors: { message: string }[] = []): { problem: unknown; id: null; status: number } => ({ problem: { code, detail, errors }, id: null, status: 409 });
const made = (id: string): unknown => ({ problem: null, id, status: 201 });

/** A road on which the service answers as told, and notes what it was sent. */
function road(answers: (part: Chunk, isDry: boolean) => unknown, change: Partial<Road> = {}): Road & { sent: string[]; tallies: Tally[] } {
  const sent: string[] = [];
  const tallies: Tally[] = [];
  return {
    sent,
    tallies,
    chunks: async (from, to) => [{ path: "/accounting/journal-entries/batch", body: `${from}-${to}`, key: `key ${from}`, lines: Array.from({ length: to - from }, (_, at) => [from + at + 2]) }],
    drafts: async (places) => ({ path: "/accounting/journal-entries/batch", body: `drafts ${places.join(",")}`, key: "drafts", lines: places.map((at) => [at + 2]) }),
    send: async (part, isDry) => {
      sent.push(`${isDry ? "dry " : ""}${part.body}`);
      return answers(part as Chunk, isDry);
    },
    pause: async () => undefined,
    isStopped: () => false,
    onProgress: (tally) => tallies.push(tally),
    ...change,
  };
}

const all = (part: Chunk): unknown => ({ results: part.lines.map((_, index) => ({ index, ...(made("je_1") as object) })) });

test("all is sent in parts of 200, and how far it is is told after each", async () => {
  const way = road(all);
  const { tally, isWhole } = await go(way, 450, false);
  expect([way.sent, tally.taken, isWhole]).toEqual([["0-200", "200-400", "400-450"], 450, true]);
  expect(way.tallies.map(countOf)).toEqual([200, 400, 450]);
});

test("each entry that is not taken is told by its line: refused, there already, or waiting", async () => {
  const results = [made("a"), refusal("duplicate_external_id", "it is there"), refusal("validation", "no", [{ message: "no such account" }, { message: "no such account" }]), refusal("approval_required", "over 5.00")];
  const dry = await go(road(() => ({ wouldReturn: { results: results.map((one, index) => ({ index, ...(one as object) })) } })), 4, true);
  expect(dry.tally).toEqual({ taken: 1, there: 1, waits: [{ lines: [5], message: "over 5.00" }], refused: [{ lines: [4], message: "no such account" }] });
});

test("what needs approval comes in as a draft that is submitted", async () => {
  const way = road((part) => {
    if (part.body.startsWith("drafts")) return { results: [{ index: 0, ...(made("je_9") as object) }] };
    if (part.path.endsWith("/actions")) return { results: [{ index: 0, ...(made("je_9") as object) }] };
    return { results: [{ index: 0, ...refusal("approval_required", "over 5.00") }, { index: 1, ...(made("b") as object) }] };
  });
  const { tally } = await go(way, 2, false);
  expect(way.sent).toEqual(["0-2", "drafts 0", '{"action":"submit","items":[{"id":"je_9","version":1}]}']);
  expect(tally).toEqual({ taken: 1, there: 0, waits: [{ lines: [2], message: "it waits for approval" }], refused: [] });
});

test("a busy service is asked again with the same key, and a stop ends between parts", async () => {
  let busy = 2;
  let stopped = false;
  const way = road(
    (part) => {
      if (busy > 0) {
        busy -= 1;
        throw problemOf(503, null);
      }
      stopped = true;
      return all(part);
    },
    { isStopped: () => stopped },
  );
  const { tally, isWhole } = await go(way, 400, false);
  expect([way.sent, tally.taken, isWhole]).toEqual([["0-200", "0-200", "0-200"], 200, false]);
});

test("a right that is missing ends all of it", async () => {
  const way = road(() => {
    throw problemOf(403, null);
  });
  await expect(go(way, 400, false)).rejects.toMatchObject({ status: 403 });
  expect(way.sent).toHaveLength(1);
});

test("of parties each is sent alone, and one that is refused does not keep the others", async () => {
  const way = road((part) => {
    if (part.body === "1") throw problemOf(409, { code: "code_taken", detail: "the party name Blue is taken" });
    if (part.body === "2") throw problemOf(422, { code: "validation", detail: "wrong", errors: [{ pointer: "/currency", code: "unknown", message: "no such currency" }] });
    return {};
  }, { chunks: async (from, to) => Array.from({ length: to - from }, (_, at) => ({ path: "/accounting/parties", body: String(from + at), key: `key ${at}`, lines: [[from + at + 2]] })) });
  const { tally } = await go(way, 3, false);
  expect(tally).toEqual({ taken: 1, there: 1, waits: [], refused: [{ lines: [4], message: "no such currency" }] });
});
