import { Checkbox, TextInput } from "@mantine/core";
import { type JSX, type ReactNode, useState } from "react";
import { useKey } from "../../api/key";
import { asProblem, Problem, type WayOut } from "../../api/problem";
import { touched } from "../../api/queries";
import { Refusal } from "../../parts/Refusal";
import { useWays } from "../../parts/useWays";
import { Dialog } from "./Dialog";

/** What was filled in, and the key of the dialog. */
export interface Given {
  key: string;
  reason: string | undefined;
  force: boolean;
}

/** A dialog that does one thing: what it means in a sentence, who can undo it, why it is done, and the refusal with its ways out. */
export function ActDialog({
  title,
  act,
  means,
  undo,
  reason,
  early,
  disabled,
  size,
  run,
  onWay,
  onDone,
  onClose,
  children,
}: {
  title: string;
  /** What the button says. */
  act: string;
  means: ReactNode;
  /** Who can undo it, and how. */
  undo?: ReactNode;
  reason: "none" | "optional" | "required";
  /** Said where the last day has not passed: it can be done all the same, by a tick and with a reason. */
  early?: string | undefined;
  disabled?: string | undefined;
  size?: "md" | "lg" | "xl";
  run: (given: Given) => Promise<unknown>;
  /** Goes a way out of a refusal: true where it did. */
  onWay?: ((way: WayOut) => boolean) | undefined;
  onDone: () => void;
  onClose: () => void;
  children?: ReactNode;
}): JSX.Element {
  const { key, renew } = useKey();
  const [why, setWhy] = useState("");
  const [force, setForce] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const isNeeded = reason === "required" || force;
  const missing = isNeeded && why.trim() === "" ? "Say why: it stays in the history." : undefined;
  const unticked = early !== undefined && !force ? "Its last day has not passed." : undefined;

  async function go(): Promise<void> {
    setBusy(true);
    ways.clear();
    setProblem(undefined);
    try {
      await run({ key: key(), reason: why.trim() || undefined, force });
      onDone();
    } catch (error) {
      const refused = asProblem(error);
      // What was refused was not done: the next attempt is another act.
      if (refused.status >= 400 && refused.status < 500) renew();
      setProblem(refused);
      setBusy(false);
      // It was refused for what the list did not show yet.
      void touched("periods");
    }
  }

  const ways = useWays({
    again: { title: act, run: () => void go() },
    own: (way) => {
      const isGone = onWay?.(way) ?? false;
      if (isGone) onClose();
      return isGone;
    },
  });

  return (
    <Dialog
      title={title}
      act={act}
      busy={busy}
      disabled={disabled ?? unticked ?? missing}
      onAct={() => void go()}
      onClose={onClose}
      {...(size ? { size } : {})}
    >
      <p>{means}</p>
      {children}
      {early !== undefined && (
        <Checkbox label={early} checked={force} onChange={(event) => setForce(event.currentTarget.checked)} />
      )}
      {reason !== "none" && (
        <TextInput
          label={isNeeded ? "Why" : "Why (optional)"}
          description="It stays in the history."
          value={why}
          maxLength={500}
          autoComplete="off"
          data-autofocus
          required={isNeeded}
          withAsterisk={false}
          onChange={(event) => setWhy(event.currentTarget.value)}
        />
      )}
      {undo && <p className="dim">{undo}</p>}
      {problem && <Refusal problem={problem} onWay={ways.go} />}
      {ways.part}
    </Dialog>
  );
}
