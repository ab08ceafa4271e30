import type { ReactNode } from "react";

/** A column of a list. */
export interface Column<Row> {
  id: string;
  head: ReactNode;
  /** What it is called where columns are chosen, if its head is no text. */
  name?: string | undefined;
  cell: (row: Row) => ReactNode;
  /** `number` is right-aligned with figures of equal width. */
  kind?: "text" | "number" | undefined;
  /** In CSS: `5.75rem`, `minmax(8rem, 1fr)`. */
  width: string;
  /** Its corner of a row where the screen is narrower than 768 px and a row has two lines; without one it is left out there. */
  corner?: "top-left" | "top-right" | "bottom-left" | "bottom-right" | undefined;
}

/** What stands in the margin of a row: nothing is the normal state. */
export type Margin = "draft" | "waits" | "voided" | undefined;

/** How the rows of a list lie below one another: ← and → fold. */
export interface Tree<Row> {
  /** How deep, from 1. */
  level: (row: Row) => number;
  /** Whether what is below it is shown; undefined where nothing is below it. */
  opened: (row: Row) => boolean | undefined;
  fold: (row: Row, opened: boolean) => void;
}
