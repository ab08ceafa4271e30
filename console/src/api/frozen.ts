import { useQuery } from "@tanstack/react-query";
import { answer, api } from "./client";
import { type Asked, readPath } from "./paged";
import type { components } from "./schema";
import { may } from "./session";

/** Goods that cannot be moved until they are released. */
export type Frozen = components["schemas"]["FrozenPoolView"];

/** What is frozen of an item or in a warehouse. */
export function useFrozen(asked: Asked): Frozen[] {
  const { data } = useQuery({
    queryKey: ["stock", "frozen", asked],
    enabled: may("movements:read"),
    queryFn: ({ signal }) => readPath<{ data: Frozen[] }>("/inventory/frozen-pools", { ...asked, status: "frozen", limit: "50" }, signal),
  });
  return data?.data ?? [];
}

/** Freezes goods, with the reason. */
export const freeze = (body: components["schemas"]["FreezeInput"], key: string): Promise<unknown> =>
  answer(api.POST("/api/v1/inventory/frozen-pools", { params: { header: { "Idempotency-Key": key } }, body }));

/** Lets frozen goods move again, with the reason. */
export const release = (frozen: Frozen, reason: string, key: string): Promise<unknown> =>
  answer(
    api.POST("/api/v1/inventory/frozen-pools/{id}/release", {
      params: { path: { id: frozen.id }, header: { "Idempotency-Key": key, "If-Match": `"${frozen.version}"` } },
      body: { reason },
    }),
  );
