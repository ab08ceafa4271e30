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

const reports = createRoute({
  getParentRoute: () => root,
  path: "/reports",
  component: lazyRouteComponent(() => import("../screens/reports/ReportsIndex"), "ReportsIndex"),
});

const profitAndLoss = createRoute({
  getParentRoute: () => root,
  path: "/reports/profit-and-loss",
  component: lazyRouteComponent(() => import("../screens/reports/ProfitAndLoss"), "ProfitAndLoss"),
});

const balanceSheet = createRoute({
  getParentRoute: () => root,
  path: "/reports/balance-sheet",
  component: lazyRouteComponent(() => import("../screens/reports/BalanceSheet"), "BalanceSheet"),
});

const trialBalance = createRoute({
  getParentRoute: () => root,
  path: "/reports/trial-balance",
  component: lazyRouteComponent(() => import("../screens/reports/TrialBalance"), "TrialBalance"),
});

const cashFlow = createRoute({
  getParentRoute: () => root,
  path: "/reports/cash-flow",
  component: lazyRouteComponent(() => import("../screens/reports/CashFlow"), "CashFlow"),
});

const generalLedger = createRoute({
  getParentRoute: () => root,
  path: "/reports/general-ledger",
  component: lazyRouteComponent(() => import("../screens/reports/GeneralLedger"), "GeneralLedger"),
});

const agedOpenItems = createRoute({
  getParentRoute: () => root,
  path: "/reports/aged-open-items",
  component: lazyRouteComponent(() => import("../screens/reports/AgedOpenItems"), "AgedOpenItems"),
});

const journalReport = createRoute({
  getParentRoute: () => root,
  path: "/reports/journal",
  component: lazyRouteComponent(() => import("../screens/reports/JournalReport"), "JournalReport"),
});

const voids = createRoute({
  getParentRoute: () => root,
  path: "/reports/voids",
  component: lazyRouteComponent(() => import("../screens/reports/Voids"), "Voids"),
});

const numberGaps = createRoute({
  getParentRoute: () => root,
  path: "/reports/number-gaps",
  component: lazyRouteComponent(() => import("../screens/reports/NumberGaps"), "NumberGaps"),
});

const lateEntries = createRoute({
  getParentRoute: () => root,
  path: "/reports/late-entries",
  component: lazyRouteComponent(() => import("../screens/reports/LateEntries"), "LateEntries"),
});

const diff = createRoute({
  getParentRoute: () => root,
  path: "/reports/diff",
  component: lazyRouteComponent(() => import("../screens/reports/Diff"), "Diff"),
});

/** Every screen and its address. */
export const router = createRouter({
  routeTree: root.addChildren([
    ...[home, journal, newEntry, editEntry, entry, accounts, account, openItems],
    ...[reports, profitAndLoss, balanceSheet, trialBalance, cashFlow, generalLedger, agedOpenItems, journalReport, voids, numberGaps, lateEntries, diff],
  ]),
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
