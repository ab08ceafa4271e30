import { NativeSelect } from "@mantine/core";
import { type JSX, useState } from "react";
import { type ControlChange, controlTitle, useControlChanges } from "../../../api/controls";
import { useNaming } from "../../../api/people";
import { useActions } from "../../../app/actions";
import { useFilters } from "../../../app/filters";
import { Chip } from "../../../parts/Chip";
import { EmptyList, FaultyChip } from "../../../parts/Filters";
import { type Column, List } from "../../../parts/List";
import { Moment } from "../../../parts/Moment";
import { News } from "../../../parts/News";
import { Refusal } from "../../../parts/Refusal";
import { one } from "../../../text/filters";
import { ChapterHead } from "../kit/ChapterHead";
import { ControlPeek } from "./ControlPeek";
import { STATES } from "./outcome";
import { useBack } from "../kit/back";

const SCHEMA = {
  status: one(["proposed", "made", "rejected", "withdrawn", "expired"]),
  about: one(["approvalPolicy", "organization", "role", "membership"]),
};
const ABOUT = [
  ["", "About everything"],
  ["approvalPolicy", "Approval policies"],
  ["organization", "Duties of the organization"],
  ["role", "Roles"],
  ["membership", "Rights of people"],
] as const;

/** Changes of controls: what waits comes first, then the newest. */
export function ControlChangesChapter(): JSX.Element {
  const back = useBack();
  const { values, faults, change: put, clear } = useFilters(SCHEMA);
  const { data, problem, again } = useControlChanges(values.status ? { status: values.status } : {});
  const naming = useNaming();
  const [at, setAt] = useState<string>();
  const rows = (data ?? [])
    .filter((one) => !values.about || one.subjectType === values.about)
    .toReversed()
    .toSorted((one, other) => Number(other.status === "proposed") - Number(one.status === "proposed"));
  const current = rows.find((row) => row.id === at) ?? rows.find((row) => row.status === "proposed");
  useActions([back]);
  const columns: Column<ControlChange>[] = [
    { id: "state", head: "State", width: "8rem", corner: "bottom-left", cell: (row) => <Chip kind={STATES[row.status][0]}>{STATES[row.status][1]}</Chip> },
    {
      id: "what",
      head: "What",
      width: "minmax(12rem, 1fr)",
      corner: "top-left",
      cell: (row) => controlTitle(row, row.subjectType === "membership" ? naming(row.subjectId) : undefined),
    },
    { id: "loosens", head: "It", width: "9rem", cell: (row) => (row.loosens ? "allows more" : <span className="dim">allows less or as much</span>) },
    { id: "by", head: "By", width: "10rem", corner: "top-right", cell: (row) => naming(row.proposedBy) },
    { id: "when", head: "When", width: "7.5rem", corner: "bottom-right", cell: (row) => <Moment at={row.madeAt ?? row.proposedAt} /> },
  ];
  return (
    <div className="screen settings">
      <ChapterHead />
      {problem && <Refusal problem={problem} />}
      <div className="filters" role="search">
        <NativeSelect
          aria-label="State"
          value={values.status ?? ""}
          data={[{ value: "", label: "Every state" }, ...Object.entries(STATES).map(([value, [, label]]) => ({ value, label: label.charAt(0).toUpperCase() + label.slice(1) }))]}
          onChange={(event) => put({ status: (event.currentTarget.value || undefined) as ControlChange["status"] | undefined })}
        />
        <NativeSelect
          aria-label="About"
          value={values.about ?? ""}
          data={ABOUT.map(([value, label]) => ({ value, label }))}
          onChange={(event) => put({ about: (event.currentTarget.value || undefined) as ControlChange["subjectType"] | undefined })}
        />
        {faults.map((fault) => (
          <FaultyChip key={fault.name} name={fault.name} text={fault.text} onClear={() => put({ [fault.name]: undefined })} />
        ))}
        <div className="filters-end">
          <News noun="controlChange" onShow={again} />
        </div>
      </div>
      <div className="screen-body" data-peek={current !== undefined}>
        <div>
          {!data && !problem ? (
            <p className="dim">Reading changes of controls…</p>
          ) : (
            <List
              label="Changes of controls"
              columns={current ? columns.filter((column) => column.id !== "loosens") : columns}
              rows={rows}
              rowId={(row) => row.id}
              margin={(row) => (row.status === "proposed" ? "waits" : undefined)}
              current={current?.id}
              onOpen={(row) => setAt(row.id)}
              onPeek={(row) => setAt(row?.id)}
              peeksNarrow
              empty={
                <EmptyList what="changes of controls" isFiltered={values.status !== undefined || values.about !== undefined} onClear={clear}>
                  <h2>No changes yet</h2>
                  <p>Changes of approval policies, duties, roles and people's rights are kept here, with who made and who approved them.</p>
                </EmptyList>
              }
            />
          )}
        </div>
        {current && (at !== undefined || current.status === "proposed") && <ControlPeek key={current.id} change={current} onClose={() => setAt(undefined)} onDone={again} />}
      </div>
    </div>
  );
}
