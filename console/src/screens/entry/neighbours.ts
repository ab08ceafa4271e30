import { useNavigate, useRouter, useRouterState } from "@tanstack/react-router";
import { useCallback } from "react";
import { type Entry, readEntry } from "../../api/entries";
import { asProblem } from "../../api/problem";
import { leaveAt, rowsOf } from "../../app/came";
import { say } from "../../app/toasts";

/** The number before or after in the same series: `SJ-2010-000424` → `SJ-2010-000425`. Series have no gaps. */
export function numberBeside(number: string, step: 1 | -1): string | undefined {
  const parts = /^(.*?)(\d+)$/.exec(number);
  if (!parts) return undefined;
  const [, prefix = "", digits = ""] = parts;
  const next = BigInt(digits) + BigInt(step);
  return next < 1n ? undefined : `${prefix}${String(next).padStart(digits.length, "0")}`;
}

/**
 * The ways from one entry to those beside it, and back: in the list from which it was opened, else by number in its journal.
 */
export function useNeighbours(entry: Entry | undefined): { go: (step: 1 | -1) => void; back: () => void; inList: boolean } {
  const navigate = useNavigate();
  const router = useRouter();
  const list = useRouterState({ select: (state) => state.location.state.list });
  const go = useCallback(
    (step: 1 | -1): void => {
      if (!entry) return;
      const rows = list ? rowsOf(list) : [];
      const at = rows.findIndex((row) => row.id === entry.id);
      const beside = at < 0 ? undefined : rows[at + step];
      if (list && beside) {
        leaveAt(list, beside.id);
        // In the place of this one: Back leads to the list, however many were looked at.
        void navigate({ to: "/journal/$entry", params: { entry: beside.number ?? beside.id }, search: (now) => now, state: { list }, replace: true });
        return;
      }
      if (at >= 0) {
        say(step > 0 ? "This is the last entry of the list." : "This is the first entry of the list.");
        return;
      }
      const number = entry.number ? numberBeside(entry.number, step) : undefined;
      if (!number) {
        say(entry.number ? "This is the first entry of its journal." : "A draft has no number yet, so nothing is before or after it.");
        return;
      }
      readEntry(number).then(
        () => void navigate({ to: "/journal/$entry", params: { entry: number }, search: (now) => now, replace: true }),
        (error: unknown) => {
          const problem = asProblem(error);
          if (problem.status !== 404) say(problem.message);
          else say(step > 0 ? `${entry.number ?? ""} is the last entry of its series.` : `${entry.number ?? ""} is the first entry of its series.`);
        },
      );
    },
    [entry, list, navigate],
  );
  const back = useCallback((): void => {
    if (list || router.history.canGoBack()) router.history.back();
    else void navigate({ to: "/journal" });
  }, [list, router, navigate]);
  return { go, back, inList: list !== undefined };
}
