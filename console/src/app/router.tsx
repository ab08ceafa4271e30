import {
  type RouteComponent,
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
    throw redirect({ to: "/today", replace: true });
  },
});

/** A screen at its address; what it needs is loaded when it is opened. */
function screen<const Path extends string>(path: Path, component: RouteComponent) {
  return createRoute({ getParentRoute: () => root, path, component });
}

/** Every screen and its address. */
export const router = createRouter({
  routeTree: root.addChildren([
    home,
    screen("/inbox", lazyRouteComponent(() => import("../screens/inbox/InboxScreen"), "InboxScreen")),
    screen("/journal", lazyRouteComponent(() => import("../screens/journal/JournalScreen"), "JournalScreen")),
    screen("/journal/new", lazyRouteComponent(() => import("../screens/editor/EditorScreen"), "NewEntryScreen")),
    screen("/journal/$entry/edit", lazyRouteComponent(() => import("../screens/editor/EditorScreen"), "EditEntryScreen")),
    screen("/journal/$entry", lazyRouteComponent(() => import("../screens/entry/EntryScreen"), "EntryScreen")),
    screen("/accounts", lazyRouteComponent(() => import("../screens/accounts/AccountsScreen"), "AccountsScreen")),
    screen("/accounts/$account", lazyRouteComponent(() => import("../screens/accounts/StatementScreen"), "StatementScreen")),
    screen("/open-items", lazyRouteComponent(() => import("../screens/open-items/OpenItemsScreen"), "OpenItemsScreen")),
    screen("/close", lazyRouteComponent(() => import("../screens/close/CloseScreen"), "NextToCloseScreen")),
    screen("/close/$period", lazyRouteComponent(() => import("../screens/close/CloseScreen"), "CloseScreen")),
    screen("/import", lazyRouteComponent(() => import("../screens/import/ImportScreen"), "ImportScreen")),
    screen("/reports", lazyRouteComponent(() => import("../screens/reports/ReportsIndex"), "ReportsIndex")),
    screen("/reports/profit-and-loss", lazyRouteComponent(() => import("../screens/reports/ProfitAndLoss"), "ProfitAndLoss")),
    screen("/reports/balance-sheet", lazyRouteComponent(() => import("../screens/reports/BalanceSheet"), "BalanceSheet")),
    screen("/reports/trial-balance", lazyRouteComponent(() => import("../screens/reports/TrialBalance"), "TrialBalance")),
    screen("/reports/combined-trial-balance", lazyRouteComponent(() => import("../screens/reports/CombinedTrialBalance"), "CombinedTrialBalance")),
    screen("/reports/cash-flow", lazyRouteComponent(() => import("../screens/reports/CashFlow"), "CashFlow")),
    screen("/reports/changes-in-equity", lazyRouteComponent(() => import("../screens/reports/ChangesInEquity"), "ChangesInEquity")),
    screen("/reports/general-ledger", lazyRouteComponent(() => import("../screens/reports/GeneralLedger"), "GeneralLedger")),
    screen("/reports/aged-open-items", lazyRouteComponent(() => import("../screens/reports/AgedOpenItems"), "AgedOpenItems")),
    screen("/reports/party-statement", lazyRouteComponent(() => import("../screens/reports/PartyStatement"), "PartyStatement")),
    screen("/reports/journal", lazyRouteComponent(() => import("../screens/reports/JournalReport"), "JournalReport")),
    screen("/reports/voids", lazyRouteComponent(() => import("../screens/reports/Voids"), "Voids")),
    screen("/reports/number-gaps", lazyRouteComponent(() => import("../screens/reports/NumberGaps"), "NumberGaps")),
    screen("/reports/late-entries", lazyRouteComponent(() => import("../screens/reports/LateEntries"), "LateEntries")),
    screen("/reports/diff", lazyRouteComponent(() => import("../screens/reports/Diff"), "Diff")),
    screen("/stock", lazyRouteComponent(() => import("../screens/stock/StockScreen"), "StockScreen")),
    screen("/stock/proof", lazyRouteComponent(() => import("../screens/stock/ProofScreen"), "ProofScreen")),
    screen("/items", lazyRouteComponent(() => import("../screens/items/ItemsScreen"), "ItemsScreen")),
    screen("/items/$item", lazyRouteComponent(() => import("../screens/items/ItemScreen"), "ItemScreen")),
    screen("/places", lazyRouteComponent(() => import("../screens/places/PlacesScreen"), "PlacesScreen")),
    screen("/places/$place", lazyRouteComponent(() => import("../screens/places/PlaceScreen"), "PlaceScreen")),
    screen("/movements", lazyRouteComponent(() => import("../screens/movements/MovementsScreen"), "MovementsScreen")),
    screen("/movements/new", lazyRouteComponent(() => import("../screens/movements/MovementEditor"), "NewMovementScreen")),
    screen("/movements/$movement/edit", lazyRouteComponent(() => import("../screens/movements/MovementEditor"), "EditMovementScreen")),
    screen("/movements/$movement", lazyRouteComponent(() => import("../screens/movements/MovementScreen"), "MovementScreen")),
    screen("/counts", lazyRouteComponent(() => import("../screens/counts/CountsScreen"), "CountsScreen")),
    screen("/counts/new", lazyRouteComponent(() => import("../screens/counts/NewCountScreen"), "NewCountScreen")),
    screen("/counts/$count", lazyRouteComponent(() => import("../screens/counts/CountScreen"), "CountScreen")),
    screen("/labels", lazyRouteComponent(() => import("../screens/labels/LabelsScreen"), "LabelsScreen")),
    screen("/audit", lazyRouteComponent(() => import("../screens/audit/AuditScreen"), "AuditScreen")),
    screen("/settings", lazyRouteComponent(() => import("../screens/settings/SettingsScreen"), "SettingsScreen")),
    screen("/settings/$chapter", lazyRouteComponent(() => import("../screens/settings/SettingsScreen"), "SettingsChapterScreen")),
    screen("/settings/$chapter/$record", lazyRouteComponent(() => import("../screens/settings/SettingsScreen"), "SettingsRecordScreen")),
    screen("/today", lazyRouteComponent(() => import("../screens/today/TodayScreen"), "TodayScreen")),
    screen("/work", lazyRouteComponent(() => import("../screens/work/WorkScreen"), "WorkScreen")),
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
