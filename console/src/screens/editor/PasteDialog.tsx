import { Button, Modal, NativeSelect } from "@mantine/core";
import { type JSX, useMemo, useState } from "react";
import type { Choice, Meaning } from "../../text/paste";
import { readPaste } from "../../text/paste";
import { formatAmount } from "../../text/number";
import { balance, inWords, totalsOf } from "./difference";
import type { Line } from "./draft";
import "../../parts/lines.css";
import { fieldOf, linesOf } from "./pasting";
import { type Books, currencyOf, decimalsIn } from "./reading";
import { plural } from "../../text/language";

/** Whether a pasted text is a table: more than one cell. */
export const isTable = (text: string): boolean => text.includes("\t") || /\n./.test(text.trimEnd());

const MEANINGS: [Meaning, string][] = [
  ["account", "Account"],
  ["debit", "Debit"],
  ["credit", "Credit"],
  ["amount", "Amount: debit, credit with a minus"],
  ["text", "Memo"],
  ["party", "Party"],
  ["due", "Due date"],
  ["currency", "Currency"],
  ["ignore", "leave out"],
];

const SHOWN_ROWS = 8;

/** Shows what each column of a pasted table was taken for, before the lines are taken: Enter takes them. */
export function PasteDialog({
  text,
  books,
  onClose,
  onTake,
}: {
  text: string;
  books: Books;
  onClose: () => void;
  onTake: (lines: Line[]) => void;
}): JSX.Element {
  const [choices, setChoices] = useState<readonly (Choice | undefined)[]>([]);
  const paste = useMemo(() => readPaste(text, fieldOf(books), choices), [text, books, choices]);
  const lines = useMemo(() => linesOf(paste, books), [paste, books]);
  const totals = useMemo(() => totalsOf(lines, (line) => currencyOf(line, books)), [lines, books]);
  const options = [
    ...MEANINGS.map(([value, label]) => ({ value: value as string, label })),
    ...books.dimensions.map((one) => ({ value: `dim:${one.code}`, label: one.name })),
  ];
  const write = (amount: string, currency: string): string =>
    formatAmount(amount, { decimals: decimalsIn(currency, books), locale: books.locale });
  const faulty = paste.rows.findIndex((row) => row.cells.some((cell) => cell.fault));
  // The first rows, and the first that is at fault where it is further down.
  const shown = paste.rows.map((row, at) => ({ row, at })).filter(({ at }) => at < SHOWN_ROWS || at === faulty);
  return (
    <Modal opened onClose={onClose} title="Paste a table" size="xl">
      <div className="editor-paste">
        <p>
          {paste.rows.length} {plural(paste.rows.length, "line", "lines")}
          {paste.hasHeadings && ", the first row names the columns"}.{" "}
          {paste.faults > 0
            ? paste.faults === 1
              ? "1 cell cannot be read; it is taken as it is, to be corrected in its line."
              : `${paste.faults} cells cannot be read; they are taken as they are, to be corrected in their lines.`
            : "Every cell can be read."}
        </p>
        <div className="editor-paste-scroll" tabIndex={0} role="region" aria-label="The first rows">
          <table className="lines">
            <thead>
              <tr>
                {paste.columns.map((column, at) => (
                  <th key={at} scope="col">
                    <NativeSelect
                      aria-label={`Column ${at + 1}${column.title ? `, ${column.title}` : ""} is`}
                      value={column.meaning === "dimension" ? `dim:${column.dimension ?? column.title}` : column.meaning}
                      data={options}
                      onChange={(event) => {
                        const value = event.currentTarget.value;
                        const next = paste.columns.map((_, index) => choices[index]);
                        next[at] = value.startsWith("dim:") ? { meaning: "dimension", dimension: value.slice(4) } : { meaning: value as Meaning };
                        setChoices(next);
                      }}
                    />
                    {column.title && <span className="dim">{column.title}</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ row, at }) => (
                <tr key={at}>
                  {row.cells.map((cell, index) => (
                    <td
                      key={index}
                      className={isFigure(paste.columns[index]?.meaning) ? "number" : undefined}
                      data-left={paste.columns[index]?.meaning === "ignore" || undefined}
                    >
                      {shownText(cell.value, cell.text, paste.columns[index]?.meaning, (value) => write(value, books.currency))}
                      {cell.fault && <span className="negative editor-paste-fault">⚠ {cell.fault}</span>}
                      {cell.note && <span className="dim editor-paste-fault">{cell.note}</span>}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {paste.rows.length > shown.length && <p className="dim">and {paste.rows.length - shown.length} more lines</p>}
        <p>
          {balance(totals) === "empty"
            ? "No column of amounts was found: choose one above."
            : totals.map((one) => inWords(one, (amount) => write(amount, one.currency), totals.length === 1)).join(" · ")}
        </p>
        <p className="editor-ways">
          <Button data-autofocus onClick={() => onTake(lines)} disabled={lines.length === 0}>
            Take {lines.length} {plural(lines.length, "line", "lines")} <kbd>⏎</kbd>
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </p>
      </div>
    </Modal>
  );
}

const isFigure = (meaning: Meaning | undefined): boolean => meaning === "debit" || meaning === "credit" || meaning === "amount";

function shownText(value: string | undefined, text: string, meaning: Meaning | undefined, write: (value: string) => string): string {
  return value !== undefined && isFigure(meaning) ? write(value) : text;
}
