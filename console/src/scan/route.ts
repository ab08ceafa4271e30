// The addresses of this page: `/scan`, `/scan/receive?place=DEPOT`, `/scan/queue`, `/scan/set-up`.

import { base } from "../api/place";
import { store } from "../api/store";

/** Where one is. */
export interface Route {
  /** What stands behind `/scan/`; empty at the beginning. */
  page: string;
  query: URLSearchParams;
}

function here(): Route {
  const root = `${base}/scan`;
  // In development the page is served under its file's name.
  const path = location.pathname.startsWith(root) ? location.pathname.slice(root.length) : "";
  return { page: path.replace(/^\/|\/$/g, "").replace(/^\.html$/, ""), query: new URLSearchParams(location.search) };
}

/** Where one is now. */
export const route = store<Route>(typeof location === "undefined" ? { page: "", query: new URLSearchParams() } : here());

/** The address of a page. */
export function address(page: string, query: Record<string, string | undefined> = {}): string {
  const said = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `${base}/scan${page === "" ? "" : `/${page}`}${said.length > 0 ? `?${new URLSearchParams(said)}` : ""}`;
}

/** Goes to a page. */
export function goTo(page: string, query: Record<string, string | undefined> = {}, how: "push" | "replace" = "push"): void {
  history[how === "push" ? "pushState" : "replaceState"](null, "", address(page, query));
  route.set(here());
}

if (typeof window !== "undefined") addEventListener("popstate", () => route.set(here()));
