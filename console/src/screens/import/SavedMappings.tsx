import { Button, Menu, TextInput } from "@mantine/core";
import { type FormEvent, type JSX, useRef, useState } from "react";
import { newKey } from "../../api/key";
import { asProblem } from "../../api/problem";
import { say } from "../../app/toasts";
import { Dialog } from "../close/Dialog";
import "../close/close.css";
import { save } from "../close/papers";
import { type Saved, changeSaved, fitting, mappingOf, useSaved } from "./saved";
import { type Settings, mappingFile, readMappingFile } from "./settings";

/** Mappings under names: those that fit are offered, what is chosen now is saved, and goes to the command line and comes from it. */
export function SavedMappings({ settings, headings, onTake }: { settings: Settings; headings: readonly string[]; onTake: (change: Partial<Settings>) => void }): JSX.Element {
  const all = useSaved();
  const [dialog, setDialog] = useState<"save" | Saved>();
  const input = useRef<HTMLInputElement>(null);
  const fit = fitting(all, settings, headings);
  const take = ({ mapping, name }: Saved): void => {
    onTake(mapping);
    say(`The file is read as “${name}”.`);
  };
  const change = (work: (before: Saved[]) => Saved[], told: string): void => {
    changeSaved(work).then(
      () => say(told),
      (error: unknown) => say(`Not saved: ${asProblem(error).message}`),
    );
  };
  async function load(file: File | undefined): Promise<void> {
    const read = file && readMappingFile(await file.text(), settings);
    if (read) onTake(read);
    if (file) say(read ? `The file is read as ${file.name} says.` : `${file.name} is no mapping: it must be a JSON file with columns, accounts, dates or decimals.`);
  }
  return (
    <>
      {fit.length > 0 && (
        <p className="import-acts" role="group" aria-label="Saved mappings for such files">
          <span className="dim">Saved for such files:</span>
          {fit.slice(0, 4).map((one) => (
            <Button key={one.id} variant="default" size="compact-sm" onClick={() => take(one)}>
              Read it as “{one.name}”
            </Button>
          ))}
        </p>
      )}
      <div className="import-acts">
        <Button variant="default" size="compact-sm" onClick={() => setDialog("save")}>
          Save this mapping…
        </Button>
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button variant="default" size="compact-sm">
              Mappings…
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {all.map((one) => (
              <Menu.Item key={one.id} onClick={() => setDialog(one)}>
                Rename or delete “{one.name}”…
              </Menu.Item>
            ))}
            <Menu.Item onClick={() => save(new Blob([mappingFile(settings)], { type: "application/json" }), "mapping.json")}>Download it for the command line</Menu.Item>
            <Menu.Item onClick={() => input.current?.click()}>Load a mapping file…</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Mapping file"
          accept=".json,application/json"
          onChange={(event) => {
            void load(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
      </div>
      {dialog === "save" && (
        <NameDialog
          title="Save this mapping"
          says="Columns, days, amounts and accounts are offered again for files like this one, on every device of yours."
          name=""
          taken={all.map((one) => one.name)}
          onName={(name) => {
            const one: Saved = { id: newKey(), name, headings: [...headings], mapping: mappingOf(settings) };
            change((before) => [...before.filter((other) => other.name !== name), one], `“${name}” is saved.`);
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {typeof dialog === "object" && (
        <NameDialog
          title={`The mapping “${dialog.name}”`}
          says="What was brought in with it stays as it is."
          name={dialog.name}
          taken={all.filter((one) => one.id !== dialog.id).map((one) => one.name)}
          onName={(name) => change((before) => before.map((one) => (one.id === dialog.id ? { ...one, name } : one)), `It is called “${name}” now.`)}
          onDelete={() => change((before) => before.filter((one) => one.id !== dialog.id), `“${dialog.name}” is deleted.`)}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

function NameDialog({
  title,
  says,
  name: begin,
  taken,
  onName,
  onDelete,
  onClose,
}: {
  title: string;
  says: string;
  name: string;
  /** Names of others: one of them is replaced, and that is said. */
  taken: readonly string[];
  onName: (name: string) => void;
  onDelete?: () => void;
  onClose: () => void;
}): JSX.Element {
  const [name, setName] = useState(begin);
  const isTaken = taken.includes(name.trim());
  const act = (event?: FormEvent): void => {
    event?.preventDefault();
    onName(name.trim());
    onClose();
  };
  return (
    <Dialog title={title} act={isTaken && !begin ? "Replace it" : "Save"} disabled={name.trim() === "" ? "Give it a name." : isTaken && begin ? "Another one is called so." : undefined} onAct={act} onClose={onClose}>
      <p>{says}</p>
      <TextInput
        label="Name"
        value={name}
        maxLength={60}
        autoComplete="off"
        data-autofocus
        description={isTaken && !begin ? "The one that is called so is replaced." : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {onDelete && (
        <p>
          <Button
            variant="danger"
            onClick={() => {
              onDelete();
              onClose();
            }}
          >
            Delete it
          </Button>
        </p>
      )}
    </Dialog>
  );
}
