import { Button } from "@mantine/core";
import type { JSX } from "react";
import { writeCount } from "../text/language";

/** Rows of a page where tables are plain. */
export const PAGE_ROWS = 100;

/** The page of a row. */
export const pageOf = (index: number): number => Math.floor(Math.max(index, 0) / PAGE_ROWS);

/** The places of the rows of a page. */
export function onPage(page: number, loaded: number): number[] {
  const from = page * PAGE_ROWS;
  return Array.from({ length: Math.max(0, Math.min(PAGE_ROWS, loaded - from)) }, (_, at) => from + at);
}

/** Which rows are shown, and the way to the next and to those before. */
export function ListPages({
  label,
  page,
  loaded,
  count,
  isWhole,
  onPage: go,
}: {
  /** What the rows are. */
  label: string;
  page: number;
  loaded: number;
  /** How many there are in all, where that is known. */
  count: number | undefined;
  /** Whether no more can be read. */
  isWhole: boolean;
  onPage: (page: number) => void;
}): JSX.Element | null {
  const total = isWhole ? loaded : count;
  const last = Math.min((page + 1) * PAGE_ROWS, loaded);
  if (isWhole && loaded <= PAGE_ROWS) return null;
  const write = (number: number): string => writeCount(number);
  const hasNext = last < loaded;
  return (
    <nav className="list-pages" aria-label={`Pages of ${label.charAt(0).toLowerCase()}${label.slice(1)}`}>
      <p role="status">
        Rows {write(page * PAGE_ROWS + 1)} to {write(last)}
        {total !== undefined && ` of ${write(total)}`}
      </p>
      <Button variant="default" size="compact-sm" disabled={page === 0} onClick={() => go(page - 1)}>
        Previous {PAGE_ROWS}
      </Button>
      <Button variant="default" size="compact-sm" disabled={!hasNext} onClick={() => go(page + 1)}>
        Next {PAGE_ROWS}
      </Button>
      {!hasNext && !isWhole && <span className="dim">Reading more…</span>}
    </nav>
  );
}
