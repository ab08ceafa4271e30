// The ways out of a refusal: calls of the API, and places of the console.

import { send } from "./client";
import { apiBase } from "./place";
import { problemOf, type WayOut } from "./problem";

const API = "/api/v1/";

/** The path of a way below `/api/v1`, and what it asks; nothing where it leads elsewhere. */
export function pathOf(way: Pick<WayOut, "href">): { path: string; query: URLSearchParams } | undefined {
  let url: URL;
  try {
    url = new URL(way.href, apiBase);
  } catch {
    return undefined;
  }
  // The service names itself as it is reached from outside, which behind a proxy may be another name than here.
  const at = url.pathname.indexOf(API);
  return at < 0 ? undefined : { path: url.pathname.slice(at + API.length), query: url.searchParams };
}

const RENAMED: Record<string, string> = { dateFrom: "from", dateTo: "to", journalCode: "journal" };
const FILTERS = new Set(["status", "from", "to", "journal", "account", "q", "kind", "reference"]);

/** Where the console shows what this call reads: `/journal/je_…`. Nothing where no screen does. */
export function screenOf(way: Pick<WayOut, "href" | "method">): string | undefined {
  if (way.method !== "GET") return undefined;
  const found = pathOf(way);
  if (!found) return undefined;
  const [, goods, one] = /^inventory\/(movements|counts)(?:\/(\w+))?$/.exec(found.path) ?? [];
  if (goods) return one ? `/${goods}/${one}` : `/${goods}${filters(found.query)}`;
  const [, list, id] = /^accounting\/([\w-]+)(?:\/([\w-]+))?$/.exec(found.path) ?? [];
  if (list === "journal-entries") return id ? `/journal/${id}` : `/journal${filters(found.query)}`;
  if (list === "accounts") return id ? `/accounts/${id}` : "/accounts";
  if (list === "open-items") return "/open-items";
  return undefined;
}

function filters(query: URLSearchParams): string {
  const kept = [...query].map(([name, value]) => [RENAMED[name] ?? name, value] as const).filter(([name]) => FILTERS.has(name));
  return kept.length === 0 ? "" : `?${new URLSearchParams(kept.map(([name, value]) => [name, value]))}`;
}

/** Whether the console can go this way: the caller may, and it is a call of this API or a screen. */
export function canGo(way: WayOut): boolean {
  if (way.allowed === false) return false;
  return way.method === "GET" ? screenOf(way) !== undefined : pathOf(way) !== undefined;
}

/** The way with this reason where it takes one; with none typed, as it was offered. */
export function withReason(way: WayOut, reason: string): WayOut {
  const takes = way.needs?.includes("/reason") || (typeof way.body === "object" && way.body !== null && "reason" in way.body);
  if (!takes || reason === "") return way;
  return { ...way, body: withValue(way.body ?? {}, "/reason", reason), needs: way.needs?.filter((pointer) => pointer !== "/reason") ?? [] };
}

/** Makes the call of a way. A refusal of it is thrown as a problem. */
export async function goWay(way: WayOut, body: unknown, key: string): Promise<unknown> {
  const found = pathOf(way);
  if (!found) throw problemOf(0, null);
  const query = found.query.size > 0 ? `?${found.query}` : "";
  const hasBody = body !== undefined && body !== null;
  const response = await send(
    new Request(`${apiBase}${API}${found.path}${query}`, {
      method: way.method,
      headers: { "Idempotency-Key": key, ...(hasBody && { "Content-Type": "application/json" }) },
      ...(hasBody && { body: JSON.stringify(body) }),
    }),
  );
  const answer = (await response.json().catch(() => null)) as unknown;
  if (!response.ok) throw problemOf(response.status, answer);
  return answer;
}

/** The body with a value at a pointer: `/lines/0/reason`. */
export function withValue(body: unknown, pointer: string, value: unknown): unknown {
  const [first, ...rest] = pointer.split("/").slice(1).map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"));
  if (first === undefined) return value;
  const inner = rest.length > 0 ? withValue(childOf(body, first), `/${rest.join("/")}`, value) : value;
  if (Array.isArray(body)) return Object.assign([...(body as unknown[])], { [Number(first)]: inner });
  return { ...(body as object | null), [first]: inner };
}

function childOf(body: unknown, name: string): unknown {
  return typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;
}
