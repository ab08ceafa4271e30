import { Button } from "@mantine/core";
import { type JSX, useEffect, useRef, useState } from "react";
import { useNames } from "../../api/close";
import { session } from "../../api/session";
import { useStore } from "../../api/store";
import { asProblem, Problem } from "../../api/problem";
import { useActions } from "../../app/actions";
import { say } from "../../app/toasts";
import { Refusal } from "../../parts/Refusal";
import { MAIN } from "./Dialog";
import { type Subject, packed, papersOf, save } from "./papers";

/** How far a pack is. */
export type PackState = { at: number; of: number; title: string } | undefined;

/** The papers of a month or a year as one file. */
export function usePack(subject: Subject): {
  start: () => void;
  cancel: () => void;
  state: PackState;
  problem: Problem | undefined;
} {
  const [state, setState] = useState<PackState>();
  const [problem, setProblem] = useState<Problem>();
  const names = useNames(subject.id);
  const now = useStore(session);
  const books = now.state === "in" ? now.me.memberships.find((one) => one.organizationId === now.organization) : undefined;
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function make(): Promise<void> {
    const papers = papersOf(subject);
    const control = new AbortController();
    running.current = control;
    setProblem(undefined);
    try {
      const { file, missing } = await packed(papers, { organization: books?.name ?? "", subject, by: now.state === "in" ? (now.me.name ?? now.me.username ?? "") : "", names: (id) => (names(id) === "you" && now.state === "in" ? (now.me.name ?? "you") : names(id)) }, control.signal, (paper, at) => setState({ at, of: papers.length, title: paper.title }));
      const saved = papers.length - missing.length;
      if (saved > 0) save(file, `close-${subject.name.replace(/[^\w.-]+/g, "-")}.zip`);
      setProblem(missing[0]?.problem);
      say(missing.length === 0 ? `The pack is saved: ${saved} papers.` : `${saved} of ${papers.length} papers are saved.`);
    } catch (error) {
      if (!control.signal.aborted) setProblem(asProblem(error));
    }
    setState(undefined);
  }

  return {
    start: () => {
      if (state === undefined) void make();
    },
    cancel: () => running.current?.abort(),
    state,
    problem,
  };
}

/** The button that saves the papers as one file, how far it is, and Cancel. */
export function Pack({ subject, isMain }: { subject: Subject; isMain: boolean }): JSX.Element | null {
  const { start, cancel, state, problem } = usePack(subject);
  const isOffered = papersOf(subject).length > 0;
  useActions(isOffered ? [{ id: "pack", title: "Download pack", words: "papers reports save zip excel", run: start }] : []);
  if (!isOffered) return null;
  return (
    <>
      <Button {...(isMain ? { id: MAIN } : { variant: "default" })} onClick={start} aria-disabled={state !== undefined}>
        Download pack
      </Button>
      {state && (
        <span className="closing-progress" role="status">
          {state.title}: {state.at + 1} of {state.of}
          <Button variant="default" size="compact-sm" onClick={cancel}>
            Cancel
          </Button>
        </span>
      )}
      {problem && (
        <div className="closing-why">
          <Refusal problem={problem} onAgain={start} />
        </div>
      )}
    </>
  );
}
