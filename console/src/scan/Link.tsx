import type { JSX, ReactNode } from "react";
import { address, goTo } from "./route";

/** A link to a page of scanning, which is shown without loading anything. */
export function Link({
  page,
  query = {},
  className,
  children,
}: {
  page: string;
  query?: Record<string, string | undefined>;
  className?: string;
  children: ReactNode;
}): JSX.Element {
  return (
    <a
      className={className}
      href={address(page, query)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        goTo(page, query);
      }}
    >
      {children}
    </a>
  );
}
