// Rights that one person should not have together: each pair lets somebody do and hide, or do and approve.

import type { Permission } from "../../../api/session";

/** Two duties in one hand. */
export interface Conflict {
  id: string;
  /** What the person could do alone. */
  says: string;
  /** What keeps it from happening all the same, where something can. */
  unless?: string;
  rights: Permission[];
}

type Rule = Omit<Conflict, "rights"> & { one: readonly Permission[]; other: readonly Permission[] };

const PREPARES: readonly Permission[] = ["journalEntries:draft", "journalEntries:post"];

const RULES: readonly Rule[] = [
  {
    id: "prepares-approves",
    says: "Prepares entries and approves them.",
    unless: "Safe where the organization separates approval from preparation.",
    one: PREPARES,
    other: ["journalEntries:approve"],
  },
  {
    id: "posts-voids",
    says: "Posts entries and takes them back.",
    unless: "Safe where the organization separates voiding from posting.",
    one: ["journalEntries:post"],
    other: ["journalEntries:void"],
  },
  {
    id: "posts-closes",
    says: "Posts entries and closes the periods that they are in.",
    one: ["journalEntries:post"],
    other: ["periods:close"],
  },
  {
    id: "policies-posts",
    says: "Sets the approval policies and posts what they hold back.",
    unless: "Safe where changes of controls take a second person.",
    one: PREPARES,
    other: ["approvalPolicies:manage"],
  },
  {
    id: "rights-posts",
    says: "Gives rights to people and posts entries: could make a second person.",
    one: ["journalEntries:post", "movements:post"],
    other: ["users:manage", "roles:manage"],
  },
  {
    id: "parties-pays",
    says: "Changes suppliers and settles what is owed to them.",
    one: ["parties:manage"],
    other: ["journalEntries:match"],
  },
  {
    id: "moves-approves",
    says: "Moves goods and approves movements.",
    one: ["movements:draft", "movements:post"],
    other: ["movements:approve"],
  },
  {
    id: "receives-prices",
    says: "Takes goods in and states what they cost.",
    one: ["movements:draft", "movements:post"],
    other: ["movements:cost"],
  },
  {
    id: "counts-approves",
    says: "Counts goods and approves the differences.",
    unless: "Safe where the organization separates approval from preparation.",
    one: ["counts:record"],
    other: ["counts:approve"],
  },
  {
    id: "ships-adjusts",
    says: "Ships goods and adjusts away what is missing.",
    one: ["movements:post"],
    other: ["movements:adjust"],
  },
];

/** The duties that meet in one hand with these rights. */
export function conflictsOf(rights: Iterable<string>): Conflict[] {
  const held = new Set(rights);
  return RULES.flatMap(({ id, says, unless, one, other }) => {
    const these = one.filter((right) => held.has(right));
    const those = other.filter((right) => held.has(right));
    if (these.length === 0 || those.length === 0) return [];
    return [{ id, says, ...(unless && { unless }), rights: [...these, ...those] }];
  });
}

/** Rights that do nothing without another one. */
export function idleRights(rights: Iterable<string>): { right: Permission; needs: Permission }[] {
  const held = new Set(rights);
  const needed: [Permission, Permission][] = [
    ["journalEntries:read", "costs:read"],
    ["reports:read", "costs:read"],
  ];
  return needed.filter(([right, needs]) => held.has(right) && !held.has(needs)).map(([right, needs]) => ({ right, needs }));
}
