import { useEffect, useState } from "react";
import { answer, api } from "../../api/client";
import { Problem } from "../../api/problem";
import type { components } from "../../api/schema";
import { may } from "../../api/session";
import { bodyOf } from "./body";
import type { Draft } from "./draft";
import { type Correction, correctionOf } from "./save";

/** What a balance would be. The service says before and after where it can. */
export type PreviewBalance = components["schemas"]["PreviewBalance"] & {
  before?: string | null;
  after?: string | null;
  accountCode?: string | null;
  accountName?: string | null;
};

/** What posting would do, or why it would be refused. */
export type Preview = { balances: readonly PreviewBalance[] } | { refused: Problem } | undefined;

/** Typing pauses so long before the service is asked. */
const PAUSE_MS = 250;

/** Asks what posting the entry would do, when typing pauses. `version` is another with each change of the draft. */
export function usePreview(draft: () => Draft | undefined, version: unknown, corrects?: Correction): Preview {
  const [preview, setPreview] = useState<Preview>();
  useEffect(() => {
    if (!may("journalEntries:post")) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const now = draft();
      if (!now) {
        setPreview(undefined);
        return;
      }
      const asked = {
        headers: { Accept: "application/vnd.countinghouse.preview+json, application/problem+json" },
        parseAs: "json",
        signal: stop.signal,
      } as const;
      const query = { dryRun: true };
      const call = corrects
        ? api.POST("/api/v1/accounting/journal-entries/{id}/correct", {
            params: { path: { id: corrects.entry.id }, query },
            // Why may still be empty while the lines are looked at.
            body: { ...correctionOf(now, corrects), reason: corrects.reason.get().trim() || "preview" },
            ...asked,
          })
        : api.POST("/api/v1/accounting/journal-entries", { params: { query }, body: bodyOf(now, "posted"), ...asked });
      answer(call as Promise<{ data?: unknown; error?: unknown; response: Response }>).then(
        (told) => !stop.signal.aborted && setPreview({ balances: (told as { balances?: PreviewBalance[] }).balances ?? [] }),
        (error: unknown) => {
          if (stop.signal.aborted) return;
          setPreview(error instanceof Problem && error.status >= 400 && error.status < 500 ? { refused: error } : undefined);
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [draft, version, corrects]);
  return preview;
}
