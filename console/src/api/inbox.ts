import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { answer, api } from "./client";
import { type ControlChange, controlTitle } from "./controls";
import type { EntryRow } from "./entries";
import { useMyId } from "./me";
import { useOrganization } from "./organization";
import type { components } from "./schema";
import { may } from "./session";

/** Why something is in the inbox: to be decided, come back, begun, or waiting for others. */
export type Group = "approve" | "rejected" | "draft" | "sent";

/** Something that waits, whatever kind of record it is. */
export interface InboxItem {
  id: string;
  version: number;
  kind: "entry" | "movement" | "count" | "control";
  group: Group;
  /** The accounting day, or that of the goods. */
  day: string | null;
  title: string;
  amount: string | null;
  currency: string | null;
  /** Who sent it, where that is known. */
  by: string | undefined;
  /** When it began to wait. */
  at: string;
  /** Why it came back. */
  reason: string | undefined;
  /** Why the caller cannot decide it. */
  undecidable: string | undefined;
}

/** What of a list is read: more than that is told as "and more". */
const MOST = 200;
const ORDER: Group[] = ["approve", "rejected", "draft", "sent"];

type Movement = components["schemas"]["MovementSummary"];
type Count = components["schemas"]["CountView"];

/**
 * What waits for the caller: approvals, what came back, drafts, and what they sent to others. It is put together here from a list
 * of each kind.
 */
export function useInbox(): { items: InboxItem[]; isLoading: boolean; isCut: boolean; error: Error | undefined } {
  const me = useMyId();
  const isSeparated = Boolean(useOrganization()?.separationOfDuties.approverNotPreparer);
  const reads = may("journalEntries:read");
  const common = { staleTime: 10_000, refetchInterval: 60_000 };
  const [pending, drafts, movements, counts, controls] = useQueries({
    queries: [
      {
        ...common,
        queryKey: ["inbox", "entries", "pendingApproval"],
        enabled: reads && (may("journalEntries:approve") || may("journalEntries:draft")),
        queryFn: ({ signal }) => entries("pendingApproval", signal),
      },
      {
        ...common,
        queryKey: ["inbox", "entries", "draft"],
        enabled: reads && may("journalEntries:draft"),
        queryFn: ({ signal }) => entries("draft", signal),
      },
      {
        ...common,
        queryKey: ["inbox", "movements"],
        enabled: may("movements:read") && may("movements:approve"),
        queryFn: async ({ signal }): Promise<Movement[]> => {
          const query = { status: ["pendingApproval" as const], limit: MOST };
          return (await answer(api.GET("/api/v1/inventory/movements", { params: { query }, signal }))).data;
        },
      },
      {
        ...common,
        queryKey: ["inbox", "counts"],
        enabled: may("counts:read") && may("counts:approve"),
        queryFn: async ({ signal }): Promise<Count[]> => {
          const query = { status: ["submitted" as const], limit: MOST };
          return (await answer(api.GET("/api/v1/inventory/counts", { params: { query }, signal }))).data;
        },
      },
      {
        ...common,
        queryKey: ["inbox", "controls"],
        enabled: may("controlChanges:read"),
        queryFn: async ({ signal }): Promise<ControlChange[]> => {
          const query = { status: "proposed", limit: MOST } as const;
          return (await answer(api.GET("/api/v1/control-changes", { params: { query }, signal }))).data;
        },
      },
    ],
  }) as [UseQueryResult<EntryRow[]>, UseQueryResult<EntryRow[]>, UseQueryResult<Movement[]>, UseQueryResult<Count[]>, UseQueryResult<ControlChange[]>];
  const all = [pending, drafts, movements, counts, controls];
  const items = [
    ...(pending.data ?? []).flatMap((row) => waiting(row, me, isSeparated)),
    ...(drafts.data ?? []).filter((row) => row.createdBy === undefined || row.createdBy === me || row.submittedBy === me).map(begun),
    ...(movements.data ?? []).map(goods),
    ...(counts.data ?? []).filter((row) => row.needsApproval).map((row) => counted(row, me, isSeparated)),
    ...(controls.data ?? []).flatMap((row) => controlled(row, me)),
  ];
  return {
    items: items.toSorted((one, other) => ORDER.indexOf(one.group) - ORDER.indexOf(other.group) || one.at.localeCompare(other.at)),
    isLoading: all.some((one) => one.isLoading),
    isCut: all.some((one) => one.data?.length === MOST),
    error: all.find((one) => one.error)?.error ?? undefined,
  };
}

