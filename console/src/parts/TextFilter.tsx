import { TextInput } from "@mantine/core";
import { type JSX, useEffect, useState } from "react";

/** Words to filter by; asked for when the typing stops. ↓ and Enter lead to the list below, where there is one. */
export function TextFilter({
  id,
  label,
  value,
  onChange,
}: {
  /** The name of the field on the page: `/` goes to it. */
  id: string;
  label: string;
  value: string;
  onChange: (text: string) => void;
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
        if (event.key !== "ArrowDown" && event.key !== "Enter") return;
        event.preventDefault();
        document.querySelector<HTMLElement>('#screen [data-row][tabindex="0"]')?.focus();
      }}
    />
  );
}
