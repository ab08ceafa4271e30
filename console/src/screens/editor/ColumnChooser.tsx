import { Button, Checkbox, Popover } from "@mantine/core";
import { type JSX, useState } from "react";
import type { Dimension } from "../../api/dimensions";
import { columnName, optional } from "./columns";
import type { ColumnId } from "./draft";

/** Which columns the lines have: those in which something stands are always there. */
export function ColumnChooser({
  shown,
  chosen,
  dimensions,
  onChange,
}: {
  shown: readonly ColumnId[];
  chosen: ReadonlySet<ColumnId>;
  dimensions: readonly Dimension[];
  onChange: (chosen: ReadonlySet<ColumnId>) => void;
}): JSX.Element {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus withRoles>
      <Popover.Target>
        <Button variant="default" onClick={() => setOpened(!opened)}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <div className="editor-columns">
          {optional(dimensions).map((column) => {
            const isNeeded = shown.includes(column) && !chosen.has(column);
            return (
              <Checkbox
                key={column}
                label={`${columnName(column, dimensions)}${isNeeded ? " (in use)" : ""}`}
                checked={shown.includes(column)}
                disabled={isNeeded}
                onChange={() => {
                  const next = new Set(chosen);
                  if (!next.delete(column)) next.add(column);
                  onChange(next);
                }}
              />
            );
          })}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
