import { useNavigate, useSearch } from "@tanstack/react-router";
import type { JSX } from "react";
import { may } from "../../../api/session";
import { Chip } from "../../../parts/Chip";
import type { Column } from "../../../parts/List";
import { formatDay } from "../../../text/calendar";
import { NounChapter } from "../kit/NounChapter";
import { RecurringFrom } from "./RecurringFrom";
import { ruleInWords } from "./recurrence";
import { RECURRING, type Recurring } from "./recurring";

/** The entry that is to recur stands in the address, too. */
const OWN = ["from"];

/** Entries that make themselves on their days. */
export function RecurringChapter(): JSX.Element {
  const navigate = useNavigate();
  const { from } = useSearch({ strict: false }) as { from?: string };
  const open = (one: Recurring): void => void navigate({ to: "/settings/$chapter/$record", params: { chapter: "recurring-entries", record: one.id } });
  const columns: Column<Recurring>[] = [
    { id: "name", head: "Name", width: "minmax(10rem, 1fr)", corner: "top-left", cell: (one) => <span dir="auto">{one.name}</span> },
    { id: "rule", head: "Days", width: "minmax(12rem, 1fr)", corner: "bottom-left", cell: (one) => ruleInWords(one.rule) },
    { id: "next", head: "Next", width: "7.5rem", corner: "top-right", cell: (one) => (one.nextDate ? formatDay(one.nextDate) : <span className="dim">no more</span>) },
    { id: "outcome", head: "Becomes", width: "7rem", cell: (one) => (one.outcome === "posted" ? "posted" : "a draft") },
    {
      id: "state",
      head: "State",
      width: "7rem",
      corner: "bottom-right",
      cell: (one) => (one.isActive ? <Chip kind="open">active</Chip> : <Chip kind="voided">paused</Chip>),
    },
  ];
  return (
    <NounChapter
      noun={RECURRING}
      columns={columns}
      opens={open}
      onSaved={({ record }) => open(record)}
      own={OWN}
      above={from !== undefined && may("recurringEntries:manage") && <RecurringFrom key={from} entry={from} onSaved={open} />}
      empty="Rent, depreciation, subscriptions: take an entry as the model, say on which days, and the service makes the rest."
    />
  );
}
