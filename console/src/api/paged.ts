// Lists and reports that come page by page, read as they are wanted.

import { type InfiniteData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { send } from "./client";
import { apiBase } from "./place";
import { asProblem, type Problem, problemOf } from "./problem";
import type { Subject } from "./queries";

/** Where a reading stands. */
export interface Reading {
  /** Nothing has been read yet. */
  isLoading: boolean;
  /** Something is on its way, while what was read before is shown. */
  isFetching: boolean;
  problem: Problem | undefined;
}

/** What is read page by page: the first page with its sums, and the rows so far. */
export interface Pages<View extends { data: unknown[] }> extends Reading {
  first: View | undefined;
  rows: View["data"];
  /** Reads the next page; absent where there is none or it is on its way. */
  more: (() => void) | undefined;
  /** Whether all rows are here. */
  isWhole: boolean;
}

/** The parameters of a call; absent ones are left out. */
export type Asked = Record<string, string | undefined>;

const PAGE = 200;

/** What failed, as a problem; nothing where nothing did. */
export const problemIn = (error: unknown): Problem | undefined => (error ? asProblem(error) : undefined);

/** Reads what is at a path below `/api/v1`. */
export async function readPath<View>(path: string, asked: Asked, signal?: AbortSignal): Promise<View> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, value);
  const response = await send(new Request(`${apiBase}/api/v1${path}?${query}`, signal ? { signal } : {}));
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw problemOf(response.status, body);
  return body as View;
}

/** A page of anything. */
interface Page {
  data: unknown[];
  nextCursor: string | null;
}

/** Reads a list as it is wanted. What it is about says when it is stale. */
export function usePaged<View extends Page>(subject: Subject, path: string, asked: Asked, isReady = true): Pages<View> {
  const query = useInfiniteQuery<View, Error, InfiniteData<View>, unknown[], string | undefined>({
    queryKey: [subject, "paged", path, asked],
    enabled: isReady,
    initialPageParam: undefined,
    refetchOnWindowFocus: false,
    queryFn: ({ pageParam, signal }) => readPath<View>(path, { ...asked, limit: String(PAGE), cursor: pageParam }, signal),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.data) ?? [], [query.data]) as View["data"];
  return { ...pagesOf(query), first: query.data?.pages[0], rows };
}

/** Reads all of a list that is short by its nature. */
export function useWhole<Row>(
  subject: Subject,
  path: string,
  asked: Asked,
  isReady = true,
): { rows: Row[] | undefined; problem: Problem | undefined } {
  const { data, error } = useQuery({
    queryKey: [subject, "whole", path, asked],
    enabled: isReady,
    queryFn: ({ signal }) => readWhole<Row>(path, asked, signal),
  });
  return { rows: data, problem: problemIn(error) };
}

/** All rows of a list, page after page. */
export async function readWhole<Row>(path: string, asked: Asked, signal?: AbortSignal): Promise<Row[]> {
  const all: Row[] = [];
  let cursor: string | undefined;
  do {
    const page: Page = await readPath<Page>(path, { ...asked, limit: String(PAGE), cursor }, signal);
    all.push(...(page.data as Row[]));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return all;
}

/** What a query of pages says, for screens. */
export function pagesOf(query: {
  hasNextPage: boolean;
  isFetching: boolean;
  isPending: boolean;
  error: unknown;
  fetchNextPage: () => unknown;
}): Reading & { more: (() => void) | undefined; isWhole: boolean } {
  const { hasNextPage, isFetching, isPending, error, fetchNextPage } = query;
  return {
    more: hasNextPage && !isFetching ? () => void fetchNextPage() : undefined,
    isWhole: !isPending && !hasNextPage,
    isLoading: isPending,
    isFetching,
    problem: problemIn(error),
  };
}
