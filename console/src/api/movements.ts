import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { absolute, addAmounts, isNegative, negate } from "../text/number";
import { answer, api } from "./client";
import { removing } from "./removing";
import { asProblem, type Problem, problemOf } from "./problem";
import type { components, operations } from "./schema";
import { useStore } from "./store";

/** A movement of a list, with its lines. */
export type MovementRow = components["schemas"]["MovementSummary"];
/** A movement with its lines. */
export type Movement = components["schemas"]["MovementView"];
/** A line of a movement. */
export type MovementLine = Movement["lines"][number];
/** What a list of movements may be asked by. */
export type MovementFilter = Omit<NonNullable<operations["MovementsController_list"]["parameters"]["query"]>, "limit" | "cursor" | "include">;
type Page = components["schemas"]["MovementPage"];

/** Rows of a page: each comes with its lines. */
const PAGE = 50;

/** The movements of a filter, page after page as they are wanted. */
export function useMovements(filter: MovementFilter): {
  rows: MovementRow[];
  more: (() => void) | undefined;
  isLoading: boolean;
  problem: Problem | undefined;
  /** Reads the list anew, from its first page. */
  again: () => void;
} {
  const client = useQueryClient();
  const query = useInfiniteQuery<Page, Error, InfiniteData<Page>, unknown[], string | undefined>({
    queryKey: ["stock", "movements", filter],
    initialPageParam: undefined,
    queryFn: async ({ pageParam, signal }) => {
      const asked = { ...filter, include: "lines" as const, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) };
      return answer(api.GET("/api/v1/inventory/movements", { params: { query: asked }, signal }));
    },
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchOnWindowFocus: false,
  });
  const gone = useStore(removing);
  const rows = useMemo(
    () => query.data?.pages.flatMap((page) => page.data).filter((row) => !gone.has(row.id)) ?? [],
    [query.data, gone],
  );
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const more = useMemo(
    () => (hasNextPage && !isFetching ? () => void fetchNextPage() : undefined),
    [hasNextPage, isFetching, fetchNextPage],
  );
  const again = useCallback(() => void client.resetQueries({ queryKey: ["stock", "movements"] }), [client]);
  const problem = query.error ? asProblem(query.error) : undefined;
  return { rows, more, isLoading: query.isPending, problem, again };
}

/** How many movements a filter has, in all and by month of their posting. */
export type MovementTotals = components["schemas"]["MovementTotals"];

/** The totals of a filter: the order of the list does not count. */
export function useMovementTotals({ sort: _, ...filter }: MovementFilter): MovementTotals | undefined {
  const { data } = useQuery<MovementTotals>({
    queryKey: ["stock", "movement-totals", filter],
    queryFn: ({ signal }) => answer(api.GET("/api/v1/inventory/movements/totals", { params: { query: filter }, signal })),
    placeholderData: (before) => before,
    refetchOnWindowFocus: false,
  });
  return data;
}

/** Reads a movement by its id, or by the number of its document where only one has that. */
export async function readMovement(name: string, signal?: AbortSignal): Promise<Movement> {
  const init = signal ? { signal } : {};
  if (name.startsWith("mov_")) return answer(api.GET("/api/v1/inventory/movements/{id}", { params: { path: { id: name } }, ...init }));
  const query = { reference: name, limit: 50 };
  const page = await answer(api.GET("/api/v1/inventory/movements", { params: { query }, ...init }));
  // What arrives of a transfer has its number, too: the one that they refer to is meant.
  const ids = new Set<string>(page.data.map((one) => one.id));
  const [found, other] = page.data.filter((one) => one.ofMovementId === null || !ids.has(one.ofMovementId));
  if (!found) throw problemOf(404, { code: "not_found", title: "There is no such movement", detail: `no movement has the number ${name} here` });
  if (other) {
    const detail = `several movements have the number ${name}: choose one of them`;
    const resolutions = [{ rel: "list", title: "Show them", method: "GET", href: `/api/v1/inventory/movements?reference=${encodeURIComponent(name)}` }];
    throw problemOf(409, { code: "several_found", title: "Which movement?", detail, resolutions });
  }
  return answer(api.GET("/api/v1/inventory/movements/{id}", { params: { path: { id: found.id } }, ...init }));
}

