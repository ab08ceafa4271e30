import { noteUse, wantedAt } from "./lastOrganization";
import type { components } from "./schema";
import { apiBase, home } from "./place";
import { Problem, problemOf } from "./problem";
import { store } from "./store";

/** The caller and what they may do. */
export type Me = components["schemas"]["MeView"];
/** A right, as the API names it. */
export type Permission = Me["permissions"][number];

/** The charts of accounts that new books can begin with. */
export type Charts = components["schemas"]["SetupState"]["charts"];

/** Where this tab stands with its sign-in. */
export type Session =
  /** Not known yet: the page has just been opened. */
  | { state: "unknown" }
  /** Nobody can sign in yet: the page is the set-up. */
  | { state: "empty"; charts: Charts }
  /** Nobody is signed in: the page is the sign-in. */
  | { state: "out"; why?: string }
  /** Somebody is. */
  | { state: "in"; me: Me; organization: string }
  /** The session ended while somebody worked: the sign-in lies over the page, and nothing below it is lost. */
  | { state: "expired"; me: Me; organization: string };

/** The sign-in of this tab. The CSRF token is in memory alone. */
export const session = store<Session>({ state: "unknown" });

/** The session shows other books than this tab: what people choose, and the books that it shows. */
export const elsewhere = store<{ actual: string; choose: (choice: "here" | "there") => Promise<void> } | null>(null);
let choice: Promise<boolean> | null = null;

/**
 * How an ended session is told: over the page, or, while somebody types, by a line above it, so that what they type does not
 * end in the field of the password.
 */
export const asking = store<"line" | "dialog">("dialog");

function isTyping(): boolean {
  const at = typeof document === "undefined" ? null : document.activeElement;
  return at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement;
}

const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("countinghouse-session");
let csrfToken = "";
/** Requests that wait for a sign-in to go on. */
let waiting: Array<(signedIn: boolean) => void> = [];

/** The token that changes carry. */
export const csrf = (): string => csrfToken;

/** The organization that this tab shows: every request says it, so that none is ever taken for another's books. */
export function organization(): string | undefined {
  const now = session.get();
  return now.state === "in" || now.state === "expired" ? now.organization : undefined;
}

/** Whether the caller has this right here. */
export function may(permission: Permission): boolean {
  const now = session.get();
  return (now.state === "in" || now.state === "expired") && now.me.permissions.includes(permission);
}

async function plain(path: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(`${apiBase}/api/v1${path}`, { credentials: "same-origin", ...init });
  } catch {
    throw problemOf(0, null);
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  return response.json().catch(() => null);
}

function came(me: Me): void {
  csrfToken = me.csrfToken ?? "";
  noteUse(me.username ?? null, me.organizationId ?? null);
  session.set({ state: "in", me, organization: me.organizationId ?? "" });
}

/** Reads who is signed in. A tab whose sign-in now shows another organization says so, and keeps its own until told. */
export async function readMe(): Promise<void> {
  const response = await plain("/auth/me");
  if (response.status === 401) {
    if (session.get().state === "unknown" && (await isEmpty())) return;
    lost();
    return;
  }
  const body = await bodyOf(response);
  if (!response.ok) throw problemOf(response.status, body);
  came(body as Me);
}

/** Whether the service waits for its set-up, which is shown then. */
async function isEmpty(): Promise<boolean> {
  const response = await plain("/auth/setup");
  if (!response.ok) return false;
  const told = (await bodyOf(response)) as components["schemas"]["SetupState"];
  if (told.isNeeded) session.set({ state: "empty", charts: told.charts });
  return told.isNeeded;
}

/**
 * Signs in, and lets waiting requests go on. Somebody else at an ended session starts anew. Where no organization is named, the one
 * that the tab shows or that the user used last here is entered; where `asksWhich`, who belongs to several and used none here is
 * asked for one.
 */
