import { Button, TextInput } from "@mantine/core";
import { type JSX, type ReactNode, useRef, useState } from "react";
import { newKey } from "../../api/key";
import { asProblem, Problem, type WayOut } from "../../api/problem";
import { Refusal } from "../../parts/Refusal";
import { useWays } from "../../parts/useWays";
import { Dialog } from "./Dialog";

/** One act of a series. */
export interface Step {
  id: string;
  /** What it is about: `January 2010`. */
  title: string;
  run: (given: { key: string; reason: string | undefined }) => Promise<unknown>;
}

type State = "waiting" | "running" | "done" | "refused";
const WORDS: Record<State, string> = { waiting: "waits", running: "on its way", done: "done", refused: "refused" };

/** Does several acts one after another, shows how far it is, and stops at the first that is refused. */
export function SeriesDialog({
  title,
  act,
  means,
  undo,
  reason = "none",
  steps,
  onWay,
  onSome,
  onClose,
}: {
  title: string;
  act: string;
  means: ReactNode;
  undo?: ReactNode;
  reason?: "none" | "optional" | "required";
  steps: Step[];
  onWay?: ((way: WayOut) => boolean) | undefined;
  /** Some were done, all or up to a refusal; what was read is out of date. */
  onSome: (done: number, isAll: boolean) => Promise<unknown> | void;
  onClose: () => void;
}): JSX.Element {
  // The steps of the moment in which it opened: what is done falls out of the lists that they were made of.
  const [all] = useState(steps);
  const [states, setStates] = useState<readonly State[]>(() => all.map(() => "waiting"));
  const [why, setWhy] = useState("");
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const keys = useRef(new Map<string, string>());
  const isStopped = useRef(false);
  const done = states.filter((state) => state === "done").length;
  const mark = (at: number, state: State): void => setStates((before) => before.map((one, index) => (index === at ? state : one)));

  async function go(): Promise<void> {
    setRunning(true);
    setProblem(undefined);
    ways.clear();
    isStopped.current = false;
    let count = done;
    try {
      for (let at = done; at < all.length && !isStopped.current; at += 1) {
        const step = all[at] as Step;
        mark(at, "running");
        const key = keys.current.get(step.id) ?? newKey();
        keys.current.set(step.id, key);
        try {
          await step.run({ key, reason: why.trim() || undefined });
        } catch (error) {
          mark(at, "refused");
          keys.current.delete(step.id);
          throw error;
        }
        mark(at, "done");
        count += 1;
      }
    } catch (error) {
      setProblem(asProblem(error));
    }
    await onSome(count, count === all.length);
    setRunning(false);
  }

  const ways = useWays({
    own: (way) => {
      const isGone = onWay?.(way) ?? false;
      if (isGone) onClose();
      return isGone;
    },
  });
  const missing = reason === "required" && why.trim() === "" ? "Say why: it stays in the history." : undefined;
  return (
    <Dialog
      title={title}
      act={done === 0 ? act : "Go on"}
      busy={running}
      disabled={missing}
      onAct={() => void go()}
      onClose={() => {
        isStopped.current = true;
        onClose();
      }}
    >
      <p>{means}</p>
      <p role="status" className={running || done > 0 ? undefined : "spoken"}>
        {running || done > 0 ? `${done} of ${all.length} done` : ""}
      </p>
      <ol className="close-series">
        {all.map((step, at) => (
          <li key={step.id} data-state={states[at]}>
            <span>{step.title}</span> <span className="close-series-state">{WORDS[states[at] ?? "waiting"]}</span>
          </li>
        ))}
      </ol>
      {reason !== "none" && (
        <TextInput
          label={reason === "required" ? "Why" : "Why (optional)"}
          description="It stays in the history of each."
          value={why}
          maxLength={500}
          autoComplete="off"
          data-autofocus
          disabled={running}
          onChange={(event) => setWhy(event.currentTarget.value)}
        />
      )}
      {undo && <p className="dim">{undo}</p>}
      {running && (
        <p>
          <Button variant="default" onClick={() => (isStopped.current = true)}>
            Stop after this one
          </Button>
        </p>
      )}
      {problem && <Refusal problem={problem} onWay={ways.go} />}
      {ways.part}
    </Dialog>
  );
}
