import createClient from "openapi-fetch";
import { connection, pause } from "./connection";
import { apiBase } from "./place";
import { problemOf } from "./problem";
import type { paths } from "./schema";
import { csrf, organization, readMe, signedInAgain, whichBooks } from "./session";

/** How often a request is sent again where the service asked to wait. */
const MOST_WAITS = 6;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

const isRead = (method: string): boolean => method === "GET" || method === "HEAD";

/** The seconds that the service asks to wait, in milliseconds. */
function askedPause(response: Response): number {
  const seconds = Number(response.headers.get("Retry-After") ?? "1");
  return Math.min(Number.isFinite(seconds) ? Math.max(seconds, 0.5) : 1, 30) * 1_000;
}

async function codeOf(response: Response): Promise<string> {
  const body = (await response.clone().json().catch(() => null)) as { code?: string } | null;
  return body?.code ?? "";
}

/** The request with what this tab adds at the moment of sending. */
function dressed(request: Request): Request {
  const sent = new Request(request.clone(), { credentials: "same-origin" });
  const shown = organization();
  if (shown) sent.headers.set("X-Organization-Id", shown);
  if (!isRead(request.method)) sent.headers.set("X-CSRF-Token", csrf());
  return sent;
}

/**
 * Sends a request until there is an answer that counts. An ended session waits for a sign-in over the page; an overloaded
 * service is asked again when it says; a change whose answer was lost is repeated with its key, which makes it once.
 */
export async function send(request: Request): Promise<Response> {
  const isSafe = isRead(request.method) || request.headers.has("Idempotency-Key") || request.url.includes("dryRun=true");
  let waits = 0;
  let losses = 0;
  let readAgain = false;
  for (;;) {
    let response: Response;
    try {
      response = await fetch(dressed(request));
    } catch (error) {
      if (request.signal.aborted || !isSafe) throw error;
      if (isRead(request.method) && losses >= 2) throw problemOf(0, null);
      losses += 1;
      const now = connection.get();
      const hasChange = !isRead(request.method) || (now.state === "lost" && now.hasChange);
      connection.set({ state: "lost", since: now.state === "lost" ? now.since : Date.now(), hasChange });
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** (losses - 1), LONGEST_PAUSE_MS), request.signal);
      if (request.signal.aborted) throw error;
      continue;
    }
    if (response.status === 401) {
      if (await signedInAgain(!isRead(request.method) && !request.url.includes("dryRun=true"))) continue;
      return response;
    }
    if (response.status === 403 && !readAgain && (await codeOf(response)) === "csrf_failed") {
      readAgain = true;
      await readMe();
      continue;
    }
    if (response.status === 409 && (await codeOf(response)) === "organization_mismatch") {
      const body = (await response.clone().json()) as { context?: { actual?: string } };
      if (await whichBooks(body.context?.actual ?? "")) continue;
      return response;
    }
    if ((response.status === 429 || response.status === 503) && isSafe && waits < MOST_WAITS) {
      waits += 1;
      const milliseconds = askedPause(response);
      connection.set({ state: "busy", until: Date.now() + milliseconds });
      await pause(milliseconds, request.signal);
      if (request.signal.aborted) return response;
      continue;
    }
    if (connection.get().state !== "fine") connection.set({ state: "fine" });
    return response;
  }
}

/** The API, with the types of its document. */
export const api = createClient<paths>({
  baseUrl: apiBase,
  fetch: send,
  // `status=draft,posted`, and `dimension[costCenter]=…` as the API reads them.
  querySerializer: { array: { style: "form", explode: false }, object: { style: "deepObject", explode: true } },
});

/** What a call answers as JSON; a refusal is thrown as a problem. Its document names files and pages, too, which are asked for as such. */
export async function answer<D>(call: Promise<{ data?: D; error?: unknown; response: Response }>): Promise<Exclude<D, string>> {
  const { data, error, response } = await call;
  if (!response.ok) throw problemOf(response.status, error);
  return data as Exclude<D, string>;
}
