import type { JSX } from "react";
import { useOne } from "../../../api/records";
import { useActions } from "../../../app/actions";
import { useFilters } from "../../../app/filters";
import { EmptyList, FaultyChip } from "../../../parts/Filters";
import { type Column, List } from "../../../parts/List";
import { Refusal } from "../../../parts/Refusal";
import { TextFilter } from "../../../parts/TextFilter";
import { text } from "../../../text/filters";
import { matchesWordStarts } from "../../../text/search";
import { ChapterHead } from "../kit/ChapterHead";
import { useBack } from "../kit/back";

interface Unit {
  code: string;
  name: string;
}

const SCHEMA = { q: text };
const COLUMNS: Column<Unit>[] = [
  { id: "code", head: "Code", width: "6rem", corner: "top-right", cell: (unit) => unit.code },
  { id: "name", head: "Name", width: "minmax(9rem, 1fr)", corner: "top-left", cell: (unit) => unit.name },
];

/** The units of trade, to look a code up. */
export function UnitsChapter(): JSX.Element {
  const back = useBack();
  const { data, problem } = useOne<{ data: Unit[] }>("stock", "/inventory/units");
  const { values, faults, change, clear } = useFilters(SCHEMA);
  useActions([
    { id: "filter", title: "Find a unit", keys: "/", run: () => document.getElementById("settings-text")?.focus() },
    back,
  ]);
  const rows = (data?.data ?? []).filter((unit) => !values.q || matchesWordStarts(`${unit.code} ${unit.name}`, values.q));
  return (
    <div className="screen settings">
      <ChapterHead />
      {problem && <Refusal problem={problem} />}
      <div className="filters" role="search">
        <TextFilter id="settings-text" label="Find a unit" value={values.q ?? ""} onChange={(q) => change({ q: q || undefined })} />
        {faults.map((fault) => (
          <FaultyChip key={fault.name} name={fault.name} text={fault.text} onClear={() => change({ [fault.name]: undefined })} />
        ))}
      </div>
      <div className="screen-body">
        <div>
          {data ? (
            <List
              label="Units"
              columns={COLUMNS}
              rows={rows}
              rowId={(unit) => unit.code}
              empty={
                <EmptyList what="units" isFiltered filter={values.q && `“${values.q}”`} onClear={clear}>
                  {null}
                </EmptyList>
              }
            />
          ) : (
            !problem && <p className="dim">Reading units…</p>
          )}
        </div>
      </div>
    </div>
  );
}
