import { useEffect, useState } from "react";
import { answer, api } from "../../../api/client";
import type { MovementPreview } from "../../../api/movementActs";
import { Problem } from "../../../api/problem";
import { bodyOf } from "./body";
import type { Draft } from "./draft";

/** What posting would do, or why it would be refused. */
export type Foretold = { preview: MovementPreview } | { refused: Problem } | undefined;

/** Typing pauses so long before the service is asked. */
const PAUSE_MS = 250;

/** Asks what posting the movement would do, when typing pauses. `version` is another with each change of the draft. */
export function usePreview(draft: () => Draft | undefined, version: unknown, mayPost: boolean, isStored: boolean): Foretold {
  const [told, setTold] = useState<Foretold>();
  useEffect(() => {
    if (!mayPost) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const now = draft();
      if (!now) {
        setTold(undefined);
        return;
      }
      // The stored draft has the number of its document already; only papers of suppliers are looked through for the same number.
      const isPaper = now.head.kind === "supplierInvoice" || now.head.kind === "supplierCredit";
      const body = { ...bodyOf(now, "posted"), ...(isStored && isPaper && { allowDuplicateReference: true }) };
      const asked = {
        headers: { Accept: "application/vnd.countinghouse.preview+json, application/problem+json" },
        parseAs: "json",
        signal: stop.signal,
      } as const;
      const call = api.POST("/api/v1/inventory/movements", { params: { query: { dryRun: true } }, body, ...asked });
      answer(call as Promise<{ data?: unknown; error?: unknown; response: Response }>).then(
        (preview) => !stop.signal.aborted && setTold({ preview: preview as MovementPreview }),
        (error: unknown) => {
          if (stop.signal.aborted) return;
          setTold(error instanceof Problem && error.status >= 400 && error.status < 500 ? { refused: error } : undefined);
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [draft, version, mayPost, isStored]);
  return told;
}
