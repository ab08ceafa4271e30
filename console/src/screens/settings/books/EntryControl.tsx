import { type JSX, useState } from "react";
import { answer, api } from "../../../api/client";
import { readEntry } from "../../../api/entries";
import { type Choice, Lookup } from "../../../parts/Lookup";
import type { ControlProps } from "../kit/noun";
import type { RecurringForm } from "./recurring";
import { type Template, templateOf } from "./template";

const find = async (typed: string): Promise<Choice[]> => {
  const query = { limit: 8, status: ["posted" as const], ...(typed && { q: typed }) };
  const page = await answer(api.GET("/api/v1/accounting/journal-entries", { params: { query } }));
  return page.data.map((row) => ({ id: row.id, code: row.number ?? "", name: row.description, hint: row.totalDebit }));
};

/** The entry whose lines are copied into a template. */
export function EntryControl({ label, help, value, error, onChange }: ControlProps<Template | null, RecurringForm>): JSX.Element {
  const [chosen, setChosen] = useState<Choice | null>(null);
  const shown = chosen ?? (value ? { id: value.number, code: value.number, name: "" } : null);
  return (
    <Lookup
      label={label}
      description={help}
      placeholder="Number or text of an entry"
      error={error}
      value={shown}
      find={find}
      onChange={(choice) => {
        setChosen(choice);
        if (!choice) onChange(null);
        else void readEntry(choice.id).then((entry) => onChange(templateOf(entry)), () => setChosen(null));
      }}
    />
  );
}
