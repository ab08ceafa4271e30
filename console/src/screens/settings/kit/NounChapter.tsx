import { Button, NativeSelect } from "@mantine/core";
import { type JSX, type ReactNode, useState } from "react";
import type { Problem } from "../../../api/problem";
import { WHOLE, useAll } from "../../../api/records";
import { may } from "../../../api/session";
import { useActions } from "../../../app/actions";
import { useFilters } from "../../../app/filters";
import { EmptyList, FaultyChip } from "../../../parts/Filters";
import { type Column, List } from "../../../parts/List";
import { News } from "../../../parts/News";
import { Refusal } from "../../../parts/Refusal";
import { TextFilter } from "../../../parts/TextFilter";
import { one, text } from "../../../text/filters";
import { matchesWordStarts } from "../../../text/search";
import { ChapterHead } from "./ChapterHead";
import type { Noun } from "./noun";
import { RecordDialog } from "./RecordDialog";
import type { Saved } from "./useRecordForm";
import { useBack } from "./back";

const SCHEMA = { q: text, state: one(["active", "inactive"]) };

/** A chapter that is one list: its records with their filters, a form for new ones and for changes. */
export function NounChapter<View, Form extends object>({
  noun,
  columns,
  empty,
  buttons,
  begin,
  opens,
  canCreate = true,
  wordsOf,
  above,
  size,
  below,
  onSaved,
  own = [],
}: {
  noun: Noun<View, Form>;
  columns: Column<View>[];
  /** What they are for, where there is none yet. */
  empty: string;
  /** Further buttons beside "New". */
  buttons?: ReactNode;
  begin?: Partial<Form>;
  /** Leads to the page of a record instead of its form. */
  opens?: ((view: View) => void) | undefined;
  canCreate?: boolean;
  /** The text that is searched; the title if absent. */
  wordsOf?: (view: View) => string;
  above?: ReactNode;
  size?: "md" | "lg" | "xl";
  /** What stands below the fields of a form, by what they say. */
  below?: (form: Form, problem: Problem | undefined) => ReactNode;
  onSaved?: (saved: Saved<View>) => void;
  /** What else the address may say here. */
  own?: readonly string[];
}): JSX.Element {
  const { data, problem, again } = useAll<View>(noun.subject, noun.path, may(noun.reads), noun.isWhole ? WHOLE : {});
  const [dialog, setDialog] = useState<{ record: View | undefined }>();
  const back = useBack();
  const { values, faults, change, clear } = useFilters(SCHEMA);
  const creates = canCreate && may(noun.writes);
  const create = (): void => setDialog({ record: undefined });
  useActions([
    ...(creates ? [{ id: "new", title: `New ${noun.one}`, keys: "c", words: "create add", run: create }] : []),
    { id: "filter", title: `Filter ${noun.many}`, keys: "/", run: () => document.getElementById("settings-text")?.focus() },
    back,
  ]);
  const written = wordsOf ?? noun.titleOf;
  const shown = (data ?? []).filter(
    (view) =>
      (!values.q || matchesWordStarts(written(view), values.q)) &&
      (!values.state || !noun.isActive || noun.isActive(view) === (values.state === "active")),
  );
  const open = opens ?? (may(noun.writes) ? (view: View) => setDialog({ record: view }) : undefined);
  return (
    <div className="screen settings">
      <ChapterHead />
      {above}
      {problem && <Refusal problem={problem} />}
      <div className="filters" role="search">
        <TextFilter id="settings-text" label={`Find ${noun.many}`} value={values.q ?? ""} onChange={(q) => change({ q: q || undefined })} />
        {noun.isActive && (
          <NativeSelect
            aria-label="Which ones"
            value={values.state ?? ""}
            data={[
              { value: "", label: "All" },
              { value: "active", label: "Active" },
              { value: "inactive", label: "Inactive" },
            ]}
            onChange={(event) => change({ state: (event.currentTarget.value || undefined) as "active" | undefined })}
          />
        )}
        {faults
          .filter((fault) => !own.includes(fault.name))
          .map((fault) => (
          <FaultyChip key={fault.name} name={fault.name} text={fault.text} onClear={() => change({ [fault.name]: undefined })} />
          ))}
        <div className="filters-end">
          {noun.event && <News noun={noun.event} onShow={again} />}
          {buttons}
          {creates && (
            <Button onClick={create}>
              New {noun.one} <kbd>c</kbd>
            </Button>
          )}
        </div>
      </div>
      <div className="screen-body">
        <div>
          {!data && !problem ? (
            <p className="dim">Reading {noun.many}…</p>
          ) : (
            <List
              label={noun.many.charAt(0).toUpperCase() + noun.many.slice(1)}
              columns={columns}
              rows={shown}
              rowId={noun.idOf}
              margin={(view) => (noun.isActive && !noun.isActive(view) ? "draft" : undefined)}
              onOpen={open}
              empty={
                <EmptyList what={noun.many} isFiltered={Boolean(data?.length)} filter={values.q && `“${values.q}”`} onClear={clear}>
                  <h2>No {noun.many} yet</h2>
                  <p>{empty}</p>
                  {creates && <Button onClick={create}>Make the first one</Button>}
                </EmptyList>
              }
            />
          )}
        </div>
      </div>
      {dialog && (
        <RecordDialog noun={noun} record={dialog.record} begin={dialog.record ? undefined : begin} size={size ?? "md"} onSaved={onSaved} onClose={() => setDialog(undefined)}>
          {below}
        </RecordDialog>
      )}
    </div>
  );
}
