import { Link } from "@tanstack/react-router";
import type { JSX, ReactNode } from "react";
import { may } from "../api/session";

/** A link to the statement of an account, by its code; for somebody who may not read it, what it says alone. */
export function ToStatement({
  account,
  search = {},
  children,
  ...look
}: {
  account: string;
  search?: Record<string, string | undefined>;
  children: ReactNode;
  className?: string;
  title?: string;
  tabIndex?: number;
}): JSX.Element {
  if (!may("reports:read")) return <span title={look.title}>{children}</span>;
  return (
    <Link to="/accounts/$account" params={{ account }} search={search} {...look}>
      {children}
    </Link>
  );
}
