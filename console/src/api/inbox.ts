import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { answer, api } from "./client";
import type { components } from "./schema";

type Page = components["schemas"]["InboxPage"];
type Row = components["schemas"]["InboxItem"];

/** Why something is in the inbox, in its order: to be decided, come back, a reversal that is due, begun, or with others. */
export type Group = Row["kind"];

/** How many there are for each reason. */
export type InboxCounts = Page["counts"];

/** Something that waits, whatever kind of record it is. */
export interface InboxItem {
  id: string;
  version: number;
  kind: "entry" | "movement" | "count" | "control";
  group: Group;
  /** The accounting day, or that of the goods. */
  day: string | null;
  /** Its text; that of a movement without one is its kind. */
  title: string;
  amount: string | null;
  currency: string | null;
  /** Who sent it, or changed it last. */
  by: string;
  byName: string | undefined;
  /** When it began to wait. */
  at: string;
  /** Why it came back. */
  reason: string | undefined;
  /** What the caller may do with it. */
  allowed: readonly string[];
  /** Why the caller cannot approve it. */
  undecidable: string | undefined;
}

const PAGE = 200;
const KINDS: Record<Row["subjectType"], InboxItem["kind"]> = { journalEntry: "entry", movement: "movement", count: "count", controlChange: "control" };

/** What waits for the caller, for one reason or for any; the service says what they may do with it. */
function useReading(group: Group | undefined) {
  return useInfiniteQuery<Page, Error, InfiniteData<Page>, unknown[], string | undefined>({
    queryKey: ["inbox", "items", group],
    initialPageParam: undefined,
    staleTime: 10_000,
    refetchInterval: 60_000,
    placeholderData: (before) => before,
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(group && { kind: group }), ...(pageParam && { cursor: pageParam }) };
      return answer(api.GET("/api/v1/me/inbox", { params: { query }, signal }));
    },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** What waits for the caller, page after page, and how much there is for every reason. */
export function useInbox(group?: Group): {
  items: InboxItem[];
  counts: InboxCounts | undefined;
  more: (() => void) | undefined;
  isLoading: boolean;
  /** Whether there is more than was counted. */
  isCut: boolean;
  error: Error | undefined;
} {
  const { data, error, isPending, hasNextPage, isFetching, fetchNextPage } = useReading(group);
  const items = useMemo(() => data?.pages.flatMap((page) => page.data).map(itemOf) ?? [], [data]);
  const first = data?.pages[0];
  return {
    items,
    counts: first?.counts,
    more: hasNextPage && !isFetching ? () => void fetchNextPage() : undefined,
    isLoading: isPending,
    isCut: first?.isCut ?? false,
    error: data ? undefined : (error ?? undefined),
  };
}

/** How many decisions, returned drafts, reversals and costs wait for the caller. */
export function useWaiting(): number {
  const counts = useReading(undefined).data?.pages[0]?.counts;
  return counts ? counts.approve + counts.rejected + counts.reversal + counts.cost : 0;
}

function itemOf(row: Row): InboxItem {
  const isOwnChange = row.subjectType === "controlChange" && row.kind === "submitted";
  return {
    id: row.subject,
    version: row.version,
    kind: KINDS[row.subjectType],
    group: row.kind,
    day: row.date,
    title: row.title,
    amount: row.amount,
    currency: row.currency,
    by: row.by,
    byName: row.byName ?? undefined,
    at: row.at,
    reason: row.reason ?? undefined,
    allowed: row.allowed,
    undecidable: isOwnChange ? "You proposed it; another person must approve." : whyNot(row),
  };
}

/** Why the caller cannot approve what waits; the rules of the organization in the console's words. */
function whyNot(row: Row): string | undefined {
  if (row.heldBy === "approverNotPreparer") {
    return `You ${row.subjectType === "count" ? "counted" : "prepared"} it; here another person must approve.`;
  }
  if (row.heldReason !== null) return `${row.heldReason.charAt(0).toUpperCase()}${row.heldReason.slice(1)}.`;
  if (row.kind === "submitted") return "It waits for somebody who may approve.";
  if (row.kind === "cost") return "The goods are here; what they cost is missing.";
  return row.kind === "reversal" ? "Its reversal is due and was not posted." : undefined;
}
