import { Button } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { type JSX, useRef, useState } from "react";
import { asProblem, problemOf } from "../../api/problem";
import type { Problem } from "../../api/problem";
import { useActions } from "../../app/actions";
import { Refusal } from "../../parts/Refusal";
import { writeCount } from "../../text/language";
import { type Desk, choose } from "./desk";

/** Where the file is dropped or chosen. */
export function FileStep({ file }: { file: Desk["file"] }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  useActions([{ id: "choose-file", title: file ? "Choose another file" : "Choose the file", keys: "f", words: "upload csv xlsx excel open", run: () => input.current?.click() }]);
  const take = (given: File | undefined): void => {
    setProblem(undefined);
    if (!given) return;
    if (given.size === 0) {
      setProblem(problemOf(422, { code: "empty_file", title: "The file is empty", detail: `${given.name} has nothing in it: export it again` }));
      return;
    }
    choose(given).catch((error: unknown) => setProblem(asProblem(error)));
  };
  return (
    <section aria-label="The file">
      <h2>The file</h2>
      <div
        className="import-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files[0]);
        }}
      >
        <IconFileSpreadsheet size={20} stroke={1.5} aria-hidden />
        {file ? (
          <p>
            <span className="strong">{file.name}</span> <span className="dim">{sizeOf(file)}</span>
          </p>
        ) : (
          <p>Drop the file here, or choose it. It is looked at first; nothing is written.</p>
        )}
        <Button variant={file ? "default" : "filled"} onClick={() => input.current?.click()}>
          {file ? "Choose another file" : "Choose the file"} <kbd>f</kbd>
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="File to import"
          accept=".csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            // The same file may be chosen again after it was mended.
            event.currentTarget.value = "";
          }}
        />
      </div>
      {file?.encoding === "Windows-1252" && <p className="dim">The file is not in UTF-8, and is read as Windows-1252. If names look wrong below, save it as “CSV UTF-8”.</p>}
      {problem && <Refusal problem={problem} />}
    </section>
  );
}

function sizeOf({ blob, isSheet }: { blob: Blob; isSheet: boolean }): string {
  const kilobytes = Math.max(1, Math.round(blob.size / 1024));
  return `${isSheet ? "Excel" : "CSV"}, ${writeCount(kilobytes)} KB`;
}
