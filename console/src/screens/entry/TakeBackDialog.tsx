import { Button, Modal, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, useRef, useState } from "react";
import type { Entry } from "../../api/entries";
import { type TakeBack, previewTakeBack, takeBack } from "../../api/entryActs";
import { useKey } from "../../api/key";
import { type Problem, type WayOut, asProblem } from "../../api/problem";
import { canGo, withReason } from "../../api/ways";
import { touched } from "../../api/queries";
import { useActions } from "../../app/actions";
import { say } from "../../app/toasts";
import { DayInput } from "../../parts/DayInput";
import { Refusal } from "../../parts/Refusal";
import { useWays } from "../../parts/useWays";
import { PreviewTable } from "./PreviewTable";
import { reverseTitle } from "./doings";

/** Reasons that were typed and not sent, by entry: the dialog that is opened again has them. */
const reasons = new Map<string, string>();

/** Voids or reverses an entry: what would come of it is seen before, and where it is refused, what can be done instead. */
export function TakeBackDialog({ entry, first, onClose }: { entry: Entry; first: TakeBack; onClose: () => void }): JSX.Element {
  const navigate = useNavigate();
  const { key, renew } = useKey();
  const field = useRef<HTMLTextAreaElement>(null);
  const [act, setAct] = useState(first);
  const [reason, setReason] = useState(reasons.get(entry.id) ?? "");
  const [fault, setFault] = useState<string>();
  const [refused, setRefused] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const { data: preview, error } = useQuery({
    queryKey: ["preview", entry.id, entry.version, act],
    enabled: act.kind === "void" || act.date !== "",
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => previewTakeBack(act, entry.id, entry.version, signal),
  });
  const problem = refused ?? (error ? asProblem(error) : undefined);
  const words = act.kind === "void" ? VOID : REVERSE;
  const isReversedInstead = act.kind === "void" && preview?.entries.some((one) => one.entryType === "reversal");

  function change(next: TakeBack): void {
    setAct(next);
    setRefused(undefined);
    renew();
  }

  function keepReason(text: string): void {
    reasons.set(entry.id, text);
    setReason(text);
    if (text.trim()) setFault(undefined);
  }

  async function submit(): Promise<void> {
    if (busy) return;
    if (!reason.trim()) {
      setFault("Say why: the reason stays in the books.");
      field.current?.focus();
      return;
    }
    setBusy(true);
    setRefused(undefined);
    try {
      const done = await takeBack(act, { id: entry.id, version: entry.version, key: key() }, reason.trim());
      reasons.delete(entry.id);
      const { made } = done;
      const word = act.kind === "void" && done.effect !== "reversed" ? "voided" : "reversed";
      say(
        `${entry.number ?? "The entry"} is ${word}.`,
        made ? { title: word === "voided" ? "See the mirror" : "See the reversal", run: () => void navigate({ to: "/journal/$entry", params: { entry: made } }) } : undefined,
      );
      onClose();
      void touched("entries", "balances", "matches", "stock", "inbox");
    } catch (thrown) {
      // It is known what became of the request: the next one is another.
      renew();
      setRefused(asProblem(thrown));
      setBusy(false);
    }
  }

  /** Somebody else changed the entry meanwhile: it is read again, and what would come of it now is shown. */
  async function lookAgain(): Promise<void> {
    setRefused(undefined);
    renew();
    await touched("entries");
  }

  /** A reversal is made here, where its day can be changed and its lines are seen; other ways are calls. */
  function reverseHere(way: WayOut): boolean {
    const date = dateOf(way);
    if (way.rel !== "reverse" || date === undefined) return false;
    change({ kind: "reverse", date });
    field.current?.focus();
    return true;
  }

  const ways = useWays({
    own: reverseHere,
    onDone: (way, answer) => {
      const made = (answer as { id?: unknown } | null)?.id;
      const see = (): void => void navigate({ to: "/journal/$entry", params: { entry: String(made) } });
      say(`Done: ${way.title}.`, typeof made === "string" && made.startsWith("je_") ? { title: "See it", run: see } : undefined);
      onClose();
    },
  });
  useActions([
    { id: "take-back-do", title: words.button, keys: "mod+enter", run: () => void submit() },
    { id: "take-back-close", title: "Close without doing it", keys: "esc", whileTyping: true, quiet: true, run: onClose },
  ]);
  return (
    <Modal opened onClose={onClose} closeOnEscape={false} size="lg" title={`${words.verb} ${entry.number ?? "the entry"}`} className="entry-take-back">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>{words.explains}</p>
        {problem && (
          <Refusal
            problem={titled(problem, reason)}
            onWay={ways.go}
            onAgain={problem.status === 412 ? () => void lookAgain() : undefined}
            againTitle="Show how it is now"
          />
        )}
        {ways.part}
        {act.kind === "reverse" && (
          <DayInput
            label="On which day"
            value={act.date}
            from={entry.date}
            inPeriods
            onChange={(date) => date !== act.date && change({ kind: "reverse", date })}
          />
        )}
        <Textarea
          ref={field}
          data-autofocus
          label="Reason"
          description={`Such as: ${words.example}`}
          value={reason}
          error={fault}
          maxLength={500}
          autosize
          minRows={2}
          onChange={(event) => keepReason(event.currentTarget.value)}
        />
        {isReversedInstead && <p>Its period is closed, so that it is reversed in the first one that is open.</p>}
        {preview && !error && <PreviewTable preview={preview} baseCurrency={entry.baseCurrency} />}
        <p className="entry-dialog-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={act.kind === "void" ? "danger" : "filled"} loading={busy} disabled={Boolean(error)}>
            {words.button} <kbd>Ctrl ⏎</kbd>
          </Button>
        </p>
      </form>
    </Modal>
  );
}

const VOID = {
  verb: "Void",
  button: "Void it",
  explains: "A mirror entry on the same day takes it out of all balances. Both stay in the books, with your reason.",
  example: "entered twice",
};

const REVERSE = {
  verb: "Reverse",
  button: "Reverse it",
  explains: "The opposite is posted on a later day. The entry stays in effect until then, and in the books for good.",
  example: "the customer returned the goods",
};

const dateOf = (way: WayOut): string | undefined => {
  const date = (way.body as { date?: unknown } | undefined)?.date;
  return typeof date === "string" ? date : undefined;
};

/** The refusal with the ways that can be gone from here: a reversal says its day, and what wants a reason has the one typed. */
function titled(problem: Problem, reason: string): Problem {
  const ways = problem.ways.filter(canGo).map((way) => {
    const date = dateOf(way);
    const given = withReason(way, reason.trim());
    return way.rel === "reverse" && date !== undefined ? { ...given, title: reverseTitle(date) } : given;
  });
  return problem.with(ways);
}
