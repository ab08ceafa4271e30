// Unsent work on this device: per person and organization, for fourteen days, and gone when the person signs out.

import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { type Looked, followed } from "./letGo";
import { session } from "./session";

/** A form that was not sent. */
export interface Kept<Value = unknown> {
  id: string;
  /** Whose it is: the person and the organization. */
  owner: string;
  person: string;
  /** Which form, and of which record: `entry`, `new`. */
  form: string;
  subject: string;
  /** When it was last changed, in milliseconds. */
  at: number;
  value: Value;
}

interface Shelf extends DBSchema {
  unsent: { key: string; value: Kept; indexes: { owner: string; person: string } };
}

/** Older work is not offered again. */
export const KEPT_MS = 14 * 24 * 3600 * 1000;

let shelf: Promise<IDBPDatabase<Shelf>> | undefined;

function opened(): Promise<IDBPDatabase<Shelf>> {
  shelf ??= openDB<Shelf>("countinghouse", 1, {
    upgrade(database) {
      const store = database.createObjectStore("unsent", { keyPath: "id" });
      store.createIndex("owner", "owner");
      store.createIndex("person", "person");
    },
  });
  shelf.catch(() => (shelf = undefined));
  return shelf;
}

function owner(): { owner: string; person: string } | undefined {
  const now = session.get();
  if (now.state !== "in" && now.state !== "expired") return undefined;
  return { owner: `${now.me.principalId} ${now.organization}`, person: now.me.principalId };
}

/** Keeps the form as it is now. A device that keeps nothing is no fault. */
export async function keep(form: string, subject: string, id: string, value: unknown): Promise<void> {
  const mine = owner();
  if (!mine) return;
  try {
    await (await opened()).put("unsent", { id, ...mine, form, subject, at: Date.now(), value });
  } catch {
    // Private windows and full disks keep nothing.
  }
}

/** It was sent or thrown away. */
export async function forget(id: string): Promise<void> {
  try {
    await (await opened()).delete("unsent", id);
  } catch {
    // Nothing is kept.
  }
}

/**
 * Tells what the person left unsent in this form, newest first, without what is too old. What is open in another page is not among
 * it, and is told of when that page lets it go: the one that was here before a reload may take a while to end.
 */
export function followUnsent<Value>(form: string, subject: string, tell: (found: Kept<Value>[]) => void): () => void {
  return followed(() => look<Value>(form, subject), navigator.locks, tell);
}

async function look<Value>(form: string, subject: string): Promise<Looked<Kept<Value>>> {
  const mine = owner();
  if (!mine) return { free: [], held: [] };
  try {
    const database = await opened();
    const all = await database.getAllFromIndex("unsent", "owner", mine.owner);
    const old = all.filter((one) => isOld(one, Date.now()));
    for (const one of old) await database.delete("unsent", one.id);
    const own = all.filter((one) => !isOld(one, Date.now()) && one.form === form && one.subject === subject);
    const locked = new Set(((await navigator.locks?.query())?.held ?? []).map((lock) => lock.name));
    const isFree = (one: Kept): boolean => !locked.has(lockName(one.id));
    const free = own.filter(isFree).toSorted((one, other) => other.at - one.at) as Kept<Value>[];
    return { free, held: own.filter((one) => !isFree(one)).map((one) => lockName(one.id)) };
  } catch {
    return { free: [], held: [] };
  }
}

/** All that the person left unsent in these books, newest first. */
export async function allUnsent(): Promise<Kept[]> {
  const mine = owner();
  if (!mine) return [];
  try {
    const all = await (await opened()).getAllFromIndex("unsent", "owner", mine.owner);
    return all.filter((one) => !isOld(one, Date.now())).toSorted((one, other) => other.at - one.at);
  } catch {
    return [];
  }
}

/** Whether it is not offered any more. */
export const isOld = (one: Pick<Kept, "at">, now: number): boolean => now - one.at > KEPT_MS;

const lockName = (id: string): string => `unsent ${id}`;

/** Says to other tabs that this form is open here, until the answer is called. */
export function hold(id: string): () => void {
  let release = (): void => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  void navigator.locks?.request(lockName(id), () => until);
  return release;
}

/** Forgets all that the person left on this device. */
export async function forgetAllOf(person: string): Promise<void> {
  try {
    const database = await opened();
    const keys = await database.getAllKeysFromIndex("unsent", "person", person);
    for (const key of keys) await database.delete("unsent", key);
  } catch {
    // Nothing is kept.
  }
}
