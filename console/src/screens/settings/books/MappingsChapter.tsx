import { useNavigate } from "@tanstack/react-router";
import type { JSX } from "react";
import type { Column } from "../../../parts/List";
import { Moment } from "../../../parts/Moment";
import { NounChapter } from "../kit/NounChapter";
import { MAPPINGS, type Mapping, STATEMENTS } from "./mappings";

/** Layouts of statements. */
export function MappingsChapter(): JSX.Element {
  const navigate = useNavigate();
  const open = (one: Mapping): void => void navigate({ to: "/settings/$chapter/$record", params: { chapter: "statement-mappings", record: one.id } });
  const columns: Column<Mapping>[] = [
    { id: "name", head: "Name", width: "minmax(10rem, 1fr)", corner: "top-left", cell: (one) => <span dir="auto">{one.name}</span> },
    { id: "kind", head: "Layout of the", width: "11rem", corner: "bottom-left", cell: (one) => STATEMENTS.find(([kind]) => kind === one.kind)?.[1] ?? one.kind },
    { id: "sections", head: "Sections", kind: "number", width: "7rem", corner: "top-right", cell: (one) => one.sections.length },
    { id: "at", head: "Changed", width: "8rem", corner: "bottom-right", cell: (one) => <Moment at={one.updatedAt} /> },
  ];
  return (
    <NounChapter
      noun={MAPPINGS}
      columns={columns}
      size="xl"
      opens={open}
      onSaved={({ record }) => open(record)}
      empty="Statements follow the chart by themselves. A mapping lays one out as a bank, a law or a group wants it."
    />
  );
}
