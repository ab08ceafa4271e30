import type { JSX } from "react";
import { myId } from "../../api/me";
import { nameOf, usePeople, useServiceAccounts } from "../../api/people";
import { FilterChip } from "../../parts/Filters";
import { type Choice, Lookup } from "../../parts/Lookup";
import { rank } from "../../text/search";

function useChoices(): Choice[] {
  const people = usePeople().data ?? [];
  const accounts = useServiceAccounts().data ?? [];
  return [
    ...people.map((one) => ({ id: one.id, code: one.username ?? "", name: nameOf(one), hint: one.isActive ? "" : "inactive" })),
    ...accounts.map((one) => ({ id: one.id, code: "", name: one.name ?? "a program", hint: "program" })),
  ];
}

/** The name of who did something, as far as the caller may know it; the caller is "you". */
export function useWho(): (id: string) => string | undefined {
  const choices = useChoices();
  return (id) => (id === myId() ? "you" : choices.find((one) => one.id === id)?.name);
}

/** By whom: one of the people and programs that the caller may see, or the caller. */
export function WhoFilter({ value, onChange }: { value: string | undefined; onChange: (id: string | undefined) => void }): JSX.Element {
  const all = useChoices();
  const known = all.length > 0 ? all : [{ id: myId(), code: "", name: "You" }];
  const chosen = known.find((one) => one.id === value);
  return (
    <FilterChip name="By" value={value && (value === myId() ? "you" : (chosen?.name ?? "one person"))} onClear={() => onChange(undefined)}>
      {(close) => (
        <div className="filter-form">
          <Lookup
            label="Person or program"
            placeholder="Name or user name"
            value={chosen ?? null}
            find={(typed) => rank(known, typed)}
            onChange={(choice) => onChange(choice?.id)}
            onChosen={close}
          />
        </div>
      )}
    </FilterChip>
  );
}
