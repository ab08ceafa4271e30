import { Button, Menu } from "@mantine/core";
import type { JSX } from "react";
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
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button variant="default">Columns</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {optional(dimensions).map((column) => {
          const isNeeded = shown.includes(column) && !chosen.has(column);
          return (
            <Menu.Item
              key={column}
              role="menuitemcheckbox"
              aria-checked={shown.includes(column)}
              disabled={isNeeded}
              onClick={() => {
                const next = new Set(chosen);
                if (!next.delete(column)) next.add(column);
                onChange(next);
              }}
            >
              {shown.includes(column) ? "☑" : "☐"} {columnName(column, dimensions)}
              {isNeeded && " (in use)"}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
