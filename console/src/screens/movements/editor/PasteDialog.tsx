import { Button, Modal, NativeSelect } from "@mantine/core";
import { type JSX, useEffect, useMemo, useState } from "react";
import type { Cell } from "../../../parts/grid/cells";
import "../../../parts/lines.css";
import type { Line } from "./draft";
import { type Held, itemsOf, linesOf, readPasted } from "./pasting";
import type { House } from "./reading";
import { plural } from "../../../text/language";

/** Whether a pasted text is a table: more than one cell. */
export const isTable = (text: string): boolean => text.includes("\t") || /\n./.test(text.trimEnd());

const MEANINGS: { value: Held; label: string }[] = [
  { value: "item", label: "Item" },
  { value: "quantity", label: "Quantity" },
  { value: "unit", label: "Unit" },
  { value: "lot", label: "Lot" },
  { value: "until", label: "Expires" },
  { value: "serial", label: "Serial number" },
  { value: "bin", label: "Bin" },
  { value: "toBin", label: "To bin" },
  { value: "cost", label: "Cost of all" },
  { value: "amount", label: "Amount" },
  { value: "memo", label: "Memo" },
  { value: "", label: "leave out" },
];

const SHOWN_ROWS = 8;

/** Shows what each column of a pasted table was taken for, before the lines are taken: Enter takes them. */
export function PasteDialog({ text, house, onClose, onTake }: { text: string; house: House; onClose: () => void; onTake: (lines: Line[]) => void }): JSX.Element {
  const [pasted, setPasted] = useState(() => readPasted(text));
  const [items, setItems] = useState<ReadonlyMap<string, Cell>>();
  const column = pasted.held.indexOf("item");
  useEffect(() => {
    let isHere = true;
    setItems(undefined);
    void itemsOf(pasted.rows.map((row) => row[column] ?? "")).then((found) => isHere && setItems(found));
    return () => {
      isHere = false;
    };
  }, [pasted.rows, column]);
  const lines = useMemo(() => (items ? linesOf(pasted, items, house) : []), [pasted, items, house]);
  // Who is faster than the look-up gets the lines when it has come.
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (isWanted && items) onTake(lines);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once both are there
  }, [isWanted, items]);
  const faults = lines.reduce((sum, line) => sum + Object.values(line.cells).filter((one) => one?.fault).length, 0);
  return (
    <Modal opened onClose={onClose} title="Paste a table" size="xl" closeButtonProps={{ "aria-label": "Close" }}>
      <div className="editor-paste">
        <p role="status">
          {pasted.rows.length} {plural(pasted.rows.length, "line", "lines")}.{" "}
          {!items
            ? "Looking up the items…"
            : faults === 0
              ? "Every cell can be read."
              : faults === 1
                ? "1 cell cannot be read; it is taken as it is, to be corrected in its line."
                : `${faults} cells cannot be read; they are taken as they are, to be corrected in their lines.`}
        </p>
        <div className="editor-paste-scroll" tabIndex={0} role="region" aria-label="The first rows">
          <table className="lines">
            <thead>
              <tr>
                {pasted.held.map((held, at) => (
                  <th key={at} scope="col">
                    <NativeSelect
                      aria-label={`Column ${at + 1}${pasted.titles[at] ? `, ${pasted.titles[at]}` : ""} is`}
                      value={held}
                      data={MEANINGS}
                      onChange={(event) => {
                        const value = event.currentTarget.value as Held;
                        setPasted({ ...pasted, held: pasted.held.map((one, index) => (index === at ? value : one === value ? "" : one)) });
                      }}
                    />
                    {pasted.titles[at] && <span className="dim">{pasted.titles[at]}</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {pasted.rows.slice(0, SHOWN_ROWS).map((row, at) => (
                <tr key={at}>
                  {pasted.held.map((held, index) => {
                    const read = held ? lines[at]?.cells[held] : undefined;
                    return (
                      <td key={index} className={held === "quantity" || held === "cost" || held === "amount" ? "number" : undefined} data-left={held === "" || undefined}>
                        {read?.text ?? row[index]}
                        {read?.fault && <span className="negative editor-paste-fault">⚠ {read.fault}</span>}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {pasted.rows.length > SHOWN_ROWS && <p className="dim">and {pasted.rows.length - SHOWN_ROWS} more lines</p>}
        <p className="editor-ways">
          <Button data-autofocus onClick={() => setWanted(true)}>
            Take {pasted.rows.length} {plural(pasted.rows.length, "line", "lines")} <kbd>⏎</kbd>
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </p>
      </div>
    </Modal>
  );
}