/** The movement, read again when something touches stock. */
export function useMovementRecord(name: string | undefined): { movement: Movement | undefined; problem: Problem | undefined } {
  const { data, error } = useQuery({
    queryKey: ["stock", "movement", name],
    enabled: name !== undefined,
    queryFn: ({ signal }) => readMovement(name ?? "", signal),
    placeholderData: (before) => before,
  });
  return { movement: data, problem: error ? asProblem(error) : undefined };
}

/** The movements that refer to this one: receipts of a transfer, returns, invoices, later costs. */
export function useFollowers(id: string | undefined): MovementRow[] | undefined {
  const { data } = useQuery({
    queryKey: ["stock", "followers", id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => {
      const query = { ofMovementId: id ?? "", include: "lines" as const, sort: "occurredAt", limit: 200 };
      return (await answer(api.GET("/api/v1/inventory/movements", { params: { query }, signal }))).data;
    },
  });
  return data;
}

/** The count whose differences a movement posted. */
export function useCountOf(movement: Movement | undefined): components["schemas"]["CountView"] | undefined {
  const { data } = useQuery({
    queryKey: ["stock", "count-of", movement?.id],
    enabled: movement?.kind === "countAdjustment",
    queryFn: async ({ signal }) => {
      const query = { movementId: movement?.id ?? "", limit: 1 };
      return (await answer(api.GET("/api/v1/inventory/counts", { params: { query }, signal }))).data[0] ?? null;
    },
  });
  return data ?? undefined;
}

/** Where a state stands in the margin, in a word and in a chip. */
export function movementState(status: Movement["status"]): {
  kind: "draft" | "waits" | "posted" | "voided";
  word: string;
  margin: "draft" | "waits" | "voided" | undefined;
} {
  switch (status) {
    case "draft":
      return { kind: "draft", word: "draft", margin: "draft" };
    case "pendingApproval":
      return { kind: "waits", word: "waits for approval", margin: "waits" };
    case "voided":
      return { kind: "voided", word: "voided", margin: "voided" };
    default:
      return { kind: "posted", word: "posted", margin: undefined };
  }
}

/** How a movement is called in an address: its document's number is not unique, so its id. */
export const movementName = (movement: Pick<MovementRow, "id">): string => movement.id;

/** The day of a movement: of its entry, else of the goods; none of a draft that says none. */
export const movementDay = (movement: Pick<MovementRow, "postingDate" | "occurredAt">): string | undefined =>
  movement.postingDate ?? movement.occurredAt?.slice(0, 10);

/** What its goods cost together: what came less what left, without a sign. Nothing where costs are not seen or not known yet. */
export function valueOf(movement: Pick<MovementRow, "kind">, lines: readonly MovementLine[] | null): string | undefined {
  const known = (lines ?? []).filter((line) => line.cost !== null);
  if (known.length === 0) return undefined;
  // What is made costs what it is made of.
  const counted = movement.kind === "assembly" || movement.kind === "disassembly" ? known.filter((line) => line.role !== "component") : known;
  const sum = addAmounts(counted.map((line) => (isNegative(line.quantity) ? negate(line.cost ?? "0") : (line.cost ?? "0"))));
  return KEEPS_SIGN.has(movement.kind) ? sum : absolute(sum);
}

/** Kinds whose value is a change that may go either way. */
const KEEPS_SIGN = new Set(["revaluation", "landedCost", "adjustment", "countAdjustment", "supplierInvoice", "supplierCredit", "standardCostChange", "costingChange"]);