export async function signIn(username: string, password: string, organizationId?: string, asksWhich = false): Promise<void> {
  const before = session.get();
  const shown = before.state === "expired" ? before.organization : undefined;
  const wanted = organizationId ? [organizationId] : wantedAt(username, shown);
  let entered: string | undefined;
  for (const one of wanted) {
    const response = await plain("/auth/session", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ username, password, organizationId: one }),
    });
    const body = await bodyOf(response);
    if (response.ok) {
      csrfToken = (body as components["schemas"]["SessionView"]).csrfToken;
      entered = one;
      break;
    }
    const problem = problemOf(response.status, body);
    if (problem.code !== "organization_required" || one === wanted.at(-1)) throw problem;
  }
  const me = await plain("/auth/me");
  if (!me.ok) throw problemOf(me.status, await bodyOf(me));
  const who = (await bodyOf(me)) as Me;
  if (asksWhich && entered === undefined && who.memberships.length > 1) {
    await plain("/auth/session", { method: "DELETE", headers: { "X-CSRF-Token": csrfToken } });
    throw problemOf(400, {
      code: "organization_required",
      detail: "you belong to several organizations: choose one",
      context: { organizations: who.memberships },
    });
  }
  if (before.state === "expired" && before.me.principalId !== who.principalId) {
    // What lies below was typed by another person.
    resume(false);
    location.assign(home);
    return;
  }
  came(who);
  channel?.postMessage("signed-in");
  resume(true);
}

/** Changes the organization that this tab shows, and goes to its beginning or another place; what was read of the other is dropped with the page. */
export async function changeOrganization(organizationId: string, to = home): Promise<void> {
  const response = await plain("/auth/session", {
    method: "PUT",
    headers: { "Content-Type": "application/json", "X-CSRF-Token": csrfToken },
    body: JSON.stringify({ organizationId }),
  });
  if (!response.ok) throw problemOf(response.status, await bodyOf(response));
  channel?.postMessage("organization-changed");
  location.assign(to);
}

/**
 * Asks whether this tab goes on with its own books, which leads the session back to them. True where the request may be sent
 * again.
 */
export function whichBooks(actual: string): Promise<boolean> {
  choice ??= new Promise<boolean>((resolve) => {
    elsewhere.set({
      actual,
      async choose(wanted) {
        if (wanted === "there") {
          location.assign(home);
          return;
        }
        const response = await plain("/auth/session", {
          method: "PUT",
          headers: { "Content-Type": "application/json", "X-CSRF-Token": csrfToken },
          body: JSON.stringify({ organizationId: organization() }),
        });
        elsewhere.set(null);
        choice = null;
        if (response.ok) channel?.postMessage("organization-changed");
        resolve(response.ok);
      },
    });
  });
  return choice;
}

/** Signs out, and forgets what is kept on this device for the user. */
export async function signOut(): Promise<void> {
  const before = session.get();
  await plain("/auth/session", { method: "DELETE", headers: { "X-CSRF-Token": csrfToken } }).catch(() => undefined);
  channel?.postMessage("signed-out");
  csrfToken = "";
  session.set({ state: "out" });
  forgetToken();
  if (before.state !== "in" && before.state !== "expired") return;
  // Loaded now, as only forms need it before.
  const { forgetAllOf } = await import("./kept");
  await forgetAllOf(before.me.principalId);
}

/** The token that was pasted at `/docs`, which keeps it under this name, goes with the sign-in. */
function forgetToken(): void {
  try {
    localStorage.removeItem("authorized");
  } catch {
    // Nothing is kept on this device.
  }
}

/** The session is gone: where somebody works, a sign-in lies over the page. */
export function lost(): void {
  const now = session.get();
  if (now.state === "in") {
    asking.set(isTyping() ? "line" : "dialog");
    session.set({ state: "expired", me: now.me, organization: now.organization });
  }
  else if (now.state === "unknown") session.set({ state: "out" });
}

/** Waits until somebody has signed in again; false where they do not want to. What they asked for themselves asks at once. */
export function signedInAgain(isAsked: boolean): Promise<boolean> {
  lost();
  if (isAsked) asking.set("dialog");
  return new Promise((resolve) => waiting.push(resolve));
}

/** Gives up: whatever waits fails, and the page becomes the sign-in. */
export function leave(): void {
  resume(false);
  csrfToken = "";
  session.set({ state: "out" });
}

function resume(signedIn: boolean): void {
  const all = waiting;
  waiting = [];
  for (const one of all) one(signedIn);
}

channel?.addEventListener("message", (event) => {
  const now = session.get();
  if (event.data === "signed-out" && now.state === "in") lost();
  if (event.data === "signed-in" && now.state !== "unknown") {
    void readMe().then(
      () => resume(true),
      (problem: unknown) => {
        if (!(problem instanceof Problem)) throw problem;
      },
    );
  }
});
