import { useNavigate, useRouter, useRouterState } from "@tanstack/react-router";
import { useCallback } from "react";
import { say } from "../../app/toasts";
import { leaveMovementAt, movementsOf } from "./came";

/** The ways from one movement to those beside it in the list from which it was opened, and back. */
export function useMovementNeighbours(id: string | undefined): { go: (step: 1 | -1) => void; back: () => void } {
  const navigate = useNavigate();
  const router = useRouter();
  const list = useRouterState({ select: (state) => state.location.state.movements });
  const go = useCallback(
    (step: 1 | -1): void => {
      if (!list) {
        say("It was not opened from a list: nothing is before or after it.");
        return;
      }
      const rows = movementsOf(list);
      const beside = rows[rows.findIndex((row) => row.id === id) + step];
      if (!beside) {
        say(step > 0 ? "This is the last movement of the list." : "This is the first movement of the list.");
        return;
      }
      leaveMovementAt(list, beside.id);
      // In the place of this one: Back leads to the list, however many were looked at.
      void navigate({ to: "/movements/$movement", params: { movement: beside.id }, search: (now) => now, state: { movements: list }, replace: true });
    },
    [id, list, navigate],
  );
  const back = useCallback((): void => {
    if (list || router.history.canGoBack()) router.history.back();
    else void navigate({ to: "/movements" });
  }, [list, router, navigate]);
  return { go, back };
}
