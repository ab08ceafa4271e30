import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { readWhole } from "./paged";
import type { components } from "./schema";
import { may, session } from "./session";
import { useStore } from "./store";

type User = components["schemas"]["UserView"];

/** The caller's id; empty where nobody is signed in. */
export function useMyId(): string {
  const now = useStore(session);
  return now.state === "in" || now.state === "expired" ? now.me.principalId : "";
}

/**
 * Names of people by their ids: "you", and the others' for those who may read users. Undefined where the caller may not know
 * it, or nobody is named.
 */
export function useNames(): (id: string | null | undefined, told?: string | null) => string | undefined {
  const me = useMyId();
  const { data } = useQuery({
    queryKey: ["people"],
    enabled: may("users:read"),
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => readWhole<User>("/users", {}, signal),
  });
  return useMemo(() => {
    const names = new Map((data ?? []).map((one) => [one.id as string, one.displayName]));
    return (id, told) => (!id ? undefined : id === me ? "you" : (told ?? names.get(id) ?? undefined));
  }, [data, me]);
}
