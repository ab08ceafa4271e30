// Files of other books: having them read, and sending what was read.

import { send } from "./client";
import { apiBase } from "./place";
import { problemOf } from "./problem";

const url = (path: string, isDry = false): string => `${apiBase}/api/v1${path}${isDry ? "?dryRun=true" : ""}`;

/** Has a file read. The answer stays as bytes: a worker takes it apart. Nothing is written. */
export async function readFile(body: ArrayBuffer, signal: AbortSignal): Promise<ArrayBuffer> {
  const response = await send(new Request(url("/accounting/imports/read"), { method: "POST", headers: { "Content-Type": "application/json" }, body, signal }));
  if (!response.ok) throw problemOf(response.status, await response.json().catch(() => null));
  return response.arrayBuffer();
}

/** Sends what was read of a file, or asks what would become of it. */
export async function sendPart(part: { path: string; body: string; key: string }, isDry: boolean, signal: AbortSignal): Promise<unknown> {
  const headers = { "Content-Type": "application/json", Prefer: "return=representation", "Idempotency-Key": part.key };
  const response = await send(new Request(url(part.path, isDry), { method: "POST", headers, body: part.body, signal }));
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw problemOf(response.status, answer);
  return answer;
}
