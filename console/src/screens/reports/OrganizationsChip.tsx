import { Checkbox } from "@mantine/core";
import type { JSX } from "react";
import { FilterChip } from "../../parts/Filters";
import type { Membership } from "./organizations";

/** So many can stand side by side. */
const MOST = 20;

/** Which organizations stand side by side. */
export function OrganizationsChip({
  all,
  chosen,
  isUsual,
  onChange,
}: {
  all: readonly Membership[];
  /** Their ids, in the order of their columns. */
  chosen: readonly string[];
  /** Whether the address says nothing of them. */
  isUsual: boolean;
  /** Nothing for those that the report begins with. */
  onChange: (chosen: string[] | undefined) => void;
}): JSX.Element {
  const names = chosen.map((id) => all.find((one) => one.organizationId === id)?.name ?? "an unknown one");
  return (
    <FilterChip
      name="Organizations"
      value={names.length > 2 ? `${names.length} of ${all.length}` : names.join(" and ")}
      onClear={isUsual ? undefined : () => onChange(undefined)}
    >
      {() => (
        <div className="filter-form">
          {all.map(({ organizationId: id, name }) => {
            const isChosen = chosen.includes(id);
            // One at least, and no more than the service takes.
            const isFixed = isChosen ? chosen.length === 1 : chosen.length >= MOST;
            return (
              <Checkbox
                key={id}
                label={<span dir="auto">{name}</span>}
                checked={isChosen}
                disabled={isFixed}
                onChange={(event) => onChange(event.currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
              />
            );
          })}
          <p className="dim">They stand in the order in which they are chosen, {MOST} at most.</p>
        </div>
      )}
    </FilterChip>
  );
}