/** How many decisions and returned drafts wait for the caller. */
export function useWaiting(): number {
  return useInbox().items.filter((one) => one.group === "approve" || one.group === "rejected").length;
}

async function entries(status: "draft" | "pendingApproval", signal: AbortSignal): Promise<EntryRow[]> {
  const query = { status: [status], limit: MOST };
  return (await answer(api.GET("/api/v1/accounting/journal-entries", { params: { query }, signal }))).data;
}

function fromEntry(row: EntryRow): Omit<InboxItem, "group"> {
  return {
    id: row.id,
    version: row.version,
    kind: "entry",
    day: row.date,
    title: row.description,
    amount: row.totalDebit,
    currency: row.baseCurrency,
    by: row.submittedByName ?? row.createdByName ?? undefined,
    at: row.submittedAt ?? row.updatedAt,
    reason: undefined,
    undecidable: undefined,
  };
}

/** To be decided by whoever may; to its sender, something that others decide. */
function waiting(row: EntryRow, me: string, isSeparated: boolean): InboxItem[] {
  const isMine = row.submittedBy === me || row.createdBy === me;
  if (may("journalEntries:approve") && !(isMine && isSeparated)) return [{ ...fromEntry(row), group: "approve" }];
  if (!isMine) return [];
  const undecidable = may("journalEntries:approve") ? "You prepared it; here another person must approve." : "It waits for somebody who may approve.";
  return [{ ...fromEntry(row), group: "sent", by: "you", undecidable }];
}

function begun(row: EntryRow): InboxItem {
  const reason = row.rejectionReason ?? undefined;
  return { ...fromEntry(row), group: reason ? "rejected" : "draft", by: undefined, reason };
}

function goods(row: Movement): InboxItem {
  return {
    id: row.id,
    version: row.version,
    kind: "movement",
    group: "approve",
    day: row.postingDate ?? row.occurredAt?.slice(0, 10) ?? null,
    title: row.description || (row.reference ?? ""),
    amount: null,
    currency: null,
    by: undefined,
    at: row.updatedAt,
    reason: undefined,
    undecidable: undefined,
  };
}

/** A change of controls: to be decided by whoever may; to who proposed it, something that others decide. */
function controlled(row: ControlChange, me: string): InboxItem[] {
  const isMine = row.proposedBy === me;
  if (!isMine && !may("controlChanges:approve")) return [];
  return [
    {
      id: row.id,
      version: row.version,
      kind: "control",
      group: isMine ? "sent" : "approve",
      day: null,
      title: controlTitle(row),
      amount: null,
      currency: null,
      by: isMine ? "you" : undefined,
      at: row.proposedAt,
      reason: undefined,
      undecidable: isMine ? "You proposed it; another person must approve." : undefined,
    },
  ];
}

function counted(row: Count, me: string, isSeparated: boolean): InboxItem {
  return {
    id: row.id,
    version: row.version,
    kind: "count",
    group: "approve",
    day: row.snapshotDate,
    title: row.description || `Count of ${row.warehouseCode ?? "a warehouse"}`,
    amount: null,
    currency: null,
    by: row.submittedBy === me ? "you" : undefined,
    at: row.submittedAt ?? row.updatedAt,
    reason: undefined,
    undecidable: isSeparated && row.countedBy.includes(me) ? "You counted it; here another person must approve." : undefined,
  };
}
