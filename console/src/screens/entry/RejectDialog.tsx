import { Button, Modal, Textarea } from "@mantine/core";
import { type JSX, useRef, useState } from "react";
import { asProblem, rejectEntry } from "../../api/entryActs";
import { useKey } from "../../api/key";
import type { Problem } from "../../api/problem";
import { touched } from "../../api/queries";
import { useActions } from "../../app/actions";
import { say } from "../../app/toasts";
import { Refusal } from "../../parts/Refusal";

/** What is rejected: an entry unless somebody says how else. */
interface Waiting {
  id: string;
  version: number;
  description: string;
}

/** Sends something that waits back to who prepared it, with a reason that they see. */
export function RejectDialog({
  entry,
  onClose,
  onDone,
  send = rejectEntry,
}: {
  entry: Waiting;
  onClose: () => void;
  onDone?: () => void;
  send?: (sending: { id: string; version: number; key: string }, reason: string) => Promise<unknown>;
}): JSX.Element {
  const { key, renew } = useKey();
  const field = useRef<HTMLTextAreaElement>(null);
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
      say(entry.description ? `“${entry.description}” is rejected.` : "It is rejected.");
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
    { id: "reject-do", title: "Reject it", keys: "mod+enter", run: () => void submit() },
    { id: "reject-close", title: "Close without rejecting", keys: "esc", whileTyping: true, quiet: true, run: onClose },
  ]);
  return (
    <Modal opened onClose={onClose} closeOnEscape={false} title="Reject" className="take-back">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>{entry.description ? `“${entry.description}”` : "It"} becomes a draft again. Who prepared it sees your reason.</p>
        {problem && <Refusal problem={problem} />}
        <Textarea
          ref={field}
          data-autofocus
          label="Reason"
          placeholder="the receipt is missing"
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
        <p className="dialog-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" loading={busy}>
            Reject it <kbd>Ctrl ⏎</kbd>
          </Button>
        </p>
      </form>
    </Modal>
  );
}
