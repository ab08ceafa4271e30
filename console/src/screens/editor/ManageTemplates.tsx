import { Button, Modal, TextInput } from "@mantine/core";
import { type FormEvent, type JSX, useState } from "react";
import { type Template, deleteTemplate, renameTemplate } from "../../api/entryTemplates";
import { newKey, useKey } from "../../api/key";
import { type Problem, asProblem } from "../../api/problem";
import { touched } from "../../api/queries";
import { removeSoon, removing } from "../../api/removing";
import { useStore } from "../../api/store";
import { say } from "../../app/toasts";
import { Refusal } from "../../parts/Refusal";
import { linesIn } from "./Templates";

/** The templates, to be renamed and deleted. */
export function ManageTemplates({ templates, onClose }: { templates: readonly Template[]; onClose: () => void }): JSX.Element {
  const gone = useStore(removing);
  const [renamed, setRenamed] = useState<string>();
  const shown = templates.filter((one) => !gone.has(one.id));
  const remove = (one: Template): void =>
    removeSoon({
      id: one.id,
      called: `The template “${one.name}”`,
      send: async () => {
        await deleteTemplate(one, newKey());
        await touched("entries");
      },
    });
  return (
    <Modal opened onClose={onClose} title="Templates of entries">
      {shown.length === 0 && <p className="dim">There are none any more.</p>}
      <ul className="editor-template-list">
        {shown.map((one) =>
          renamed === one.id ? (
            <li key={one.id}>
              <Rename of={one} onClose={() => setRenamed(undefined)} />
            </li>
          ) : (
            <li key={one.id}>
              <span className="editor-template-name" dir="auto">
                {one.name}
              </span>
              <span className="dim">{linesIn(one)}</span>
              <Button variant="default" size="compact-sm" aria-label={`Rename ${one.name}`} onClick={() => setRenamed(one.id)}>
                Rename
              </Button>
              <Button variant="default" size="compact-sm" aria-label={`Delete ${one.name}`} onClick={() => remove(one)}>
                Delete
              </Button>
            </li>
          ),
        )}
      </ul>
    </Modal>
  );
}

function Rename({ of, onClose }: { of: Template; onClose: () => void }): JSX.Element {
  const { key, renew } = useKey();
  const [name, setName] = useState(of.name);
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy || name.trim() === "") return;
    setBusy(true);
    renameTemplate(of, name.trim(), key())
      .then(() => {
        void touched("entries");
        say(`It is called “${name.trim()}” now.`);
        onClose();
      })
      .catch((error: unknown) => {
        renew();
        setProblem(asProblem(error));
        setBusy(false);
      });
  };
  return (
    <form onSubmit={submit} className="editor-template-rename">
      <TextInput
        aria-label={`New name of ${of.name}`}
        value={name}
        maxLength={120}
        autoComplete="off"
        autoFocus
        dir="auto"
        error={problem?.faultAt("/name")}
        onChange={(event) => {
          setProblem(undefined);
          setName(event.currentTarget.value);
        }}
      />
      <Button type="submit" size="compact-sm" loading={busy} disabled={name.trim() === ""}>
        Save
      </Button>
      <Button variant="default" size="compact-sm" onClick={onClose}>
        Cancel
      </Button>
      {problem && !problem.faultAt("/name") && <Refusal problem={problem} />}
    </form>
  );
}
