import { useQuery } from "@tanstack/react-query";
import { answer, api } from "./client";
import { newKey } from "./key";
import { Problem } from "./problem";
import { inWords, useRoles } from "./people";
import { may } from "./session";

/**
 * The roles whose holders may close a period, in words. Who may read roles reads them there; for others the service says it
 * as it refuses to close: it is only asked what closing would do.
 */
export function useClosers(periodId: string, isWanted: boolean): string[] | undefined {
  const roles = useRoles().data;
  const asks = isWanted && !may("roles:read") && !may("periods:close");
  const { data } = useQuery({
    queryKey: ["people", "closers"],
    enabled: asks,
    staleTime: Infinity,
    queryFn: async (): Promise<string[]> => {
      const params = { path: { id: periodId }, query: { dryRun: true }, header: { "Idempotency-Key": newKey() } };
      try {
        await answer(api.POST("/api/v1/accounting/periods/{id}/close", { params, body: {} }));
        return [];
      } catch (error) {
        const held = error instanceof Problem ? error.body.context["heldBy"] : undefined;
        return Array.isArray(held) ? held.map((role) => inWords(String(role))) : [];
      }
    },
  });
  return may("roles:read") ? holdersOf(roles, "periods:close") : data;
}

/** The roles whose holders may post into soft-closed periods, in words; undefined where the caller may not know. */
export function useOverriders(): string[] | undefined {
  return holdersOf(useRoles().data, "periods:override");
}

function holdersOf(roles: ReturnType<typeof useRoles>["data"], right: string): string[] | undefined {
  const own = roles?.filter((role) => (role.permissions as readonly string[]).includes(right));
  return own?.map((role) => (role.isBuiltIn ? inWords(role.name) : role.name));
}

/** `controller or admin`. */
export function either(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1) ?? ""}`;
}
