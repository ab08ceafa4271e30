// A client of @hey-api/openapi-ts. It type-checks without a cast, and runs against a demo server.
import {
  accountsControllerList,
  journalEntriesControllerCreate,
  journalEntriesControllerVoid,
  journalsControllerList,
  type ProblemCode,
  warehousesControllerGet,
  warehousesControllerList,
  warehousesControllerUpdate,
} from "./client";
import { client } from "./client/client.gen";

client.setConfig({ baseUrl: process.env.COUNTINGHOUSE_URL ?? "", auth: process.env.COUNTINGHOUSE_TOKEN ?? "" });

function must<T>(data: T | undefined, error: unknown): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

function same(what: string, found: unknown, wanted: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(wanted)) throw new Error(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
}

async function main(): Promise<void> {
  const journals = await journalsControllerList({ query: { code: "GJ" } });
  const journal = must(journals.data, journals.error).data[0];
  if (!journal) throw new Error("the demo has no journal GJ");
  const lines = [
    { accountCode: "1000", debit: "100.00" },
    { accountCode: "4000", credit: "100.00" },
  ];
  const body = { journalId: journal.id, date: "2010-12-01", description: "Consultancy", status: "posted" as const, lines };

  const preview = await journalEntriesControllerCreate({ body, query: { dryRun: true } });
  const would = must(preview.data, preview.error);
  if (!("wouldReturn" in would)) throw new Error("a preview was asked for");
  same("what would be answered", would.wouldReturn.totalDebit, "100.00");

  const posted = await journalEntriesControllerCreate({ body });
  const entry = must(posted.data, posted.error);
  if (!("id" in entry)) throw new Error("no preview was asked for");
  const path = { id: entry.id };
  const reason = { reason: "a test" };
  same("void", (await journalEntriesControllerVoid({ path, body: reason })).response?.status, 204);
  const again = await journalEntriesControllerVoid({ path, body: reason });
  const code: ProblemCode = "entry_already_voided";
  same("void again", [again.response?.status, again.error?.code], [409, code]);

  const warehouses = await warehousesControllerList();
  const first = must(warehouses.data, warehouses.error).data[0];
  if (!first) throw new Error("the demo has no warehouse");
  const at = { id: first.id };
  const read = await warehousesControllerGet({ path: at });
  const kept = await warehousesControllerUpdate({ path: at, body: must(read.data, read.error) });
  same("a warehouse as it was read", kept.response?.status, 204);
  await warehousesControllerUpdate({ path: at, body: { description: null } });
  const cleared = await warehousesControllerGet({ path: at });
  same("null clears", must(cleared.data, cleared.error).description, null);
  const stale = await warehousesControllerUpdate({ path: at, body: { name: "x" }, headers: { "If-Match": '"999999"' } });
  same("If-Match", [stale.response?.status, stale.error?.code], [412, "version_mismatch"]);

  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await accountsControllerList({ query: { limit: 10, cursor } });
    cursor = must(page.data, page.error).nextCursor ?? undefined;
    pages += 1;
  } while (cursor !== undefined);
  if (pages < 2) throw new Error("the accounts fit in one page");
}

main().catch((fault: unknown) => {
  console.error(fault);
  process.exit(1);
});
