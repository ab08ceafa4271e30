import { useRef, useState } from "react";
import { approve } from "../../api/decide";
import type { InboxItem } from "../../api/inbox";
import { newKey } from "../../api/key";
import { type Problem, asProblem } from "../../api/problem";
import { touched } from "../../api/queries";

/** What became of a decision: on its way, or refused. One that was taken leaves the list. */
type Fate = { state: "sent" } | { state: "refused"; problem: Problem };

/**
 * Decisions, sent one beside the other: whoever approves goes on to the next at once, and nothing counts as approved before the
 * service has said so.
 */
export function useDecisions(): {
  fates: ReadonlyMap<string, Fate>;
  taken: ReadonlySet<string>;
  send: (item: InboxItem, version: number) => void;
  take: (id: string) => void;
  forget: (id: string) => void;
} {
  const [fates, setFates] = useState<ReadonlyMap<string, Fate>>(new Map());
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const open = useRef(0);
  const put = (id: string, fate: Fate | undefined): void =>
    setFates((before) => {
      const next = new Map(before);
      if (fate) next.set(id, fate);
      else next.delete(id);
      return next;
    });
  const take = (id: string): void => setTaken((before) => new Set(before).add(id));
  async function sendOne(item: InboxItem, version: number): Promise<void> {
    put(item.id, { state: "sent" });
    open.current += 1;
    try {
      await approve(item.kind, { id: item.id, version, key: newKey() });
      take(item.id);
      put(item.id, undefined);
    } catch (error) {
      put(item.id, { state: "refused", problem: asProblem(error) });
    } finally {
      open.current -= 1;
      // Lists are read again once, after the last of several.
      if (open.current === 0) void touched("entries", "balances", "stock", "inbox", "controls", "rules", "organization");
    }
  }
  return {
    fates,
    taken,
    send: (item, version) => {
      if (fates.get(item.id)?.state !== "sent") void sendOne(item, version);
    },
    take,
    forget: (id) => put(id, undefined),
  };
}
