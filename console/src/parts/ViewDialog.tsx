import { Button, Checkbox, Modal, TextInput } from "@mantine/core";
import { type FormEvent, type JSX, useState } from "react";
import { useKey } from "../api/key";
import { type Problem, asProblem } from "../api/problem";
import { touched } from "../api/queries";
import { type View, changeView, deleteView, saveView } from "../api/views";
import { say } from "../app/toasts";
import { shownColumns } from "./listColumns";
import { Refusal } from "./Refusal";

/** Saves filters under a name, or changes the caller's own view. */
export function ViewDialog({ screen, query, view, onClose }: { screen: string; query: string; view: View | undefined; onClose: () => void }): JSX.Element {
  const { key, renew } = useKey();
  const [name, setName] = useState(view?.name ?? "");
  const [isShared, setShared] = useState(view?.isShared ?? false);
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const run = (work: () => Promise<unknown>, done: string): void => {
    setBusy(true);
    setProblem(undefined);
    work()
      .then(() => {
        void touched("views");
        say(done);
        onClose();
      })
      .catch((error: unknown) => {
        renew();
        setProblem(asProblem(error));
        setBusy(false);
      });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const called = name.trim();
    if (called === "" || busy) return;
    if (view) run(() => changeView(view.id, { name: called, isShared }, key()), "The view is changed.");
    else run(() => saveView({ name: called, screen, query, isShared, columns: shownColumns() }, key()), "The view is saved.");
  };
  return (
    <Modal opened onClose={onClose} title={view ? `The view “${view.name}”` : "Save these filters"}>
      <form onSubmit={submit} className="way-needs">
        <TextInput
          label="Name"
          value={name}
          maxLength={100}
          autoComplete="off"
          data-autofocus
          error={problem?.faultAt("/name")}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox label="Shared: everybody in these books sees it" checked={isShared} onChange={(event) => setShared(event.currentTarget.checked)} />
        {problem && <Refusal problem={problem} />}
        <div className="refusal-ways">
          <Button type="submit" loading={busy} disabled={name.trim() === ""}>
            Save
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {view && (
            <Button variant="danger" onClick={() => run(() => deleteView(view.id, key()), "The view is deleted.")}>
              Delete it
            </Button>
          )}
          {name.trim() === "" && <span className="dim">Give it a name.</span>}
        </div>
      </form>
    </Modal>
  );
}
