// What is sent of a movement, and what becomes of it.

import { answer, api } from "../../../api/client";
import type { Movement } from "../../../api/movements";
import { Problem } from "../../../api/problem";
import { type Act, Halfway, type Keys, step } from "../../editor/save";
import { bodyOf, patchOf } from "./body";
import type { Draft } from "./draft";

/** A step that needs another one first failed; the first has been made. */
export class MovementHalfway extends Halfway<Movement> {}

/** Sends the movement. A draft that is stored is changed only if nobody else changed it. */
export async function send(draft: Draft, stored: Movement | undefined, act: Act, keys: Keys): Promise<Movement> {
  if (!stored && act !== "submit") return create(draft, act === "post" ? "posted" : "draft", keys);
  const written = stored ? await update(draft, stored, keys) : await create(draft, "draft", keys);
  if (act === "save" || act === "draft") return written;
  try {
    return await go(written, act, keys);
  } catch (error) {
    if (error instanceof Problem) throw new MovementHalfway(written, error);
    throw error;
  }
}

function create(draft: Draft, status: "draft" | "posted", keys: Keys): Promise<Movement> {
  return step(keys, "create", (key) =>
    answer(
      api.POST("/api/v1/inventory/movements", {
        params: { header: { "Idempotency-Key": key } },
        body: bodyOf(draft, status),
      }),
    ).then((movement) => movement as Movement),
  );
}

function update(draft: Draft, stored: Movement, keys: Keys): Promise<Movement> {
  return step(keys, "update", (key) =>
    answer(
      api.PUT("/api/v1/inventory/movements/{id}", {
        params: {
          path: { id: stored.id },
          header: { "Idempotency-Key": key, "If-Match": `"${stored.version}"`, Prefer: "return=representation" },
        },
        body: patchOf(draft, stored),
      }),
    ).then((movement) => movement as Movement),
  );
}

function go(stored: Movement, act: "post" | "submit", keys: Keys): Promise<Movement> {
  return step(keys, act, (key) => {
    const params = {
      path: { id: stored.id },
      header: { "Idempotency-Key": key, "If-Match": `"${stored.version}"`, Prefer: "return=representation" },
    };
    const path = `/api/v1/inventory/movements/{id}/${act}` as "/api/v1/inventory/movements/{id}/post";
    return answer(api.POST(path, { params }) as Promise<{ data?: Movement; error?: unknown; response: Response }>);
  });
}
