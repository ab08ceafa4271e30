import { useNavigate } from "@tanstack/react-router";
import { apiBase } from "../../api/place";
import { send } from "../../api/client";
import { newKey } from "../../api/key";
import { type WayOut, problemOf } from "../../api/problem";
import { touched } from "../../api/queries";
import { say } from "../../app/toasts";

/** The part of a way's address behind the service's own, wherever the service thinks that it is reached. */
function pathOf(way: WayOut): string {
  const path = new URL(way.href, apiBase).pathname;
  return path.slice(Math.max(0, path.indexOf("/api/v1")));
}

/** The entry that a way leads to, where it only shows one. */
function entryOf(way: WayOut): string | undefined {
  return /\/journal-entries\/(je_[0-9a-z]+)$/.exec(pathOf(way))?.[1];
}

/** Whether a way can be gone with what is there: it shows an entry, or is a call that lacks nothing but the reason. */
export function isOffered(way: WayOut): boolean {
  if (way.method === "GET") return entryOf(way) !== undefined;
  return (way.needs ?? []).every((pointer) => pointer === "/reason");
}

/** Goes a way out of a refusal: shows the entry, or makes the call with this reason. A refusal is thrown. */
export function useGoing(): (way: WayOut, reason?: string) => Promise<void> {
  const navigate = useNavigate();
  return async (way, reason) => {
    if (way.method === "GET") {
      await navigate({ to: "/journal/$entry", params: { entry: entryOf(way) ?? "" } });
      return;
    }
    const given = (way.body ?? {}) as Record<string, unknown>;
    const body = reason?.trim() && ("reason" in given || way.needs?.includes("/reason")) ? { ...given, reason: reason.trim() } : given;
    const response = await send(
      new Request(`${apiBase}${pathOf(way)}`, {
        method: way.method,
        headers: { "Content-Type": "application/json", "Idempotency-Key": newKey() },
        ...(way.method !== "DELETE" && { body: JSON.stringify(body) }),
      }),
    );
    if (!response.ok) throw problemOf(response.status, await response.json().catch(() => null));
    await touched("entries", "balances", "matches", "periods", "stock", "inbox");
    say(`Done: ${way.title.charAt(0).toLowerCase()}${way.title.slice(1)}.`);
  };
}
