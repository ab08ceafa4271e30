import { Button, NativeSelect, TextInput } from "@mantine/core";
import { type JSX, useEffect, useState } from "react";
import { PROGRAMS, type Column, COLUMNS, COLUMNS_OF, NEEDED } from "./kinds";
import type { Opened } from "./file/fileDesk";
import { SavedMappings } from "./SavedMappings";
import type { Settings } from "./settings";

/** How the file is read: which heading stands for which column, how days and amounts are written, which lines are one entry. */
export function HowRead({
  settings,
  file,
  isAsked,
  onChange,
}: {
  settings: Settings;
  file: Pick<Opened, "headings" | "samples" | "isSheet">;
  /** Whether something of it must be chosen before the file can be read. */
  isAsked: boolean;
  onChange: (change: Partial<Settings>) => void;
}): JSX.Element {
  const [isOpen, setOpen] = useState(isAsked);
  useEffect(() => {
    if (isAsked) setOpen(true);
  }, [isAsked]);
  return (
    <section aria-label="How it is read">
      <div className="import-acts">
        <h2>How it is read</h2>
        <Button variant="default" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide the columns" : "Change columns, days and amounts"}
        </Button>
      </div>
      <SavedMappings settings={settings} headings={file.headings} onTake={onChange} />
      {isOpen && (
        <>
          <Writing settings={settings} isSheet={file.isSheet} onChange={onChange} />
          <Columns settings={settings} file={file} onChange={onChange} />
        </>
      )}
    </section>
  );
}

interface Props {
  settings: Settings;
  onChange: (change: Partial<Settings>) => void;
}

function Writing({ settings, onChange, isSheet }: Props & { isSheet: boolean }): JSX.Element {
  const from = settings.program === "countinghouse" ? "the usual" : `as ${PROGRAMS.find(([one]) => one === settings.program)?.[1] ?? "there"} writes it`;
  return (
    <div className="import-fields">
      {settings.kind !== "parties" && (
        <>
          <NativeSelect
            label="Order of days"
            description={isSheet ? "Of days that are text: those of Excel need none." : "Of days in figures; those with the name of the month need none."}
            inputWrapperOrder={["label", "input", "description"]}
            value={settings.dates}
            data={[
              { value: "", label: settings.program === "countinghouse" ? "year first: 2011-01-31" : from },
              ...(settings.program === "countinghouse" ? [] : [{ value: "yearFirst", label: "2011-01-31" }]),
              { value: "dayFirst", label: "31/01/2011, the day first" },
              { value: "monthFirst", label: "01/31/2011, the month first" },
            ]}
            onChange={(event) => onChange({ dates: event.currentTarget.value as Settings["dates"] })}
          />
          <NativeSelect
            label="Decimal sign"
            value={settings.decimals === "point" ? "" : settings.decimals}
            data={[
              { value: "", label: "a point: 1,234.56" },
              { value: "comma", label: "a comma: 1.234,56" },
            ]}
            onChange={(event) => onChange({ decimals: event.currentTarget.value as Settings["decimals"] })}
          />
          <SourceField settings={settings} onChange={onChange} />
        </>
      )}
      {settings.kind === "journalEntries" && (
        <NativeSelect
          label="Which lines are one entry"
          value={settings.entries}
          data={[
            { value: "", label: "as the file shows by itself" },
            { value: "entry", label: "those with the same number" },
            { value: "date", label: "a line with a date, and those below without" },
            { value: "balance", label: "those of a day, until they balance" },
          ]}
          onChange={(event) => onChange({ entries: event.currentTarget.value as Settings["entries"] })}
        />
      )}
    </div>
  );
}

/** Taken when it is left: each letter would be another name. */
function SourceField({ settings, onChange }: Props): JSX.Element {
  const [text, setText] = useState(settings.source);
  useEffect(() => setText(settings.source), [settings.source]);
  return (
    <TextInput
      label="Name of the old books"
      description="Entries keep it, with their number there: so nothing comes in twice."
      inputWrapperOrder={["label", "input", "description"]}
      placeholder={settings.program}
      maxLength={100}
      autoComplete="off"
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => text.trim() !== settings.source && onChange({ source: text.trim() })}
    />
  );
}

function Columns({ settings, file, onChange }: Props & { file: Pick<Opened, "headings" | "samples"> }): JSX.Element {
  const own = settings.program === "countinghouse";
  const needed = NEEDED[settings.kind];
  const lacking = own ? needed.filter((any) => !any.some((column) => settings.columns[column] !== undefined)) : [];
  const headings = [...new Set(file.headings)].filter((heading) => heading !== "" && heading.length <= 100);
  const put = (column: Column, heading: string): void => {
    const { [column]: _, ...others } = settings.columns;
    onChange({ columns: heading === "" ? others : { ...others, [column]: heading } });
  };
  if (headings.length === 0) return <p className="dim">The headings of this file cannot be shown here; those that {own ? "are called as ours" : "the program writes"} are read.</p>;
  return (
    <>
      <h3>Which heading stands for what</h3>
      {lacking.length > 0 && <p>Choose the heading of {lacking.map((any) => any.map((column) => COLUMNS[column].toLowerCase()).join(" or ")).join(", and of ")}.</p>}
      <div className="import-fields import-columns">
        {COLUMNS_OF[settings.kind].map((column) => {
          const heading = settings.columns[column] ?? "";
          const isNeeded = lacking.some((any) => any.includes(column));
          return (
            <div key={column}>
              <NativeSelect
                label={column === "amount" && settings.kind !== "openItems" ? "Amount (a debit is positive)" : column === "amount" ? "Amount that is open" : COLUMNS[column]}
                error={isNeeded || undefined}
                value={heading}
                data={[
                  { value: "", label: own ? "none" : "as the program calls it" },
                  ...headings.map((one) => ({ value: one, label: one })),
                  ...(heading && !headings.includes(heading) ? [{ value: heading, label: `${heading} (not in this file)` }] : []),
                ]}
                onChange={(event) => put(column, event.currentTarget.value)}
              />
              <span className="import-sample">{heading && (file.samples[file.headings.indexOf(heading)] ?? []).slice(0, 3).join(" · ")}</span>
            </div>
          );
        })}
      </div>
    </>
  );
}
