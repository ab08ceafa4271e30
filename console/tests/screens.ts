import { readFileSync } from "node:fs";
import type { Page, Request } from "playwright-core";
import { fillWarehouse } from "./goods";
import type { Service } from "./service";

/** Every screen of the console: its address in the router, and one at which it has something to show. `{…}` are records of `fillBooks`. */
export const SCREENS: Record<string, string> = {
  "/today": "/today",
  "/inbox": "/inbox",
  "/journal": "/journal",
  "/journal/new": "/journal/new",
  "/journal/$entry/edit": "/journal/{draft}/edit",
  "/journal/$entry": "/journal/{entry}",
  "/accounts": "/accounts",
  "/accounts/$account": "/accounts/4000?from=2010-12-01&to=2010-12-31",
  "/open-items": "/open-items?at=2010-12-31",
  "/close": "/close",
  "/close/$period": "/close/2010-12",
  "/import": "/import?what=openItems&from=xero",
  "/reports": "/reports",
  "/reports/profit-and-loss": "/reports/profit-and-loss?period=2010-12&compare=previousPeriod&share=true",
  "/reports/balance-sheet": "/reports/balance-sheet?asOf=2010-12-31&knownAt=seq:900",
  "/reports/trial-balance": "/reports/trial-balance?period=2010-12",
  "/reports/combined-trial-balance": "/reports/combined-trial-balance?asOf=2010-12-31",
  "/reports/cash-flow": "/reports/cash-flow?period=2010-12",
  "/reports/changes-in-equity": "/reports/changes-in-equity?period=2010",
  "/reports/general-ledger": "/reports/general-ledger?account=4100&period=2010-12",
  "/reports/aged-open-items": "/reports/aged-open-items?asOf=2010-12-31",
  "/reports/party-statement": "/reports/party-statement?party={customer}&period=2010-12",
  "/reports/journal": "/reports/journal?period=2010-12&journal=GJ",
  "/reports/voids": "/reports/voids?period=2010-12",
  "/reports/number-gaps": "/reports/number-gaps",
  "/reports/late-entries": "/reports/late-entries?period=2010-12",
  "/reports/diff": "/reports/diff?report=profit-and-loss&period=2010-12&since=seq:1000",
  "/stock": "/stock?view=onHand&item=22423",
  "/stock/proof": "/stock/proof",
  "/items": "/items",
  "/items/$item": "/items/22423",
  "/places": "/places",
  "/places/$place": "/places/DEPOT",
  "/movements": "/movements",
  "/movements/new": "/movements/new?kind=transfer",
  "/movements/$movement/edit": "/movements/{movementDraft}/edit",
  "/movements/$movement": "/movements/{movement}",
  "/counts": "/counts",
  "/counts/new": "/counts/new",
  "/counts/$count": "/counts/{count}",
  "/labels": "/labels?item=TEA-EG",
  "/audit": "/audit",
  "/settings": "/settings",
  "/settings/$chapter": "/settings/style",
  "/settings/$chapter/$record": "/settings/roles/{role}",
  "/work": "/work",
};

/** Every chapter of the settings, and of those with pages of records one of these. */
export const CHAPTERS: Record<string, string | undefined> = {
  "sign-in": undefined,
  style: undefined,
  people: "{person}",
  invitations: undefined,
  roles: "{role}",
  "service-accounts": "{serviceAccount}",
  "control-changes": undefined,
  organization: undefined,
  journals: undefined,
  "fiscal-years": undefined,
  parties: "{party}",
  dimensions: "{dimension}",
  currencies: undefined,
  "exchange-rates": undefined,
  "approval-policies": undefined,
  "recurring-entries": "{recurring}",
  "statement-mappings": "{mapping}",
  "reason-codes": undefined,
  "item-categories": undefined,
  units: undefined,
};

/** Views of one screen that are as different as screens. */
export const VIEWS = [
  "/stock?view=valuation",
  "/stock?view=ageing",
  "/stock?view=turns",
  "/stock?view=transit",
  "/stock?view=reorder",
  "/stock?view=expiry",
  "/journal/{entry}?tab=curl",
  "/journal/{entry}?tab=links",
  "/journal/{entry}?tab=history",
  "/items/22423?tab=ledger",
  "/items/22423?tab=layers",
  "/items/TEA-EG?tab=lots",
  "/items/TEA-EG?tab=details",
  "/labels?what=bins",
  "/labels?what=commands",
  "/places/DEPOT?tab=details",
  "/close/2010",
];

/** Every page of scanning. */
export const SCAN_PAGES = [
  "/scan",
  "/scan/receive?place=DEPOT",
  "/scan/put-away?place=DEPOT",
  "/scan/issue?place=DEPOT",
  "/scan/move?place=DEPOT",
  "/scan/count?place=DEPOT",
  "/scan/ask?place=DEPOT",
  "/scan/queue",
  "/scan/set-up",
  "/scan/sign-in",
];

const source = (path: string): string => readFileSync(new URL(`../src/${path}`, import.meta.url), "utf8");
const found = (text: string, what: RegExp): string[] => [...text.matchAll(what)].map(([, name = ""]) => name).toSorted();

