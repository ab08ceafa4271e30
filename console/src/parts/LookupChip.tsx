import type { JSX } from "react";
import { FilterChip } from "./Filters";
import { type Choice, Lookup, written } from "./Lookup";

/** A filter that is a record: an item, a warehouse. */
export function LookupChip({
  name,
  label,
  value,
  shown,
  find,
  onChange,
}: {
  name: string;
  /** What is looked up, as the label of its field. */
  label: string;
  /** What is chosen, where it is known. */
  value: Choice | null;
  /** What the address says, where the record is not known yet. */
  shown?: string | undefined;
  find: (typed: string) => Promise<Choice[]> | Choice[];
  onChange: (choice: Choice | null) => void;
}): JSX.Element {
  return (
    <FilterChip name={name} value={value ? written(value) : shown} onClear={() => onChange(null)}>
      {(close) => (
        <div className="filter-form">
          <Lookup label={label} placeholder="Code or name" value={value} find={find} onChange={onChange} onChosen={close} />
        </div>
      )}
    </FilterChip>
  );
}
