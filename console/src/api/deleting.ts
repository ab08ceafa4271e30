import { type Sending, deleteDraft } from "./entryActs";
import { newKey } from "./key";
import { type Subject, touched } from "./queries";
import { removeSoon } from "./removing";

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

/** Takes a draft out of sight at once, and deletes it in ten seconds or when the page is left, unless that is undone. */
export function deleteSoon({ id, version, description }: Draft, how: Deletion = OF_ENTRIES): void {
  removeSoon({
    id,
    called: description ? `The draft “${description}”` : "The draft",
    refusedAs: "The draft",
    send: async () => {
      await how.send({ id, version, key: newKey() });
      await touched(...how.touches);
    },
  });
}
