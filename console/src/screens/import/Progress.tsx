import { Button } from "@mantine/core";
import type { JSX } from "react";
import { useStore } from "../../api/store";
import { connection } from "../../api/connection";
import type { Column } from "../../parts/List";
import { save } from "../close/papers";
import { plural, writeCount } from "../../text/language";
import { type Desk, progressOf, stop } from "./desk";
import { reader } from "./file/reader";
import { LineList } from "./LineList";
import type { Told } from "./run";
import { linesInWords } from "./words";

/** How far a check or an import is, and how it is stopped. */
export function Progress({ now }: { now: Desk }): JSX.Element {
  const { work } = now;
  const { done, all } = progressOf(now);
  const line = useStore(connection);
  const isStopping = "isStopping" in work && work.isStopping;
  const verb = work.is === "checking" ? "checked" : "in";
  return (
    <section aria-label="Progress">
      <h2>{work.is === "checking" ? "Checking all of it" : "Bringing it in"}</h2>
      <progress value={done} max={Math.max(all, 1)} aria-label={work.is === "checking" ? "Checked" : "Brought in"} />
      <p role="status">
        {writeCount(done)} of {writeCount(all)} {verb}
        {isStopping ? "; it stops after the part that is on its way" : ""}
        {line.state === "busy" ? "; the service asks to wait a moment" : line.state === "lost" ? "; there is no connection, it goes on when there is one" : ""}.
      </p>
      {work.is === "sending" && <p className="dim">You may look at other screens meanwhile. If this tab is closed, it can be gone on with from here, and nothing comes in twice.</p>}
      <p className="import-acts">
        <Button variant="default" disabled={isStopping} title={isStopping ? "It stops after the part that is on its way" : undefined} onClick={stop}>
          Stop <kbd>Esc</kbd>
        </Button>
      </p>
    </section>
  );
}

/** What the books refuse, or what waits, line by line. */
export function ToldLines({ title, label, told }: { title: string; label: string; told: readonly Told[] }): JSX.Element | null {
  if (told.length === 0) return null;
  const columns: Column<Told>[] = [
    { id: "line", head: "Line", kind: "number", width: "8rem", corner: "top-right", cell: (row) => linesInWords(row.lines) },
    { id: "why", head: "Why", width: "minmax(16rem, 1fr)", corner: "top-left", cell: (row) => row.message.replace(/^./, (letter) => letter.toUpperCase()) },
  ];
  const download = async (): Promise<void> => save(new Blob([await reader().faulty([...told])], { type: "text/csv" }), "lines.csv");
  return (
    <section aria-label={label}>
      <h3>{title}</h3>
      <LineList label={label} columns={columns} rows={told} rowId={(row) => String(row.lines[0])} />
      <p className="import-acts">
        <Button variant="default" onClick={() => void download()}>
          Download {plural(told.length, "its lines", "these lines")}
        </Button>
      </p>
    </section>
  );
}
