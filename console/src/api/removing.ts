import { say } from "../app/toasts";
import { asProblem } from "./problem";
import { store } from "./store";

/** How long a deletion can be undone. */
const UNDO_MS = 10_000;

/** Something that is to be deleted. */
export interface Removal {
  id: string;
  /** Others that go with it, all in one. */
  others?: readonly string[];
  /** What it is called in the sentence that says so: `The item “22423”`. */
  called: string;
  /** What it is called where it was not deleted; `called` if absent. */
  refusedAs?: string;
  /** Deletes it. */
  send: () => Promise<unknown>;
  /** It was undone. */
  onKept?: (() => void) | undefined;
}

/** What is gone from sight and not deleted yet: lists leave it out. */
export const removing = store<ReadonlySet<string>>(new Set());
const waiting = new Map<string, { removal: Removal; timer: ReturnType<typeof setTimeout> }>();

function setGone({ id, others = [] }: Removal, isGone: boolean): void {
  const next = new Set(removing.get());
  for (const one of [id, ...others]) {
    if (isGone) next.add(one);
    else next.delete(one);
  }
  removing.set(next);
}

/** Takes something out of sight at once, and deletes it in ten seconds or when the page is left, unless that is undone. */
export function removeSoon(removal: Removal): void {
  const { id, called } = removal;
  if (waiting.has(id)) return;
  const timer = setTimeout(() => void send(id), UNDO_MS);
  waiting.set(id, { removal, timer });
  setGone(removal, true);
  say(`${called} will be deleted in ten seconds.`, { title: "Undo", run: () => keepRemoved(id) });
}

/** Undoes a deletion that is not sent yet. */
export function keepRemoved(id: string): void {
  const one = waiting.get(id);
  if (!one) return;
  clearTimeout(one.timer);
  waiting.delete(id);
  setGone(one.removal, false);
  one.removal.onKept?.();
}

async function send(id: string): Promise<void> {
  const one = waiting.get(id);
  if (!one) return;
  clearTimeout(one.timer);
  waiting.delete(id);
  try {
    await one.removal.send();
  } catch (error) {
    say(`${one.removal.refusedAs ?? one.removal.called} was not deleted: ${asProblem(error).message}.`);
  } finally {
    setGone(one.removal, false);
  }
}

globalThis.addEventListener?.("pagehide", () => {
  for (const id of [...waiting.keys()]) void send(id);
});
