import { Link } from "@tanstack/react-router";
import type { JSX, ReactNode } from "react";

/** A link to a chapter of the settings. */
export function ChapterLink({ to, children }: { to: string; children: ReactNode }): JSX.Element {
  return (
    <Link to="/settings/$chapter" params={{ chapter: to }}>
      {children}
    </Link>
  );
}

/** A link to a record of a chapter. */
export function RecordLink({ chapter, record, children }: { chapter: string; record: string; children: ReactNode }): JSX.Element {
  return (
    <Link to="/settings/$chapter/$record" params={{ chapter, record }}>
      {children}
    </Link>
  );
}
