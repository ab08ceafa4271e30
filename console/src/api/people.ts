import { useMemo } from "react";
import { type Reading, useAll } from "./records";
import type { components } from "./schema";
import { myId, useMyId } from "./me";
import { may } from "./session";

// Who works in the books: people, programs, and the roles that give them rights.

/** A person's membership in these books. */
export type Person = components["schemas"]["UserView"];
/** A set of rights under a name. */
export type Role = components["schemas"]["RoleView"];
/** The sign-in of a program. */
export type ServiceAccount = components["schemas"]["ServiceAccountView"];
/** An offer to somebody who has a login. */
export type Invitation = components["schemas"]["InvitationView"];
/** A warehouse, as far as people are assigned to it. */
export type Warehouse = components["schemas"]["WarehouseView"];

/** All people of these books. */
export const usePeople = (): Reading<Person[]> => useAll<Person>("people", "/users", may("users:read"));

/** All roles, built-in ones first. */
export const useRoles = (): Reading<Role[]> => useAll<Role>("people", "/roles", may("roles:read"));

/** All service accounts. */
export const useServiceAccounts = (): Reading<ServiceAccount[]> =>
  useAll<ServiceAccount>("people", "/service-accounts", may("serviceAccounts:read"));

/** All warehouses. */
export const useWarehouses = (): Reading<Warehouse[]> => useAll<Warehouse>("stock", "/warehouses", may("warehouses:read"));

/** How somebody is called: their name, else their login. */
export const nameOf = (person: Pick<Person, "displayName" | "username">): string =>
  person.displayName ?? person.username ?? "somebody without a name";

/** Names of people and programs by their ids, as far as the caller may know them; the caller is "you". */
export function useNaming(): (id: string | null | undefined) => string {
  const people = usePeople().data;
  const accounts = useServiceAccounts().data;
  return useMemo(() => {
    const names = new Map<string, string>([
      ...(people ?? []).map((one) => [one.id, nameOf(one)] as const),
      ...(accounts ?? []).map((one) => [one.id, one.name ?? "a program"] as const),
    ]);
    const me = myId();
    return (id) => (!id ? "nobody" : id === me ? "you" : (names.get(id) ?? "somebody"));
  }, [people, accounts]);
}

/** Names of roles by their ids: built-in ones have theirs as id. */
export function useRoleNames(): (id: string) => string {
  const { data } = useRoles();
  return useMemo(() => {
    const names = new Map((data ?? []).map((role) => [role.id, role.isBuiltIn ? inWords(role.name) : role.name]));
    return (id) => names.get(id) ?? inWords(id);
  }, [data]);
}

/** `warehouseManager` as `warehouse manager`. */
export const inWords = (name: string): string => (/^[a-z]+[A-Za-z]*$/.test(name) ? name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase() : name);

/**
 * Names of people by their ids: "you", what the record itself tells, and the others' for those who may read users. Undefined where
 * the caller may not know it, or nobody is named.
 */
export function useNames(): (id: string | null | undefined, told?: string | null) => string | undefined {
  const me = useMyId();
  const people = usePeople().data;
  return useMemo(() => {
    const names = new Map((people ?? []).map((one) => [one.id as string, nameOf(one)]));
    return (id, told) => (!id ? undefined : id === me ? "you" : (told ?? names.get(id)));
  }, [people, me]);
}
