import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { base } from "../api/place";
import { Failed, NoSuchPage } from "./Failed";
import { type Search, parseSearch, stringifySearch } from "../text/filters";
import { Shell } from "./Shell";

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NoSuchPage,
  validateSearch: (search: Record<string, unknown>): Search => search as Search,
});

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/journal", replace: true });
  },
});

const journal = createRoute({
  getParentRoute: () => root,
  path: "/journal",
  component: lazyRouteComponent(() => import("../screens/journal/JournalScreen"), "JournalScreen"),
});

const newEntry = createRoute({
  getParentRoute: () => root,
  path: "/journal/new",
  component: lazyRouteComponent(() => import("../screens/editor/EditorScreen"), "NewEntryScreen"),
});

const editEntry = createRoute({
  getParentRoute: () => root,
  path: "/journal/$entry/edit",
  component: lazyRouteComponent(() => import("../screens/editor/EditorScreen"), "EditEntryScreen"),
});

const entry = createRoute({
  getParentRoute: () => root,
  path: "/journal/$entry",
  component: lazyRouteComponent(() => import("../screens/entry/EntryScreen"), "EntryScreen"),
});

const accounts = createRoute({
  getParentRoute: () => root,
  path: "/accounts",
  component: lazyRouteComponent(() => import("../screens/accounts/AccountsScreen"), "AccountsScreen"),
});

const account = createRoute({
  getParentRoute: () => root,
  path: "/accounts/$account",
  component: lazyRouteComponent(() => import("../screens/accounts/StatementScreen"), "StatementScreen"),
});

const openItems = createRoute({
  getParentRoute: () => root,
  path: "/open-items",
  component: lazyRouteComponent(() => import("../screens/open-items/OpenItemsScreen"), "OpenItemsScreen"),
});

const close = createRoute({
  getParentRoute: () => root,
  path: "/close",
  component: lazyRouteComponent(() => import("../screens/close/CloseScreen"), "NextToCloseScreen"),
});

const closePeriod = createRoute({
  getParentRoute: () => root,
  path: "/close/$period",
  component: lazyRouteComponent(() => import("../screens/close/CloseScreen"), "CloseScreen"),
});

/** Every screen and its address. */
export const router = createRouter({
  routeTree: root.addChildren([home, journal, newEntry, editEntry, entry, accounts, account, openItems, close, closePeriod]),
  basepath: base || "/",
  parseSearch,
  stringifySearch,
  defaultErrorComponent: Failed,
  defaultPendingMs: 200,
  scrollRestoration: true,
  scrollToTopSelectors: ["#screen"],
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
