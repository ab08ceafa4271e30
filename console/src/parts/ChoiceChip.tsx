import { Button } from "@mantine/core";
import type { JSX } from "react";
import { FilterChip } from "./Filters";

/** A filter that is one of a few words. */
export function ChoiceChip<Value extends string>({
  name,
  value,
  choices,
  onChange,
  usual,
}: {
  name: string;
  value: Value | undefined;
  /** Every value in words. */
  choices: Readonly<Record<Value, string>>;
  onChange: (value: Value | undefined) => void;
  /** The value that is meant where none is chosen: it is shown, and cannot be taken away. */
  usual?: Value | undefined;
}): JSX.Element {
  const now = value ?? usual;
  return (
    <FilterChip name={name} value={now && choices[now]} onClear={value === undefined || value === usual ? undefined : () => onChange(undefined)}>
      {(close) => (
        <div className="filter-form">
          {(Object.entries(choices) as [Value, string][]).map(([one, words]) => (
            <Button
              key={one}
              variant={one === now ? "light" : "subtle"}
              justify="start"
              aria-pressed={one === now}
              onClick={() => {
                onChange(one === usual ? undefined : one);
                close();
              }}
            >
              {words}
            </Button>
          ))}
        </div>
      )}
    </FilterChip>
  );
}
