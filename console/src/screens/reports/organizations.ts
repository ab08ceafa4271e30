import { type Me, session } from "../../api/session";
import { useStore } from "../../api/store";

/** An organization to which the user belongs. */
export type Membership = Me["memberships"][number];

/** The organizations of the user, those that this tab shows first. */
export function useMemberships(): readonly Membership[] {
  const now = useStore(session);
  if (now.state !== "in" && now.state !== "expired") return NONE;
  const { organization } = now;
  return now.me.memberships.toSorted((one, other) => Number(other.organizationId === organization) - Number(one.organizationId === organization));
}

const NONE: readonly Membership[] = [];
