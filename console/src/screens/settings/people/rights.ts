// Every right in words, in the groups in which people think of them.

import type { Permission } from "../../../api/session";

/** Rights of one kind of work, in the order in which a form shows them. */
export interface RightGroup {
  title: string;
  rights: readonly (readonly [Permission, string])[];
}

/** All rights: what each lets somebody do. */
export const RIGHTS: readonly RightGroup[] = [
  {
    title: "Journal",
    rights: [
      ["journalEntries:read", "Read entries, open items and matches"],
      ["journalEntries:draft", "Write drafts and submit them"],
      ["journalEntries:post", "Post entries"],
      ["journalEntries:approve", "Approve and reject what others submitted"],
      ["journalEntries:void", "Void posted entries"],
      ["journalEntries:reverse", "Reverse entries on a later day"],
      ["journalEntries:correct", "Correct posted entries"],
      ["journalEntries:match", "Match open items, and undo matches"],
      ["recurringEntries:read", "Read recurring entries"],
      ["recurringEntries:manage", "Make and change recurring entries"],
      ["revaluations:run", "Revalue foreign currencies"],
    ],
  },
  {
    title: "Accounts and parties",
    rights: [
      ["accounts:read", "Read the chart and statement mappings"],
      ["accounts:manage", "Change the chart and statement mappings"],
      ["parties:lookup", "See codes and names of customers, suppliers and other parties"],
      ["parties:read", "Read customers, suppliers and other parties"],
      ["parties:manage", "Change customers, suppliers and other parties"],
      ["dimensions:read", "Read dimensions and their values"],
      ["dimensions:manage", "Change dimensions and their values"],
      ["journals:read", "Read journals"],
      ["journals:manage", "Change journals"],
      ["currencies:read", "Read currencies"],
      ["currencies:manage", "Add currencies of your own"],
      ["exchangeRates:read", "Read exchange rates"],
      ["exchangeRates:manage", "Record and import exchange rates"],
    ],
  },
  {
    title: "Periods and reports",
    rights: [
      ["periods:read", "Read fiscal years and periods"],
      ["periods:manage", "Make fiscal years"],
      ["periods:softClose", "Soft-close periods, and open them again"],
      ["periods:close", "Close periods and years, and reopen years"],
      ["periods:override", "Post into soft-closed periods"],
      ["reports:read", "Read statements and reports"],
    ],
  },
  {
    title: "Goods",
    rights: [
      ["items:read", "Read items, stock and what is available"],
      ["items:manage", "Change items, categories and reason codes"],
      ["costs:read", "See what goods cost"],
      ["movements:read", "Read movements of goods"],
      ["movements:draft", "Write drafts of movements"],
      ["movements:cost", "State what drafts of receipts cost"],
      ["movements:post", "Post receipts, issues and transfers"],
      ["movements:approve", "Approve and reject movements"],
      ["movements:adjust", "Adjust stock and its value"],
      ["movements:void", "Void movements"],
      ["inventory:lateEntry", "Post goods of days whose month is closed"],
      ["reservations:read", "Read reservations"],
      ["reservations:manage", "Reserve goods and release them"],
      ["counts:read", "Read counts"],
      ["counts:record", "Plan counts and record what is found"],
      ["counts:approve", "Approve the differences of counts"],
      ["frozenPools:manage", "Freeze goods and release them"],
    ],
  },
  {
    title: "Places",
    rights: [
      ["warehouses:read", "Read warehouses and bins"],
      ["warehouses:create", "Add warehouses"],
      ["warehouses:update", "Change warehouses and their bins"],
      ["warehouses:delete", "Delete warehouses"],
    ],
  },
  {
    title: "Administration",
    rights: [
      ["organization:read", "Read the organization's settings"],
      ["organization:update", "Change the organization's settings"],
      ["users:read", "See who works here"],
      ["users:manage", "Add people, give them roles, lock them out"],
      ["roles:read", "Read roles"],
      ["roles:manage", "Make and change roles"],
      ["serviceAccounts:read", "Read service accounts"],
      ["serviceAccounts:manage", "Manage service accounts and their secrets"],
      ["approvalPolicies:read", "Read approval policies"],
      ["approvalPolicies:manage", "Change approval policies"],
      ["controlChanges:read", "Read changes of controls"],
      ["controlChanges:approve", "Approve changes of controls"],
    ],
  },
  {
    title: "Oversight",
    rights: [
      ["audit:read", "Read the audit trail and security events"],
      ["events:read", "Follow the feed of events, which keeps screens up to date"],
      ["metrics:read", "Read the measurements of the service"],
    ],
  },
];

const words = new Map<string, string>(RIGHTS.flatMap((group) => group.rights));

/** A right in words; as the API names it where it is new. */
export const rightInWords = (right: string): string => words.get(right) ?? right;
