import { useNavigate } from "@tanstack/react-router";
import type { JSX } from "react";
import { Chip } from "../../../parts/Chip";
import type { Column } from "../../../parts/List";
import { NounChapter } from "../kit/NounChapter";
import { DIMENSIONS, type DimensionView } from "./dimensions";

/** What lines are analysed by besides their account. */
export function DimensionsChapter(): JSX.Element {
  const navigate = useNavigate();
  const open = (one: DimensionView): void => void navigate({ to: "/settings/$chapter/$record", params: { chapter: "dimensions", record: one.code } });
  const columns: Column<DimensionView>[] = [
    { id: "code", head: "Code", width: "9rem", corner: "bottom-left", cell: (one) => one.code },
    { id: "name", head: "Name", width: "minmax(9rem, 1fr)", corner: "top-left", cell: (one) => <span dir="auto">{one.name}</span> },
    { id: "says", head: "What it is", width: "minmax(9rem, 2fr)", cell: (one) => <span dir="auto">{one.description}</span> },
    {
      id: "state",
      head: "State",
      width: "7rem",
      corner: "bottom-right",
      cell: (one) => (one.isActive ? <Chip kind="open">active</Chip> : <Chip kind="voided">inactive</Chip>),
    },
  ];
  return (
    <NounChapter
      noun={DIMENSIONS}
      columns={columns}
      opens={open}
      onSaved={({ record }) => open(record)}
      empty="A dimension such as cost centre or project gives every line a place to be analysed by. Make one, then its values."
    />
  );
}
