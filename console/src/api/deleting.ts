import { deleteDraft } from "./entryActs";
import { newKey } from "./key";
import { touched } from "./queries";
import { keepRemoved, removeSoon, removing } from "./removing";

interface Draft {
  id: string;
  version: number;
  description: string;
}

/** Drafts whose deletion is not sent yet: lists leave them out. */
export const deleting = removing;

/** Takes a draft out of sight at once, and deletes it in ten seconds or when the page is left, unless that is undone. */
export function deleteSoon(draft: Draft): void {
  removeSoon({
    id: draft.id,
    called: draft.description ? `The draft “${draft.description}”` : "The draft",
    send: async () => {
      await deleteDraft({ id: draft.id, version: draft.version, key: newKey() });
      await touched("entries", "inbox");
    },
  });
}

/** Undoes a deletion that is not sent yet. */
export const keep = keepRemoved;
