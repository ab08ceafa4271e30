import { Button, Modal } from "@mantine/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, type ReactNode, useState } from "react";
import type { Done } from "../../api/entryActs";
import { useKey } from "../../api/key";
import { type Problem, type WayOut, asProblem } from "../../api/problem";
import { touched } from "../../api/queries";
import { canGo, withReason } from "../../api/ways";
import { useActions } from "../../app/actions";
import { say } from "../../app/toasts";
import { Refusal } from "../../parts/Refusal";
import { useWays } from "../../parts/useWays";
import { MovementPreviewTable, type Foreseen } from "./MovementPreviewTable";
import "../entry/entry.css";
import "./movements.css";

/** What would come of an act; it is asked again with each change of `what`. */
export function useForeseen<P>(what: readonly unknown[], ask: (signal: AbortSignal) => Promise<P>, isReady = true): UseQueryResult<P> {
  return useQuery({
    queryKey: ["preview", ...what],
    enabled: isReady,
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => ask(signal),
  });
}

/** An act with goods: what it means, what would come of it, and why it is refused, with the ways out. */
export function ActDialog({
  title,
  button,
  isGrave = false,
  explains,
  foreseen,
  reason = "",
  fault,
  act,
  done,
  onClose,
  onDone,
  children,
}: {
  title: string;
  button: string;
  isGrave?: boolean;
  explains: string;
  /** What would come of it. */
  foreseen: { data?: Foreseen | undefined; error: unknown };
  /** What was typed as a reason: ways out that take one get it. */
  reason?: string;
  /** What is still missing, where something is; it brings the focus there. */
  fault?: () => string | undefined;
  act: (key: string) => Promise<Done>;
  /** What is said when it is done. */
  done: (came: Done) => string;
  onClose: () => void;
  onDone?: (() => void) | undefined;
  children?: ReactNode;
}): JSX.Element {
  const navigate = useNavigate();
  const { key, renew } = useKey();
  const [refused, setRefused] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const problem = refused ?? (foreseen.error ? asProblem(foreseen.error) : undefined);

  async function submit(): Promise<void> {
    if (busy || fault?.() !== undefined) return;
    setBusy(true);
    setRefused(undefined);
    try {
      const came = await act(key());
      const { made } = came;
      const see = made?.startsWith("mov_") ? { title: "See it", run: () => void navigate({ to: "/movements/$movement", params: { movement: made } }) } : undefined;
      say(done(came), see);
      onClose();
      onDone?.();
      void touched("stock", "entries", "balances", "matches", "inbox");
    } catch (thrown) {
      // It is known what became of the request: the next one is another.
      renew();
      setRefused(asProblem(thrown));
      setBusy(false);
    }
  }

  const ways = useWays({
    again: { title: button, run: () => void submit() },
    onDone: () => setRefused(undefined),
  });
  const shownProblem = problem?.with(problem.ways.filter(canGo).map((way: WayOut) => withReason(way, reason.trim())));
  useActions([
    { id: "movement-act", title: button, keys: "mod+enter", whileTyping: true, run: () => void submit() },
    { id: "movement-act-close", title: "Close without doing it", keys: "esc", whileTyping: true, quiet: true, run: onClose },
  ]);
  return (
    <Modal opened onClose={onClose} closeOnEscape={false} size="lg" title={title} className="entry-take-back" closeButtonProps={{ "aria-label": "Close" }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>{explains}</p>
        {shownProblem && (
          <Refusal
            problem={shownProblem}
            onWay={ways.go}
            onAgain={
              shownProblem.status === 412
                ? () => {
                    setRefused(undefined);
                    renew();
                    void touched("stock");
                  }
                : undefined
            }
            againTitle="Show how it is now"
          />
        )}
        {ways.part}
        {children}
        {foreseen.data && !foreseen.error && <MovementPreviewTable preview={foreseen.data} />}
        <p className="entry-dialog-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" data-autofocus={children === undefined || undefined} variant={isGrave ? "danger" : "filled"} loading={busy} disabled={Boolean(foreseen.error)}>
            {button} <kbd>Ctrl ⏎</kbd>
          </Button>
        </p>
      </form>
    </Modal>
  );
}
