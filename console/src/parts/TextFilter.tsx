import { TextInput } from "@mantine/core";
import { type JSX, useEffect, useState } from "react";

/** Words to filter by; asked for when the typing stops. */
export function TextFilter({
  id,
  label,
  value,
  onChange,
  onDown,
}: {
  /** The name of the field on the page: `/` goes to it. */
  id: string;
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** ↓ and Enter lead to the list below. */
  onDown?: (() => void) | undefined;
}): JSX.Element {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed.trim() === value) return undefined;
    const timer = setTimeout(() => onChange(typed.trim()), 250);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <TextInput
      id={id}
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") event.currentTarget.blur();
        if (event.key === "Enter") onChange(typed.trim());
        if (onDown && (event.key === "ArrowDown" || event.key === "Enter")) {
          event.preventDefault();
          onDown();
        }
      }}
    />
  );
}
