import { Button, Modal, TextInput } from "@mantine/core";
import { type FormEvent, type JSX, useState } from "react";
import { type Template, keepTemplate } from "../../api/entryTemplates";
import { useKey } from "../../api/key";
import { type Problem, asProblem } from "../../api/problem";
import { touched } from "../../api/queries";
import { say } from "../../app/toasts";
import { Refusal } from "../../parts/Refusal";
import type { Draft } from "./draft";
import type { Books } from "./reading";
import { hindrance, templateOf } from "./templates";

/** Keeps what is written as a template under a name. A name that a template has already puts it in the place of that one. */
export function KeepTemplate({
  draft,
  books,
  templates,
  onClose,
}: {
  draft: Draft;
  books: Books;
  templates: readonly Template[];
  onClose: () => void;
}): JSX.Element {
  const { key, renew } = useKey();
  const [name, setName] = useState(draft.head.description.trim().slice(0, 120));
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const called = name.trim();
  const old = templates.find((one) => one.name === called);
  const why = hindrance(draft.lines) ?? (called === "" ? "Give it a name." : undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy || why) return;
    setBusy(true);
    setProblem(undefined);
    keepTemplate(templateOf(draft, called, books), old, key())
      .then(() => {
        void touched("entries", "parties");
        say(old ? `“${called}” has these lines now.` : `Kept as the template “${called}”.`);
        onClose();
      })
      .catch((error: unknown) => {
        renew();
        setProblem(asProblem(error));
        setBusy(false);
      });
  };
  return (
    <Modal opened onClose={onClose} title="Keep as a template">
      <form onSubmit={submit} className="way-needs">
        <p>Everybody who writes entries can begin with it: its text, its journal and its lines with their amounts, but no dates.</p>
        <TextInput
          label="Name"
          value={name}
          maxLength={120}
          autoComplete="off"
          data-autofocus
          dir="auto"
          description={old && "There is a template of this name: it is replaced."}
          error={problem?.faultAt("/name")}
          onChange={(event) => {
            renew();
            setName(event.currentTarget.value);
          }}
        />
        {problem && <Refusal problem={problem} />}
        <div className="refusal-ways">
          <Button type="submit" loading={busy} disabled={why !== undefined}>
            {old ? "Replace it" : "Keep it"}
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {why && <span className="dim">{why}</span>}
        </div>
      </form>
    </Modal>
  );
}
