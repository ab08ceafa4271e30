import { useQuery } from "@tanstack/react-query";
import { send } from "./client";
import { apiBase } from "./place";
import { type Problem, asProblem, problemOf } from "./problem";
import type { Subject } from "./queries";

// Settings are many small nouns with the same five operations: list, create, get, update, delete.

/** What a change sends beside its body. */
export interface Sending {
  body?: unknown;
  /** The idempotency key of the form. */
  key?: string | undefined;
  /** The version that was read: another one is refused with 412. */
  version?: number | undefined;
  query?: Record<string, string | undefined>;
  signal?: AbortSignal;
}

/** An answer, and whether what was asked is only proposed: a second person must approve it. */
export interface Answered<Body> {
  body: Body;
  isProposed: boolean;
}

/** Asks the API: a path below `/api/v1`. A refusal is thrown as a problem. */
export async function ask<Body>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, sending: Sending = {}): Promise<Answered<Body>> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(sending.query ?? {})) if (value !== undefined) query.set(name, value);
  const headers: Record<string, string> = method === "GET" ? {} : { Prefer: "return=representation" };
  if (sending.body !== undefined) headers["Content-Type"] = "application/json";
  if (sending.key !== undefined) headers["Idempotency-Key"] = sending.key;
  if (sending.version !== undefined) headers["If-Match"] = `"${sending.version}"`;
  const request = new Request(`${apiBase}/api/v1${path}${query.size > 0 ? `?${query}` : ""}`, {
    method,
    headers,
    ...(sending.body !== undefined && { body: JSON.stringify(sending.body) }),
    ...(sending.signal && { signal: sending.signal }),
    // What is to be deleted goes also while the page is being left.
    keepalive: method === "DELETE",
  });
  const response = await send(request);
  const body = (await response.json().catch(() => null)) as unknown;
  if (!response.ok) throw problemOf(response.status, body);
  return { body: body as Body, isProposed: response.status === 202 };
}

/** No more are read at once; a longer list says that it is cut. */
const MOST = 2_000;

/** What is asked of a list that is always answered whole, and takes no pages. */
export const WHOLE: NonNullable<Sending["query"]> = { limit: undefined };

/** All records of a list, page by page. */
export async function readAll<View>(path: string, query: Sending["query"] = {}, signal?: AbortSignal): Promise<View[]> {
  const all: View[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask<{ data: View[]; nextCursor?: string | null }>("GET", path, {
      query: { limit: "200", ...query, cursor },
      ...(signal && { signal }),
    });
    all.push(...page.body.data);
    cursor = page.body.nextCursor ?? undefined;
  } while (cursor && all.length < MOST);
  return all;
}

/** What a list or a record was read as. */
export interface Reading<Body> {
  data: Body | undefined;
  problem: Problem | undefined;
  again: () => void;
  /** Whether it is read for the first time. */
  isLoading: boolean;
}

/** A whole list of settings. */
export function useAll<View>(subject: Subject, path: string, isEnabled = true, query: Sending["query"] = {}): Reading<View[]> {
  const { data, error, refetch, isLoading } = useQuery({
    queryKey: [subject, "all", path, query],
    enabled: isEnabled,
    queryFn: ({ signal }) => readAll<View>(path, query, signal),
  });
  return { data, problem: error ? asProblem(error) : undefined, again: () => void refetch(), isLoading };
}

/** One record, or whatever else one address answers. */
export function useOne<View>(subject: Subject, path: string | undefined, isEnabled = true): Reading<View> {
  const { data, error, refetch, isLoading } = useQuery({
    queryKey: [subject, "one", path],
    enabled: isEnabled && path !== undefined,
    queryFn: async ({ signal }) => (await ask<View>("GET", path ?? "", { signal })).body,
  });
  return { data, problem: error ? asProblem(error) : undefined, again: () => void refetch(), isLoading };
}
