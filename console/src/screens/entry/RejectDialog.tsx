import { Button, Modal, Textarea } from "@mantine/core";
import { type JSX, useRef, useState } from "react";
import { rejectEntry } from "../../api/entryActs";
import { useKey } from "../../api/key";
import { type Problem, asProblem } from "../../api/problem";
import { touched } from "../../api/queries";
import { useActions } from "../../app/actions";
import { say } from "../../app/toasts";
import { Refusal } from "../../parts/Refusal";

/** What is rejected. */
interface Waiting {
  id: string;
  version: number;
  description: string;
}

/** What rejecting is called and means, by what waits. */
const WORDS = {
  document: {
    title: "Reject",
    button: "Reject it",
    becomes: "becomes a draft again. Who prepared it sees your reason.",
    example: "the receipt is missing",
    done: "is rejected",
  },
  proposal: {
    title: "Reject",
    button: "Reject it",
    becomes: "stays as it is. Whoever proposed it sees your reason.",
    example: "the limit is too high",
    done: "is rejected",
  },
  count: {
    title: "Send back",
    button: "Send it back",
    becomes: "is to be counted again. Who counts sees your reason.",
    example: "the second shelf was forgotten",
    done: "is sent back",
  },
};

/** Sends something that waits back to who prepared it, with a reason that they see. */
export function RejectDialog({
  entry,
  onClose,
  onDone,
  send = rejectEntry,
  what = "document",
}: {
  entry: Waiting;
  onClose: () => void;
  onDone?: () => void;
  send?: (sending: { id: string; version: number; key: string }, reason: string) => Promise<unknown>;
  what?: keyof typeof WORDS;
}): JSX.Element {
  const { key, renew } = useKey();
  const field = useRef<HTMLTextAreaElement>(null);
  const words = WORDS[what];
  const called = entry.description ? `“${entry.description}”` : "It";
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);

  async function submit(): Promise<void> {
    if (busy) return;
    if (!reason.trim()) {
      setFault("Say what is to be changed.");
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await send({ id: entry.id, version: entry.version, key: key() }, reason.trim());
      say(`${called} ${words.done}.`);
      onClose();
      onDone?.();
      void touched("entries", "stock", "inbox");
    } catch (error) {
      renew();
      setProblem(asProblem(error));
      setBusy(false);
    }
  }

  useActions([
    { id: "reject-do", title: words.button, keys: "mod+enter", run: () => void submit() },
    { id: "reject-close", title: "Close without rejecting", keys: "esc", whileTyping: true, quiet: true, run: onClose },
  ]);
  return (
    <Modal opened onClose={onClose} closeOnEscape={false} title={words.title} className="entry-take-back">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>
          {called} {words.becomes}
        </p>
        {problem && <Refusal problem={problem} />}
        <Textarea
          ref={field}
          data-autofocus
          label="Reason"
          placeholder={words.example}
          value={reason}
          error={fault}
          maxLength={500}
          autosize
          minRows={2}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setFault(undefined);
          }}
        />
        <p className="entry-dialog-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" loading={busy}>
            {words.button} <kbd>Ctrl ⏎</kbd>
          </Button>
        </p>
      </form>
    </Modal>
  );
}
