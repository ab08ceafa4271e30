// Checking all that was read of a file, and bringing it in: part by part, so that it can be stopped and gone on with.

import type { components } from "../../api/schema";
import { Problem, type ProblemBody, asProblem } from "../../api/problem";
import type { Chunk } from "./file/fileDesk";

/** What became of something in the file, by its lines. */
export interface Told {
  lines: number[];
  message: string;
}

/** What became of all so far. */
export interface Tally {
  taken: number;
  /** In already, by their numbers there. */
  there: number;
  /** What another person must approve. */
  waits: Told[];
  refused: Told[];
}

/** Nothing was sent yet. */
export const NOTHING: Tally = { taken: 0, there: 0, waits: [], refused: [] };

/** How much of the file was sent. */
export const countOf = (tally: Tally): number => tally.taken + tally.there + tally.waits.length + tally.refused.length;

/** What a run needs of the page: the parts, and the way to the service. */
export interface Road {
  chunks: (from: number, to: number) => Promise<Chunk[]>;
  drafts: (places: readonly number[]) => Promise<Chunk>;
  send: (part: { path: string; body: string; key: string }, isDry: boolean) => Promise<unknown>;
  /** Waits before the service is asked again. */
  pause: () => Promise<void>;
  isStopped: () => boolean;
  onProgress: (tally: Tally) => void;
}

/** Requests of one commit. */
export const AT_ONCE = 200;
/** Refusals of something that came in before. */
const IN_ALREADY: ReadonlySet<string> = new Set(["duplicate_external_id", "code_taken"]);
const NEEDS_APPROVAL = "approval_required";
/** Refusals that end a run: they are of everything that follows, too. */
const OF_ALL: ReadonlySet<number> = new Set([0, 401, 403, 413, 429, 503]);

type Result = components["schemas"]["BatchResult"];

/** Checks all, or brings it in. Answers how it went, also where it was stopped. */
export async function go(road: Road, count: number, isDry: boolean): Promise<{ tally: Tally; isWhole: boolean }> {
  let tally = NOTHING;
  for (let at = 0; at < count; at += AT_ONCE) {
    for (const part of await road.chunks(at, Math.min(at + AT_ONCE, count))) {
      if (road.isStopped()) return { tally, isWhole: false };
      tally = added(tally, part.path.endsWith("/batch") ? await entries(road, part, at, isDry) : await one(road, part, isDry));
      road.onProgress(tally);
    }
  }
  return { tally, isWhole: true };
}

/** What follows from one to the other. */
function added(tally: Tally, more: Tally): Tally {
  return {
    taken: tally.taken + more.taken,
    there: tally.there + more.there,
    waits: [...tally.waits, ...more.waits],
    refused: [...tally.refused, ...more.refused],
  };
}

async function entries(road: Road, part: Chunk, from: number, isDry: boolean): Promise<Tally> {
  const results = resultsOf(await patiently(road, part, isDry), isDry);
  const tally: Tally = { ...NOTHING, waits: [], refused: [] };
  const approvals: number[] = [];
  part.lines.forEach((lines, at) => {
    const problem = results[at]?.problem ?? null;
    if (problem === null) tally.taken += 1;
    else if (IN_ALREADY.has(problem.code)) tally.there += 1;
    else if (problem.code === NEEDS_APPROVAL) approvals.push(at);
    else tally.refused.push({ lines, message: inWords(problem) });
  });
  const waiting = approvals.map((at) => ({ lines: part.lines[at] ?? [], message: inWords(results[at]?.problem as ProblemBody) }));
  if (isDry || approvals.length === 0) return { ...tally, waits: waiting };
  return added(tally, await submitted(road, approvals.map((at) => from + at)));
}

/** Brings entries in that another person must approve: as drafts, which are submitted. */
async function submitted(road: Road, places: readonly number[]): Promise<Tally> {
  const part = await road.drafts(places);
  const made = resultsOf(await patiently(road, part, false), false);
  const tally: Tally = { ...NOTHING, waits: [], refused: [] };
  const drafts: { id: string; lines: number[] }[] = [];
  part.lines.forEach((lines, at) => {
    const { id = null, problem = null } = made[at] ?? {};
    if (problem && IN_ALREADY.has(problem.code)) tally.there += 1;
    else if (problem || id === null) tally.refused.push({ lines, message: problem ? inWords(problem) : "it is not known what became of it" });
    else drafts.push({ id, lines });
  });
  if (drafts.length === 0) return tally;
  // A new draft has the first version.
  const body = JSON.stringify({ action: "submit", items: drafts.map(({ id }) => ({ id, version: 1 })) });
  const results = resultsOf(await patiently(road, { path: "/accounting/journal-entries/actions", body, key: `${part.key}-submit` }, false), false);
  drafts.forEach(({ lines }, at) => {
    const problem = results[at]?.problem;
    tally.waits.push({ lines, message: problem ? `it is a draft that is not submitted: ${inWords(problem)}` : "it waits for approval" });
  });
  return tally;
}

async function one(road: Road, part: Chunk, isDry: boolean): Promise<Tally> {
  try {
    await patiently(road, part, isDry);
    return { ...NOTHING, taken: 1 };
  } catch (error) {
    const problem = asProblem(error);
    if (OF_ALL.has(problem.status)) throw problem;
    if (IN_ALREADY.has(problem.code)) return { ...NOTHING, there: 1 };
    return { ...NOTHING, refused: [{ lines: part.lines[0] ?? [], message: inWords(problem.body) }] };
  }
}

/** Sends a part. A service that is busy is asked again for as long as nobody stops it: the key makes it once. */
async function patiently(road: Road, part: { path: string; body: string; key: string }, isDry: boolean): Promise<unknown> {
  for (;;) {
    try {
      return await road.send(part, isDry);
    } catch (error) {
      const isBusy = error instanceof Problem && (error.status === 429 || error.status === 503);
      if (!isBusy || road.isStopped()) throw error;
      await road.pause();
    }
  }
}

function resultsOf(answer: unknown, isDry: boolean): Result[] {
  const told = answer as { results?: Result[]; wouldReturn?: { results?: Result[] } } | null;
  const results = (isDry ? told?.wouldReturn?.results : told?.results) ?? [];
  return results.toSorted((first, second) => first.index - second.index);
}

/** A refusal in words: what is wrong with its fields, each once, or else what the service says of the whole. */
export function inWords(problem: ProblemBody): string {
  const messages = [...new Set((problem.errors ?? []).map((fault) => fault.message))];
  return messages.length > 0 ? messages.join("; ") : problem.detail;
}
