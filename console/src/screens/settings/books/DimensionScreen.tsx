import { Button } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { type JSX, useMemo, useState } from "react";
import { useAll } from "../../../api/records";
import { may } from "../../../api/session";
import { useActions } from "../../../app/actions";
import { Chip } from "../../../parts/Chip";
import { type Column, List } from "../../../parts/List";
import { Refusal } from "../../../parts/Refusal";
import { childrenFirst } from "./tree";
import { RecordHead } from "../kit/ChapterHead";
import { RecordDialog } from "../kit/RecordDialog";
import { DIMENSIONS, type DimensionView, type ValueView, valuesOf } from "./dimensions";
import { ChapterLink } from "../kit/links";

/** One dimension and its values. */
export function DimensionScreen(): JSX.Element {
  const { record = "" } = useParams({ strict: false });
  const { data, problem } = useAll<DimensionView>("dimensions", DIMENSIONS.path);
  if (problem) return <Refusal problem={problem} />;
  if (!data) return <p className="dim">Reading the dimension…</p>;
  const dimension = data.find((one) => one.id === record || one.code === record);
  if (!dimension) {
    return (
      <section className="failed">
        <h1>There is no dimension “{record}”</h1>
        <p>
          See all <ChapterLink to="dimensions">dimensions</ChapterLink>.
        </p>
      </section>
    );
  }
  return <DimensionPage dimension={dimension} />;
}

function DimensionPage({ dimension }: { dimension: DimensionView }): JSX.Element {
  const noun = useMemo(() => valuesOf(dimension), [dimension]);
  const { data, problem } = useAll<ValueView>("dimensions", noun.path);
  const [open, setOpen] = useState<"dimension" | { value: ValueView | undefined }>();
  const manages = may("dimensions:manage");
  const rows = useMemo(() => childrenFirst(data ?? []), [data]);
  const create = (): void => setOpen({ value: undefined });
  useActions(
    manages
      ? [
          { id: "new", title: "New value", keys: "c", run: create },
          { id: "edit", title: "Change the dimension", keys: "e", run: () => setOpen("dimension") },
        ]
      : [],
  );
  const columns: Column<(typeof rows)[number]>[] = [
    {
      id: "code",
      head: "Code",
      width: "minmax(8rem, 12rem)",
      corner: "bottom-left",
      cell: ({ value, depth }) => <span style={{ paddingLeft: `${depth * 1.25}rem` }}>{value.code}</span>,
    },
    { id: "name", head: "Name", width: "minmax(9rem, 1fr)", corner: "top-left", cell: ({ value }) => <span dir="auto">{value.name}</span> },
    { id: "group", head: "Kind", width: "8rem", corner: "top-right", cell: ({ value }) => (value.isGroup ? "group" : <span className="dim">for lines</span>) },
    {
      id: "state",
      head: "State",
      width: "8rem",
      corner: "bottom-right",
      cell: ({ value }) => (value.isActive ? <Chip kind="open">active</Chip> : <Chip kind="voided">inactive</Chip>),
    },
  ];
  return (
    <div className="screen settings">
      <RecordHead title={dimension.name}>
        <p>
          {dimension.code}
          {dimension.description && ` · ${dimension.description}`}
        </p>
        {!dimension.isActive && <Chip kind="voided">inactive</Chip>}
      </RecordHead>
      {problem && <Refusal problem={problem} />}
      {manages && (
        <div className="filters">
          <div className="filters-end">
            <Button variant="default" onClick={() => setOpen("dimension")}>
              Change the dimension <kbd>e</kbd>
            </Button>
            <Button onClick={create}>
              New value <kbd>c</kbd>
            </Button>
          </div>
        </div>
      )}
      <div className="screen-body">
        <div>
          <List
            label={`Values of ${dimension.name}`}
            keptAs="Values of a dimension"
            columns={columns}
            rows={rows}
            rowId={({ value }) => value.id}
            margin={({ value }) => (value.isActive ? undefined : "draft")}
            onOpen={manages ? ({ value }) => setOpen({ value }) : undefined}
            empty={
              data ? (
                <>
                  <h2>No values yet</h2>
                  <p>Lines can have this dimension once it has a value.</p>
                  {manages && <Button onClick={create}>Make the first one</Button>}
                </>
              ) : (
                <p className="dim">Reading values…</p>
              )
            }
          />
        </div>
      </div>
      {open === "dimension" && <RecordDialog noun={DIMENSIONS} record={dimension} onClose={() => setOpen(undefined)} />}
      {typeof open === "object" && <RecordDialog noun={noun} record={open.value} onClose={() => setOpen(undefined)} />}
    </div>
  );
}