/** What the console's own sources name: the addresses of its router, its chapters of settings, and its pages of scanning. */
export const named = {
  screens: (): string[] => found(source("app/router.tsx"), /\bscreen\(\s*"([^"]+)"/g),
  chapters: (): string[] => found(source("screens/settings/chapters.ts"), /^\s+id: "([^"]+)"/gm),
  recordChapters: (): string[] => found(source("screens/settings/chapters.ts"), /^\s+id: "([^"]+)"(?:(?!\bid: )[^])*?\bRecord: lazy/gm),
  scanPages: (): string[] => [
    ...found(source("scan/App.tsx"), /\bpage === "([^"]+)"/g),
    ...found(source("scan/job/jobs.ts"), /^\s+name: "([^"]+)"/gm),
  ].toSorted(),
};

/** Records of which every screen has one to show; answers what stands for `{…}` in addresses. */
export async function fillBooks(service: Service): Promise<(address: string) => string> {
  const call = <T = any>(user: string, method: string, path: string, body?: unknown): Promise<T> => service.call<T>(user, method, path, body); // eslint-disable-line
  await fillWarehouse(service);
  const lines = [
    { accountCode: "6100", debit: "12.00" },
    { accountCode: "1010", credit: "12.00" },
  ];
  const draft = await call("accountant", "POST", "/accounting/journal-entries", { date: "2010-12-06", journalCode: "GJ", description: "Rent of the stall", lines });
  const waiting = await call("clerk", "POST", "/accounting/journal-entries", { date: "2010-12-07", journalCode: "GJ", description: "Stamps", lines });
  await call("clerk", "POST", `/accounting/journal-entries/${waiting.id}/submit`, {});
  const goods = { kind: "receipt", occurredAt: "2010-12-08T10:00:00Z", warehouseCode: "DEPOT" };
  const movement = await call("admin", "POST", "/inventory/movements", { ...goods, lines: [{ sku: "22423", quantity: "4", totalCost: "9.20" }] });
  const movementDraft = await call("operator", "POST", "/inventory/movements", { ...goods, status: "draft", lines: [{ sku: "22423", quantity: "3" }] });
  const items = await call("admin", "GET", "/inventory/items?limit=1");
  const count = await call("operator", "POST", "/inventory/counts", { warehouseCode: "DEPOT", itemIds: [items.data[0].id], isBlind: true });
  const serviceAccount = await call("admin", "POST", "/service-accounts", { name: "The shop", roles: ["clerk"] });
  const dimension = await call("admin", "POST", "/accounting/dimensions", { code: "team", name: "Team" });
  const party = await call("admin", "POST", "/accounting/parties", { name: "Blue Ltd", code: "B-1", kinds: ["customer"], contact: { city: "York" } });
  const recurring = await call("admin", "POST", "/accounting/recurring-entries", { name: "Rent", rule: "FREQ=MONTHLY;COUNT=2", startDate: "2131-01-01", lines });
  const mapping = await call("admin", "POST", "/accounting/statement-mappings", {
    name: "For the bank",
    kind: "balanceSheet",
    sections: [{ key: "a", title: "What is there", side: "debit", types: ["asset"] }],
  });
  await call("admin", "POST", "/users", { username: "newcomer", displayName: "Nora the newcomer", password: "four quiet harbours", roles: ["clerk"] });
  const first = async (path: string): Promise<any> => (await call("admin", "GET", path)).data[0]; // eslint-disable-line
  const entry = await first("/accounting/journal-entries?status=posted&journalCode=SJ&limit=1");
  const role = await first("/roles?limit=1");
  const customer = await first("/accounting/reports/aged-open-items?controlFor=receivable&asOf=2010-12-31");
  const person = await first("/users?limit=1");
  const known: Record<string, string> = {
    entry: entry.number,
    draft: draft.id,
    movement: movement.id,
    movementDraft: movementDraft.id,
    count: count.id,
    serviceAccount: serviceAccount.id,
    dimension: dimension.id,
    party: party.id,
    recurring: recurring.id,
    mapping: mapping.id,
    role: role.id,
    customer: customer.partyId,
    person: person.id,
  };
  return (address) =>
    address.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = known[name];
      if (value === undefined) throw new Error(`nothing is known for ${name}`);
      return value;
    });
}

/** Waits until nothing that the page asked for is on its way. The stream of events, which never ends, is not waited for. */
export function quietOf(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let last = Date.now();
  const isCounted = (request: Request): boolean => !/\/events\b/.test(request.url());
  page.on("request", (request) => {
    if (isCounted(request)) open.add(request);
    last = Date.now();
  });
  const ended = (request: Request): void => {
    open.delete(request);
    last = Date.now();
  };
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  return async () => {
    const until = Date.now() + 15_000;
    while ((open.size > 0 || Date.now() - last < 80) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
    if (open.size > 0) throw new Error(`still on their way: ${[...open].map((one) => one.url()).join(", ")}`);
  };
}

/** Goes to another screen as a link of the console does, without loading the page anew. */
export async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState({}, "", to), address);
}
