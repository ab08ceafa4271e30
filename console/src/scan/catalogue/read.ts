// Reads the catalogue from the service, keeps it on the device, and follows its changes.

import type { components } from "../../api/schema";
import { may } from "../../api/session";
import { store } from "../../api/store";
import { NoAnswer, read, readAll } from "../net";
import { lookAfter } from "../queue/queue";
import { keepNote, note, ofOrg, shelf } from "../shelf";
import { type Catalogue, catalogueOf } from "./catalogue";
import { type KeptBin, type KeptItem, type KeptStock, type KeptWarehouse, keptBin, keptItem, keptStock, keptWarehouse } from "./records";

type Views = components["schemas"];

/** What is known here. */
export const catalogue = store<Catalogue>(catalogueOf([], [], [], []));

/** How the reading of it stands. */
export type Reading =
  | { state: "none" }
  | { state: "reading"; rows: number }
  /** When it was last known to be as the service has it, in milliseconds. */
  | { state: "here"; at: number };

/** How it stands now. */
export const reading = store<Reading>({ state: "none" });

/** Whether receipts without a cost are posted; the rule of the organization. */
export const receiptsPost = store<boolean>(false);

interface KeptState {
  cursor: string;
  at: number;
  place: string | undefined;
  receiptsPost: boolean;
}

const records = { items: new Map<string, KeptItem>(), warehouses: new Map<string, KeptWarehouse>(), bins: new Map<string, KeptBin>(), stock: [] as KeptStock[] };

function publish(): void {
  catalogue.set(catalogueOf([...records.items.values()], [...records.warehouses.values()], [...records.bins.values()], records.stock));
}

const fill = <Row extends { id: string }>(map: Map<string, Row>, rows: readonly Row[]): void => {
  map.clear();
  for (const row of rows) map.set(row.id, row);
};

/** Takes what the device has kept of this organization. */
export async function takeKept(org: string): Promise<void> {
  const state = await note<KeptState>(`catalogue ${org}`);
  if (!state) return;
  const database = await shelf();
  const [items, warehouses, bins, stock] = await Promise.all([
    database.getAll("items", ofOrg(org)),
    database.getAll("warehouses", ofOrg(org)),
    database.getAll("bins", ofOrg(org)),
    database.getAllFromIndex("stock", "warehouse", ofOrg(org)),
  ]);
  fill(records.items, items);
  fill(records.warehouses, warehouses);
  fill(records.bins, bins);
  records.stock = stock;
  receiptsPost.set(state.receiptsPost);
  reading.set({ state: "here", at: state.at });
  publish();
}

/** Replaces all rows of a store that belong to the organization. */
async function replace<Name extends "items" | "warehouses" | "bins">(
  name: Name,
  org: string,
  rows: ReadonlyArray<{ items: KeptItem; warehouses: KeptWarehouse; bins: KeptBin }[Name]>,
): Promise<void> {
  const transaction = (await shelf()).transaction(name, "readwrite");
  void transaction.store.delete(ofOrg(org));
  for (const row of rows) void transaction.store.put(row as never);
  await transaction.done;
}

/** The rules of the organization that decide what a finished list becomes. */
async function readRules(): Promise<void> {
  const organization = await read<Views["OrganizationView"]>("/organization");
  receiptsPost.set(organization.receiptsWithoutCost === "provisional");
}

/** Reads all of it anew: warehouses, bins, items. */
export async function readAnew(org: string): Promise<string> {
  if (reading.get().state === "none") reading.set({ state: "reading", rows: 0 });
  const told = (rows: number): void => {
    if (reading.get().state === "reading") reading.set({ state: "reading", rows });
  };
  // From here on the events are followed: what changes while it is read is read again.
  const { nextCursor } = may("events:read") ? await read<{ nextCursor: string }>("/events?after=now") : { nextCursor: "" };
  await readRules();
  const houses = (await readAll<Views["WarehouseView"]>("/warehouses")).map((one) => keptWarehouse(org, one));
  const bins: KeptBin[] = [];
  for (const house of houses.filter((one) => one.binsMode !== "none")) {
    bins.push(...(await readAll<Views["LocationView"]>(`/warehouses/${house.id}/locations`)).map((one) => keptBin(org, one)));
  }
  const items = (await readAll<Views["ItemView"]>("/inventory/items", told)).map((one) => keptItem(org, one));
  fill(records.warehouses, houses);
  fill(records.bins, bins);
  fill(records.items, items);
  publish();
  reading.set({ state: "here", at: Date.now() });
  await replace("warehouses", org, houses);
  await replace("bins", org, bins);
  await replace("items", org, items);
  return nextCursor;
}

/** Whose stock is followed, and since when it is known. */
let followed: { org: string; warehouse: string; at: number } | undefined;
/** So old it may be where somebody begins to work. */
const STOCK_MS = 300_000;

