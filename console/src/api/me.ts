import { session } from "./session";
import { useStore } from "./store";

const idOf = (now: ReturnType<typeof session.get>): string => (now.state === "in" || now.state === "expired" ? now.me.principalId : "");

/** The caller's own id; empty where nobody is signed in. */
export const myId = (): string => idOf(session.get());

/** The same, as it changes. */
export const useMyId = (): string => idOf(useStore(session));

/** The warehouses to which the caller is bound; nothing where they may act in all. */
export function useMyPlaces(): readonly string[] | undefined {
  const now = useStore(session);
  return now.state === "in" || now.state === "expired" ? (now.me.warehouseIds ?? undefined) : undefined;
}
