// Calls of the API from this page: each is one try, and says so when no answer came. What is to be repeated, the queue decides.

import { apiBase } from "../api/place";
import { problemOf } from "../api/problem";
import { csrf, lost, organization, readMe, session } from "../api/session";
import { store } from "../api/store";
import { hearDate } from "./clock";
import type { Answer } from "./queue/outcome";

/** No answer came, so that nobody knows whether the call arrived. */
export class NoAnswer extends Error {}

/** Whether the last call was answered. */
export const online = store<boolean>(typeof navigator === "undefined" || navigator.onLine);

const LONGEST_MS = 20_000;

/** How a call is made. */
export interface How {
  body?: unknown;
  key?: string;
  /** For whose books; those that are shown if absent. */
  organization?: string;
  /** Longer than usual, for calls that wait for something. */
  longestMs?: number;
  signal?: AbortSignal;
}

async function once(method: string, path: string, how: How): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json" };
  const shown = how.organization ?? organization();
  if (shown) headers["X-Organization-Id"] = shown;
  if (how.body !== undefined) headers["Content-Type"] = "application/json";
  if (method !== "GET") headers["X-CSRF-Token"] = csrf();
  if (how.key !== undefined) headers["Idempotency-Key"] = how.key;
  const late = AbortSignal.timeout(how.longestMs ?? LONGEST_MS);
  const init: RequestInit = {
    method,
    headers,
    credentials: "same-origin",
    signal: how.signal ? AbortSignal.any([how.signal, late]) : late,
    ...(how.body !== undefined && { body: JSON.stringify(how.body) }),
  };
  try {
    const response = await fetch(`${apiBase}/api/v1${path}`, init);
    hearDate(response.headers.get("Date"));
    online.set(true);
    return response;
  } catch (error) {
    if (how.signal?.aborted) throw error;
    online.set(false);
    throw new NoAnswer();
  }
}

function caller(): string | undefined {
  const now = session.get();
  return now.state === "in" || now.state === "expired" ? now.me.principalId : undefined;
}

/** One call. What is no answer is thrown as `NoAnswer`. */
export async function call(method: string, path: string, how: How = {}): Promise<Answer> {
  let response = await once(method, path, how);
  let body = (await response.json().catch(() => null)) as { code?: string } | null;
  if (response.status === 403 && body?.code === "csrf_failed") {
    // A page that was opened without a network has no token yet.
    const before = caller();
    await readMe().catch(() => undefined);
    // Somebody else has signed in meanwhile: nothing is done in their name.
    if (caller() !== before) throw new NoAnswer();
    response = await once(method, path, how);
    body = (await response.json().catch(() => null)) as { code?: string } | null;
  }
  if (response.status === 401) lost();
  return { status: response.status, body, location: response.headers.get("Location"), retryAfter: response.headers.get("Retry-After") };
}

/** What a call reads; a refusal is thrown as a problem, no answer as `NoAnswer`. */
export async function read<T>(path: string, how: How = {}): Promise<T> {
  const answer = await call("GET", path, how);
  if (answer.status !== 200) throw problemOf(answer.status, answer.body);
  return answer.body as T;
}

/** All rows of a list, page by page; each is told as it comes. */
export async function readAll<Row>(path: string, onPage?: (rows: number) => void): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor = "";
  do {
    const mark = path.includes("?") ? "&" : "?";
    const page = await read<{ data: Row[]; nextCursor: string | null }>(`${path}${mark}limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    rows.push(...page.data);
    onPage?.(rows.length);
    cursor = page.nextCursor ?? "";
  } while (cursor !== "");
  return rows;
}