/** Reads the stock of the place where somebody works, unless it was read a moment ago. Its lots are followed from then on. */
export async function keepStock(org: string, warehouse: string): Promise<void> {
  if (followed?.warehouse === warehouse && followed.org === org && Date.now() - followed.at < STOCK_MS) return;
  followed = { org, warehouse, at: Date.now() };
  try {
    await readStock(org, warehouse);
  } catch {
    // What is kept is used; the next one who works here reads it.
    followed = { org, warehouse, at: 0 };
  }
}

/** Reads the stock of a warehouse: its lots and pieces, and what is where. */
export async function readStock(org: string, warehouse: string): Promise<void> {
  const rows: KeptStock[] = [];
  for (const by of ["location", "lot", "serial"] as const) {
    const found = await readAll<Views["StockRow"]>(`/inventory/stock?by=${by}&nonZero=true&warehouseId=${warehouse}`);
    rows.push(...found.map((row) => keptStock(org, by, row)));
  }
  records.stock = [...records.stock.filter((row) => row.warehouse !== warehouse), ...rows];
  publish();
  const transaction = (await shelf()).transaction("stock", "readwrite");
  for (const key of await transaction.store.index("warehouse").getAllKeys([org, warehouse])) void transaction.store.delete(key);
  for (const row of records.stock.filter((one) => one.warehouse === warehouse)) void transaction.store.put(row);
  await transaction.done;
}

const FOLLOWED = "item,location,lot,serial,warehouse,organization,movement";

interface Event {
  type: string;
  subject: string;
  data: { itemIds?: string[] } | null;
}

/** Takes in what changed since; whether all of it must be read anew. */
async function takeIn(org: string, events: readonly Event[]): Promise<boolean> {
  const items = new Set<string>();
  let hasLots = false;
  for (const { type, subject, data } of events) {
    const [noun] = type.split(".");
    if (type === "item.imported" || noun === "location" || noun === "warehouse") return true;
    if (noun === "lot" || noun === "serial") hasLots = true;
    if (noun === "movement") void lookAfter(subject);
    if (noun === "organization") await readRules();
    else if (noun === "item") for (const id of data?.itemIds ?? [subject]) items.add(id);
  }
  if (items.size > 100) return true;
  if (hasLots && followed?.org === org) await readStock(org, followed.warehouse);
  const database = await shelf();
  for (const id of items) {
    try {
      const item = keptItem(org, await read<Views["ItemView"]>(`/inventory/items/${id}`));
      records.items.set(id, item);
      await database.put("items", item);
    } catch (error) {
      if (error instanceof NoAnswer) throw error;
      // It is no more.
      records.items.delete(id);
      await database.delete("items", [org, id]);
    }
  }
  if (items.size > 0) publish();
  return false;
}

const AGAIN_MS = 10_000;
/** How old it may become for who may not read events. */
const UNTOLD_MS = 600_000;
const WAIT_S = 25;

/** Keeps the catalogue as the service has it, until it is left: reads it where nothing is kept, then follows the events. */
export async function follow(org: string, signal: AbortSignal): Promise<void> {
  await takeKept(org);
  let state = await note<KeptState>(`catalogue ${org}`);
  // Who read it last could not follow it.
  if (state?.cursor === "" && may("events:read")) state = undefined;
  const keep = async (cursor: string): Promise<void> => {
    state = { cursor, at: Date.now(), place: state?.place, receiptsPost: receiptsPost.get() };
    reading.set({ state: "here", at: state.at });
    await keepNote(`catalogue ${org}`, state);
  };
  while (!signal.aborted) {
    try {
      if (!state || (state.cursor === "" && Date.now() - state.at > UNTOLD_MS)) await keep(await readAnew(org));
      if (state?.cursor === "") {
        await pause(AGAIN_MS, signal);
        continue;
      }
      const page = await read<{ data: Event[]; nextCursor: string }>(
        `/events?types=${FOLLOWED}&limit=200&wait=${WAIT_S}&after=${encodeURIComponent(state?.cursor ?? "now")}`,
        { signal, longestMs: (WAIT_S + 15) * 1000 },
      );
      if (await takeIn(org, page.data)) await keep(await readAnew(org));
      else await keep(page.nextCursor);
    } catch (error) {
      if (signal.aborted) return;
      // A cursor that the service does not know any more: everything anew.
      if (!(error instanceof NoAnswer) && state) state = undefined;
      await pause(AGAIN_MS, signal);
    }
  }
}

/** Waits so long, or until the network is back or the page is left. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer);
      removeEventListener("online", go);
      resolve();
    };
    const timer = setTimeout(go, milliseconds);
    addEventListener("online", go);
    signal.addEventListener("abort", go, { once: true });
  });
}
