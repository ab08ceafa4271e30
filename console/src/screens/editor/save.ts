// What is sent of an entry, and what becomes of it.

import { answer, api } from "../../api/client";
import type { Entry } from "../../api/entries";
import { newKey } from "../../api/key";
import { Problem } from "../../api/problem";
import type { components } from "../../api/schema";
import type { Store } from "../../api/store";
import { bodyOf, patchOf } from "./body";
import type { Draft } from "./draft";

/** What is to become of the entry: a draft at which one stays, a draft that is done with, posted, or waiting for approval. */
export type Act = "save" | "draft" | "post" | "submit";

/**
 * The keys of one entry: each of its requests has its own, kept while it is not known what became of it. Afterwards the next
 * request gets another.
 */
export class Keys {
  private held: Record<string, string>;

  constructor(held: Record<string, string> = {}) {
    this.held = { ...held };
  }

  /** The key of this request. */
  of(step: string): string {
    return (this.held[step] ??= newKey());
  }

  /** Makes the keys of all requests that this will take, so that they can be kept before the first is sent. */
  prepare(act: Act, isStored: boolean, isCorrection = false): void {
    if (isCorrection) {
      this.of("correct");
      return;
    }
    this.of(isStored ? "update" : "create");
    if (act === "submit" || (act === "post" && isStored)) this.of(act);
  }

  /** It is known what became of it. */
  settle(step: string): void {
    const { [step]: _, ...rest } = this.held;
    this.held = rest;
  }

  /** To be kept on the device. */
  all(): Record<string, string> {
    return this.held;
  }
}

/** Whether it is not known what the service did. */
export const isUnknown = (problem: Problem): boolean =>
  problem.status === 0 || problem.status >= 500 || problem.code === "outcome_unknown";

/** One request with its key, which is spent as soon as it is known what became of it. */
export async function step<T>(keys: Keys, name: string, call: (key: string) => Promise<T>): Promise<T> {
  try {
    const done = await call(keys.of(name));
    keys.settle(name);
    return done;
  } catch (error) {
    if (error instanceof Problem && !isUnknown(error)) keys.settle(name);
    throw error;
  }
}

/** A step that needs another one first failed; the first has been made. */
export class Halfway<Stored = Entry> extends Error {
  constructor(
    readonly stored: Stored,
    readonly problem: Problem,
  ) {
    super(problem.message);
    this.name = "Halfway";
  }
}

/** A posted entry that is to be replaced by what the editor shows, and why. */
export interface Correction {
  entry: Entry;
  reason: Store<string>;
}

/** What a correction sends: the intended form, which has no state of its own. */
export function correctionOf(draft: Draft, { reason }: Correction): components["schemas"]["CorrectInput"] {
  const { status: _, ...replacement } = bodyOf(draft, "posted");
  return { reason: reason.get().trim(), replacement };
}

function correct(draft: Draft, correction: Correction, keys: Keys): Promise<Entry> {
  const { id, version } = correction.entry;
  return step(keys, "correct", (key) =>
    answer(
      api.POST("/api/v1/accounting/journal-entries/{id}/correct", {
        params: { path: { id }, header: { "Idempotency-Key": key, "If-Match": `"${version}"` } },
        body: correctionOf(draft, correction),
      }),
    ).then((entry) => entry as Entry),
  );
}

/** Sends the entry. A draft that is stored is changed only if nobody else changed it. */
export async function send(draft: Draft, stored: Entry | undefined, act: Act, keys: Keys, corrects?: Correction): Promise<Entry> {
  if (corrects) return correct(draft, corrects, keys);
  if (!stored && act !== "submit") return create(draft, act === "post" ? "posted" : "draft", keys);
  const written = stored ? await update(draft, stored, keys) : await create(draft, "draft", keys);
  if (act === "save" || act === "draft") return written;
  try {
    return await go(written, act, keys);
  } catch (error) {
    if (error instanceof Problem) throw new Halfway(written, error);
    throw error;
  }
}

function create(draft: Draft, status: "draft" | "posted", keys: Keys): Promise<Entry> {
  return step(keys, "create", (key) =>
    answer(
      api.POST("/api/v1/accounting/journal-entries", {
        params: { header: { "Idempotency-Key": key } },
        body: bodyOf(draft, status),
      }),
    ).then((entry) => entry as Entry),
  );
}

function update(draft: Draft, stored: Entry, keys: Keys): Promise<Entry> {
  return step(keys, "update", (key) =>
    answer(
      api.PUT("/api/v1/accounting/journal-entries/{id}", {
        params: {
          path: { id: stored.id },
          header: { "Idempotency-Key": key, "If-Match": `"${stored.version}"`, Prefer: "return=representation" },
        },
        body: patchOf(draft, stored),
      }),
    ).then((entry) => entry as Entry),
  );
}

function go(stored: Entry, act: "post" | "submit", keys: Keys): Promise<Entry> {
  const params = {
    path: { id: stored.id },
    header: { "Idempotency-Key": "", "If-Match": `"${stored.version}"`, Prefer: "return=representation" },
  };
  return step(keys, act, (key) => {
    params.header["Idempotency-Key"] = key;
    const call =
      act === "post"
        ? api.POST("/api/v1/accounting/journal-entries/{id}/post", { params })
        : api.POST("/api/v1/accounting/journal-entries/{id}/submit", { params });
    return answer(call as Promise<{ data?: Entry; error?: unknown; response: Response }>);
  });
}
