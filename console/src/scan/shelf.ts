// What this device keeps: the catalogue, lists that are not done, and the queue. Nothing of it is a copy of the books.

import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { KeptBin, KeptItem, KeptStock, KeptWarehouse } from "./catalogue/records";
import type { JobName } from "./job/jobs";
import type { Tally } from "./job/tally";
import type { Operation } from "./queue/operation";

/** The list of one person's job in one place, as it was left. */
export interface KeptTally {
  id: string;
  user: string;
  job: JobName;
  place: string;
  tally: Tally;
  at: number;
}

interface Shelf extends DBSchema {
  items: { key: [string, string]; value: KeptItem };
  warehouses: { key: [string, string]; value: KeptWarehouse };
  bins: { key: [string, string]; value: KeptBin; indexes: { warehouse: [string, string] } };
  stock: { key: number; value: KeptStock; indexes: { warehouse: [string, string] } };
  operations: { key: string; value: Operation; indexes: { user: string } };
  tallies: { key: string; value: KeptTally; indexes: { user: string } };
  /** Small things by name: who was signed in, the device, how far the events were read. */
  notes: { key: string; value: unknown };
}

let opening: Promise<IDBPDatabase<Shelf>> | undefined;

/** The database of this page. */
export function shelf(): Promise<IDBPDatabase<Shelf>> {
  opening ??= openDB<Shelf>("countinghouse-scan", 1, {
    upgrade(database) {
      database.createObjectStore("items", { keyPath: ["org", "id"] });
      database.createObjectStore("warehouses", { keyPath: ["org", "id"] });
      database.createObjectStore("bins", { keyPath: ["org", "id"] }).createIndex("warehouse", ["org", "warehouse"]);
      database.createObjectStore("stock", { autoIncrement: true }).createIndex("warehouse", ["org", "warehouse"]);
      database.createObjectStore("operations", { keyPath: "id" }).createIndex("user", "user");
      database.createObjectStore("tallies", { keyPath: "id" }).createIndex("user", "user");
      database.createObjectStore("notes");
    },
  });
  opening.catch(() => (opening = undefined));
  return opening;
}

/** All keys of an organization. */
export const ofOrg = (org: string): IDBKeyRange => IDBKeyRange.bound([org, ""], [org, "\uffff"]);

/** A small thing by its name. */
export async function note<T>(name: string): Promise<T | undefined> {
  try {
    return (await (await shelf()).get("notes", name)) as T | undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a small thing. A device that keeps nothing still scans while it has a network. */
export async function keepNote(name: string, value: unknown): Promise<void> {
  try {
    await (await shelf()).put("notes", value, name);
  } catch {
    // Private windows and full disks keep nothing.
  }
}

/** Asks the browser not to clear away what is kept when space is short. */
export async function askToStay(): Promise<boolean> {
  try {
    return (await navigator.storage?.persist?.()) ?? false;
  } catch {
    return false;
  }
}
