// A client of openapi-typescript and openapi-fetch. It type-checks without a cast, and runs against a demo server.
import createClient, { type Middleware } from "openapi-fetch";
import type { components, paths } from "./api";

type Preview = "application/vnd.countinghouse.preview+json";
type Refused = "application/problem+json";
type ProblemCode = components["schemas"]["ProblemCode"];

const base = process.env.COUNTINGHOUSE_URL ?? "";
const token = process.env.COUNTINGHOUSE_TOKEN ?? "";
const authorize: Middleware = {
  onRequest({ request }) {
    request.headers.set("Authorization", `Bearer ${token}`);
    return request;
  },
};
// The media types name what is wanted: the answer of a write, or its preview.
const answers = createClient<paths, "application/json" | Refused>({ baseUrl: base });
const previews = createClient<paths, Preview | Refused>({ baseUrl: base });
answers.use(authorize);
previews.use(authorize);
const api = answers;

/** What is left when answers of the other media types are put aside. */
type Plain<T> = Exclude<T, undefined | Record<Preview, unknown> | Record<"application/json", unknown>>;

function isPlain<T>(data: T): data is Plain<T> {
  return data !== undefined;
}

function must<T>(data: T, error: unknown): Plain<T> {
  if (!isPlain(data)) throw new Error(JSON.stringify(error));
  return data;
}

function same(what: string, found: unknown, wanted: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(wanted)) throw new Error(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
}

async function main(): Promise<void> {
  const journals = await api.GET("/api/v1/accounting/journals", { params: { query: { code: "GJ" } } });
  const journal = must(journals.data, journals.error).data[0];
  if (!journal) throw new Error("the demo has no journal GJ");
  const entry = {
    journalId: journal.id,
    date: "2010-12-01",
    description: "Consultancy",
    status: "posted" as const,
    lines: [
      { accountCode: "1000", debit: "100.00" },
      { accountCode: "4000", credit: "100.00" },
    ],
  };

  const preview = await previews.POST("/api/v1/accounting/journal-entries", { params: { query: { dryRun: true } }, body: entry });
  const would = must(preview.data, preview.error);
  same("lines of the preview", would.entries[0]?.lines.length, 2);
  same("what would be answered", would.wouldReturn.totalDebit, "100.00");

  const posted = await api.POST("/api/v1/accounting/journal-entries", { body: entry });
  const id = must(posted.data, posted.error).id;
  const path = { id };
  const voided = await api.POST("/api/v1/accounting/journal-entries/{id}/void", { params: { path }, body: { reason: "a test" } });
  same("void", voided.response.status, 204);
  const again = await api.POST("/api/v1/accounting/journal-entries/{id}/void", { params: { path }, body: { reason: "a test" } });
  const code: ProblemCode = "entry_already_voided";
  same("void again", [again.response.status, again.error?.code], [409, code]);

  const warehouses = await api.GET("/api/v1/warehouses", {});
  const first = must(warehouses.data, warehouses.error).data[0];
  if (!first) throw new Error("the demo has no warehouse");
  const at = { id: first.id };
  const read = await api.GET("/api/v1/warehouses/{id}", { params: { path: at } });
  const warehouse = must(read.data, read.error);
  // What GET gave is what PUT takes.
  const kept = await api.PUT("/api/v1/warehouses/{id}", { params: { path: at }, body: warehouse });
  same("a warehouse as it was read", kept.response.status, 204);
  await api.PUT("/api/v1/warehouses/{id}", { params: { path: at }, body: { description: "South of the river" } });
  const cleared = await api.PUT("/api/v1/warehouses/{id}", { params: { path: at, header: { Prefer: "return=representation" } }, body: { description: null } });
  same("null clears", must(cleared.data, cleared.error).description, null);
  const stale = await api.PUT("/api/v1/warehouses/{id}", { params: { path: at, header: { "If-Match": '"999999"' } }, body: { name: "x" } });
  same("If-Match", [stale.response.status, stale.error?.code], [412, "version_mismatch" satisfies ProblemCode]);

  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await api.GET("/api/v1/accounting/accounts", { params: { query: { limit: 10, cursor } } });
    cursor = must(page.data, page.error).nextCursor ?? undefined;
    pages += 1;
  } while (cursor !== undefined);
  if (pages < 2) throw new Error("the accounts fit in one page");

  const narrow = { dateFrom: "2010-12-01", dateTo: "2010-12-31" };
  const brackets = await api.GET("/api/v1/accounting/journal-entries", { params: { query: { dimension: { country: "France" }, limit: 5 } } });
  const colon = await api.GET("/api/v1/accounting/journal-entries", { params: { query: { dimension: "country:France", limit: 5 } } });
  same("a dimension", must(colon.data, colon.error).data, must(brackets.data, brackets.error).data);

  const csv = await api.GET("/api/v1/accounting/reports/trial-balance", { params: { query: { asOf: narrow.dateTo, format: "csv" } }, parseAs: "text" });
  if (!String(csv.data).includes("Sales")) throw new Error(`the report as CSV has no sales: ${String(csv.data).slice(0, 300)}`);
}

main().catch((fault: unknown) => {
  console.error(fault);
  process.exit(1);
});
