import { type JSX, useEffect, useMemo, useRef, useState } from "react";
import { useOrganization } from "../../api/organization";
import { Amount } from "../../parts/Amount";
import { type Column, List } from "../../parts/List";
import { formatDay } from "../../text/calendar";
import { reader } from "./file/reader";
import type { Row, Summary } from "./file/summary";
import type { Kind } from "./kinds";

/** Rows that come from the worker at once. */
const BLOCK = 200;

/** What came of these rows so far: of another reading, nothing. */
const blocksOf = (_: Summary): Map<number, Row[] | "asked"> => new Map();

/** What would come in, row by row: only the rows that are looked at leave the worker. */
export function Preview({ kind, summary }: { kind: Kind; summary: Summary }): JSX.Element {
  const base = useOrganization()?.baseCurrency ?? "";
  const blocks = useMemo(() => blocksOf(summary), [summary]);
  const [, setCame] = useState(0);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const rowAt = (at: number): Row | undefined => {
    const number = Math.floor(at / BLOCK);
    const block = blocks.get(number);
    if (Array.isArray(block)) return block[at % BLOCK];
    if (block === undefined) {
      blocks.set(number, "asked");
      void reader()
        .preview(number * BLOCK, (number + 1) * BLOCK)
        .then((rows) => {
          blocks.set(number, rows);
          if (isHere.current) setCame((before) => before + 1);
        });
    }
    return undefined;
  };
  const rows = useMemo(() => Array.from({ length: summary.shown }, (_, at) => at), [summary]);
  const cell =
    (of: (row: Row) => JSX.Element | string | number | null) =>
    (at: number): JSX.Element | string | number | null => {
      const row = rowAt(at);
      return row ? of(row) : "";
    };
  const columns: Column<number>[] = [
    { id: "line", head: "Line", kind: "number", width: "4.5rem", cell: cell((row) => row.line) },
    ...(kind === "parties" ? partyColumns(cell) : lineColumns(cell, kind, base)),
  ];
  return (
    <section aria-label="What would come in">
      <h2>What would come in</h2>
      <div className="import-list" data-short={summary.shown < 10 || undefined}>
        <List label="What would come in" columns={columns} rows={rows} rowId={String} count={summary.shown} empty={<p className="dim">Nothing of the file can come in yet.</p>} />
      </div>
    </section>
  );
}

type Cell = (of: (row: Row) => JSX.Element | string | number | null) => (at: number) => JSX.Element | string | number | null;

const partyColumns = (cell: Cell): Column<number>[] => [
  { id: "name", head: "Name", width: "minmax(12rem, 1fr)", corner: "top-left", cell: cell((row) => <span dir="auto">{row.party}</span>) },
  { id: "code", head: "Code", width: "8rem", corner: "top-right", cell: cell((row) => row.reference) },
  { id: "kind", head: "Kind", width: "8rem", corner: "bottom-right", cell: cell((row) => row.text) },
  { id: "contact", head: "Contact", width: "minmax(12rem, 1.5fr)", corner: "bottom-left", cell: cell((row) => <span className="dim">{row.contact}</span>) },
];

const lineColumns = (cell: Cell, kind: Kind, base: string): Column<number>[] => [
  { id: "day", head: "Date", width: "6.25rem", corner: "bottom-left", cell: cell((row) => (row.day ? formatDay(row.day) : "")) },
  ...(kind === "openingBalances" ? [] : [{ id: "reference", head: "Reference", width: "8rem", cell: cell((row) => row.reference) } satisfies Column<number>]),
  { id: "text", head: "Text", width: "minmax(9rem, 1fr)", corner: "top-left", cell: cell((row) => <span dir="auto">{row.party ? `${row.party}${row.text ? ` · ${row.text}` : ""}` : row.text}</span>) },
  { id: "account", head: "Account", width: "6rem", corner: "bottom-right", cell: cell((row) => row.account) },
  ...(kind === "openItems" ? [{ id: "due", head: "Due", width: "6.25rem", cell: cell((row) => (row.due ? formatDay(row.due) : "")) } satisfies Column<number>] : []),
  { id: "debit", head: "Debit", kind: "number", width: "8.5rem", corner: "top-right", cell: cell((row) => (row.debit ? <Amount value={row.debit} currency={row.currency === base ? undefined : row.currency} /> : "")) },
  { id: "credit", head: "Credit", kind: "number", width: "8.5rem", cell: cell((row) => (row.credit ? <Amount value={row.credit} currency={row.currency === base ? undefined : row.currency} /> : "")) },
];
