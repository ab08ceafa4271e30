import { store } from "./store";
import { type Sending, deleteDraft } from "./entryActs";
import { asProblem } from "./problem";
import { newKey } from "./key";
import { type Subject, touched } from "./queries";
import { say } from "../app/toasts";

/** How long a deletion can be undone. */
const UNDO_MS = 10_000;

interface Draft {
  id: string;
  version: number;
  description: string;
}

/** How drafts of a kind of record are deleted, and what that makes stale. */
export interface Deletion {
  send: (sending: Sending) => Promise<unknown>;
  touches: readonly Subject[];
}

const OF_ENTRIES: Deletion = { send: deleteDraft, touches: ["entries", "inbox"] };

/** Drafts whose deletion is not sent yet: lists leave them out. */
export const deleting = store<ReadonlySet<string>>(new Set());
const waiting = new Map<string, { draft: Draft; how: Deletion; timer: ReturnType<typeof setTimeout> }>();

function setGone(id: string, isGone: boolean): void {
  const next = new Set(deleting.get());
  if (isGone) next.add(id);
  else next.delete(id);
  deleting.set(next);
}

/** Takes a draft out of sight at once, and deletes it in ten seconds or when the page is left, unless that is undone. */
export function deleteSoon(draft: Draft, how: Deletion = OF_ENTRIES): void {
  if (waiting.has(draft.id)) return;
  const timer = setTimeout(() => void send(draft.id), UNDO_MS);
  waiting.set(draft.id, { draft, how, timer });
  setGone(draft.id, true);
  const called = draft.description ? `The draft “${draft.description}”` : "The draft";
  say(`${called} will be deleted in ten seconds.`, { title: "Undo", run: () => keep(draft.id) });
}

/** Undoes a deletion that is not sent yet. */
export function keep(id: string): void {
  const one = waiting.get(id);
  if (!one) return;
  clearTimeout(one.timer);
  waiting.delete(id);
  setGone(id, false);
}

async function send(id: string): Promise<void> {
  const one = waiting.get(id);
  if (!one) return;
  clearTimeout(one.timer);
  waiting.delete(id);
  try {
    await one.how.send({ id, version: one.draft.version, key: newKey() });
    await touched(...one.how.touches);
  } catch (error) {
    say(`The draft was not deleted: ${asProblem(error).message}.`);
  } finally {
    setGone(id, false);
  }
}

globalThis.addEventListener?.("pagehide", () => {
  for (const id of [...waiting.keys()]) void send(id);
});
