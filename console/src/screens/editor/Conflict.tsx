import { Button, Modal } from "@mantine/core";
import { type JSX, useMemo, useState } from "react";
import { useJournals } from "../../api/journals";
import "../../parts/lines.css";
import { formatDay, isDay } from "../../text/day";
import { columnName } from "./columns";
import type { ColumnId, Draft } from "./draft";
import type { Books } from "./reading";
import { disputed, merged } from "./versions";
import { plural } from "../../text/language";

const HEAD: Record<string, string> = {
  date: "Date",
  description: "Text",
  reference: "Reference",
  journal: "Journal",
  documentDate: "Document date",
  reverseOn: "Reverse on",
  currency: "Currency",
  rate: "Rate",
};

/** Somebody else changed the draft meanwhile: both versions of each field that both changed, to choose from. */
export function Conflict({
  base,
  mine,
  theirs,
  books,
  by,
  onClose,
  onTake,
}: {
  base: Draft;
  mine: Draft;
  theirs: Draft;
  books: Books;
  /** The state in which it is now. */
  by: string;
  onClose: () => void;
  onTake: (draft: Draft) => void;
}): JSX.Element {
  const journals = useJournals();
  // The versions are those of the moment: typing goes on nowhere while the dialog is open.
  const [versions] = useState({ base, mine, theirs });
  const open = useMemo(() => disputed(versions.base, versions.mine, versions.theirs), [versions]);
  const [choices, setChoices] = useState<ReadonlyMap<string, "mine" | "theirs">>(new Map());
  const rest = open.filter((one) => !choices.has(one.path)).length;
  const name = (path: string): string => {
    const [, at, column] = /^(\d+) (.+)$/.exec(path) ?? [];
    if (at !== undefined) return `Line ${Number(at) + 1}, ${columnName(column as ColumnId, books.dimensions)}`;
    return HEAD[path] ?? columnName(path as ColumnId, books.dimensions);
  };
  const shown = (path: string, text: string): string => {
    if (text === "") return "nothing";
    if (path === "journal") return journals?.find((one) => one.id === text)?.name ?? text;
    return isDay(text) ? formatDay(text) : text;
  };
  const choose = (path: string, which: "mine" | "theirs"): void => setChoices(new Map([...choices, [path, which]]));
  const chooseAll = (which: "mine" | "theirs"): void => setChoices(new Map(open.map((one) => [one.path, which])));
  const cannot = by === "draft" || by === "pendingApproval" ? undefined : "It has been posted meanwhile and cannot be changed any more.";
  return (
    <Modal opened onClose={onClose} title="Somebody else changed this draft" size="lg">
      <div className="editor-paste">
        {cannot && <p role="alert">{cannot}</p>}
        <p>
          {open.length === 0
            ? "You changed other fields than they did: both changes can stand together."
            : "What only one of you changed is taken. Of these fields choose one version:"}
        </p>
        {open.length > 0 && (
          <table className="lines">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Mine</th>
                <th scope="col">Theirs</th>
              </tr>
            </thead>
            <tbody>
              {open.map((one) => (
                <tr key={one.path}>
                  <th scope="row">{name(one.path)}</th>
                  {(["mine", "theirs"] as const).map((which) => (
                    <td key={which}>
                      <label className="editor-conflict">
                        <input
                          type="radio"
                          name={one.path}
                          checked={choices.get(one.path) === which}
                          onChange={() => choose(one.path, which)}
                        />
                        {shown(one.path, one[which])}
                      </label>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <p className="editor-ways">
          {open.length > 3 && (
            <>
              <Button variant="default" onClick={() => chooseAll("mine")}>
                All mine
              </Button>
              <Button variant="default" onClick={() => chooseAll("theirs")}>
                All theirs
              </Button>
            </>
          )}
          <Button
            data-autofocus
            disabled={rest > 0 || cannot !== undefined}
            onClick={() => onTake(merged(versions.base, versions.mine, versions.theirs, choices))}
          >
            Save
          </Button>
          <Button variant="default" onClick={onClose}>
            Not now
          </Button>
          {rest > 0 && <span className="dim">{plural(rest, "1 field is open", `${rest} fields are open`)}</span>}
        </p>
      </div>
    </Modal>
  );
}
