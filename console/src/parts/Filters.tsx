import { Button, CloseButton, Popover } from "@mantine/core";
import { type JSX, type ReactNode, useState } from "react";
import "./filters.css";

/** A filter of a list: what it says now, and the form that changes it. */
export function FilterChip({
  name,
  value,
  onClear,
  children,
}: {
  /** `Status`, `Dates`. */
  name: string;
  /** What it filters by, in words; absent where it does not. */
  value?: string | undefined;
  /** Takes the filter away; absent where it always says something. */
  onClear?: (() => void) | undefined;
  /** The form; it is told how to close itself. */
  children: (close: () => void) => ReactNode;
}): JSX.Element {
  const [opened, setOpened] = useState(false);
  const close = (): void => setOpened(false);
  return (
    <span className="filter" data-set={value !== undefined}>
      <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus withRoles>
        <Popover.Target>
          <button type="button" className="filter-name" onClick={() => setOpened(!opened)} aria-expanded={opened}>
            {name}
            {value !== undefined && <>: {value}</>}
          </button>
        </Popover.Target>
        <Popover.Dropdown>{children(close)}</Popover.Dropdown>
      </Popover>
      {value !== undefined && onClear && <CloseButton size="xs" aria-label={`Without the filter ${name}`} onClick={onClear} />}
    </span>
  );
}

/** A filter whose value in the address cannot be read: what stands there, and the way to be rid of it. */
export function FaultyChip({ name, text, onClear }: { name: string; text: string; onClear: () => void }): JSX.Element {
  return (
    <span className="filter" data-set data-faulty>
      <span className="filter-name">
        {name} cannot be “{text}”
      </span>
      <CloseButton size="xs" aria-label={`Without ${name}`} onClick={onClear} />
    </span>
  );
}

/** An empty list: what it is a list of, and the filters that may be the reason. */
export function EmptyList({
  what,
  isFiltered,
  filter,
  onClear,
  children,
}: {
  /** `entries`. */
  what: string;
  isFiltered: boolean;
  /** The filter that empties it, where it is known to be that one: `“rent”`. */
  filter?: string | undefined;
  onClear: () => void;
  /** What it is for, and the first step, where there is none at all. */
  children: ReactNode;
}): JSX.Element {
  if (!isFiltered) return <>{children}</>;
  return (
    <>
      <p>{filter ? `No ${what} fit the filter ${filter}.` : `No ${what} fit the filters above.`}</p>
      <Button variant="default" onClick={onClear}>
        Show all {what}
      </Button>
    </>
  );
}
