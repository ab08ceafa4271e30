import { useNavigate } from "@tanstack/react-router";
import type { JSX } from "react";
import { useEntry } from "../../../api/entries";
import { today } from "../../../app/today";
import { Refusal } from "../../../parts/Refusal";
import { RecordDialog } from "../kit/RecordDialog";
import { RECURRING, type Recurring } from "./recurring";
import { recurring } from "./template";

/** The form of a new recurring entry, filled from an entry that is to recur. */
export function RecurringFrom({ entry: name, onSaved }: { entry: string; onSaved: (one: Recurring) => void }): JSX.Element | null {
  const navigate = useNavigate();
  const { entry, problem } = useEntry(name);
  if (problem) return <Refusal problem={problem} />;
  if (!entry) return null;
  return (
    <RecordDialog
      noun={RECURRING}
      record={undefined}
      begin={recurring(entry, today())}
      onSaved={({ record }) => onSaved(record)}
      onClose={() => void navigate({ to: ".", search: {}, replace: true })}
    />
  );
}
