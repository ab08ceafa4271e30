import { Button, Checkbox } from "@mantine/core";
import { type JSX, useMemo } from "react";
import { Amount } from "../../parts/Amount";
import type { Column } from "../../parts/List";
import { save } from "../close/papers";
import { formatDay } from "../../text/calendar";
import { plural, writeCount } from "../../text/language";
import { leaveOut } from "./desk";
import { LineList } from "./LineList";
import { reader } from "./file/reader";
import type { Summary } from "./file/summary";
import type { Kind } from "./kinds";
import { faultInWords, isUnknownAccount } from "./words";

/** What each request is, one and many. */
export const NOUNS: Record<Kind, readonly [one: string, many: string]> = {
  journalEntries: ["entry", "entries"],
  openingBalances: ["opening entry", "opening entries"],
  openItems: ["open item", "open items"],
  parties: ["party", "parties"],
};

/** So many, in the noun of the kind. */
export const countOfKind = (kind: Kind, count: number): string => `${writeCount(count)} ${plural(count, ...NOUNS[kind])}`;

/** What was read, in figures. */
export function Facts({ kind, summary }: { kind: Kind; summary: Summary }): JSX.Element {
  const { rows, requests, sums, first, last, ignored } = summary;
  const facts: (readonly [string, JSX.Element | string])[] = [
    ["Lines", writeCount(rows)],
    [NOUNS[kind][1].replace(/^./, (letter) => letter.toUpperCase()), writeCount(requests)],
    ...sums.map(({ currency, amount }) => [kind === "openItems" ? "Open" : "Debits and credits, each", <Amount key={currency} value={amount} currency={currency || undefined} />] as const),
    ...(first ? [["First and last day", first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`] as const] : []),
    ["Left out", ignored.length === 0 ? "nothing" : plural(ignored.length, "1 line", `${writeCount(ignored.length)}${ignored.length >= MOST_TOLD ? " lines or more" : " lines"}`)],
  ];
  return (
    <dl className="import-facts">
      {facts.map(([name, value], at) => (
        <div key={at}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The service tells no more faults, and no more lines that are left out, of one file. */
const MOST_TOLD = 1_000;

/** Lines that are left out, by why. */
export function LeftOut({ ignored }: { ignored: Summary["ignored"] }): JSX.Element | null {
  const reasons = useMemo(() => {
    const found = new Map<string, number[]>();
    for (const { line, reason } of ignored) found.set(reason, [...(found.get(reason) ?? []).slice(0, 12), line]);
    return [...found];
  }, [ignored]);
  if (reasons.length === 0) return null;
  return (
    <details>
      <summary>Lines that are left out, and why nothing is lost</summary>
      <ul>
        {reasons.map(([reason, lines]) => (
          <li key={reason}>
            {reason.replace(/^./, (letter) => letter.toUpperCase())}: {plural(lines.length, "line", "lines")} {lines.slice(0, 12).join(", ")}
            {lines.length > 12 && " …"}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface Fault {
  line: number;
  column: string;
  value: string;
  message: string;
}

/** Every fault by line and column, with what stands there and what to do. Names of accounts are told together, below. */
export function Faults({ kind, summary, leavesOut }: { kind: Kind; summary: Summary; leavesOut: boolean }): JSX.Element | null {
  const faults = useMemo(() => summary.faults.filter((fault) => !isUnknownAccount(fault.message)).map((fault) => ({ ...fault, message: faultInWords(fault.message) })), [summary]);
  const unknown = summary.faults.length - faults.length;
  if (summary.faultsTotal === 0) return null;
  const isAllTold = summary.faultsTotal <= summary.faults.length;
  const canLeave = kind !== "openingBalances" && summary.requests > 0 && isAllTold;
  const download = async (): Promise<void> => {
    const text = await reader().faulty(summary.faults.map(({ line, column, message }) => ({ lines: [line], message: `${column && `${column}: `}${faultInWords(message)}` })));
    save(new Blob([text], { type: "text/csv" }), "faulty-lines.csv");
  };
  const columns: Column<Fault>[] = [
    { id: "line", head: "Line", kind: "number", width: "5rem", corner: "top-right", cell: (row) => row.line },
    { id: "column", head: "Column", width: "minmax(6rem, 10rem)", corner: "bottom-left", cell: (row) => row.column },
    { id: "value", head: "What stands there", width: "minmax(6rem, 12rem)", corner: "bottom-right", cell: (row) => row.value && <code>{row.value}</code> },
    { id: "what", head: "What is wrong, and what to do", width: "minmax(16rem, 1fr)", corner: "top-left", cell: (row) => row.message },
  ];
  return (
    <section aria-label="Faults">
      <div className="import-note" data-kind="faults" role="status">
        <p>
          <span className="strong">
            {writeCount(summary.faultsTotal)} {plural(summary.faultsTotal, "line has a fault", "faults are in the file")}.
          </span>{" "}
          {unknown > 0 && `${plural(unknown, "One is", `${writeCount(unknown)} are`)} of accounts that are called otherwise here. `}
          {isAllTold ? "" : `The first ${writeCount(summary.faults.length)} are shown. `}
          Mend them below or in the file.
        </p>
      </div>
      <LineList label="Faults of the file" columns={columns} rows={faults} rowId={(row) => `${row.line} ${row.column} ${row.message}`} />
      <div className="import-acts">
        <Button variant="default" onClick={() => void download()}>
          Download the faulty lines
        </Button>
        {canLeave && (
          <Checkbox label={`Leave them out, and go on with the other ${countOfKind(kind, summary.requests)}`} checked={leavesOut} onChange={(event) => leaveOut(event.currentTarget.checked)} />
        )}
      </div>
    </section>
  );
}
