import { Button, Checkbox } from "@mantine/core";
import type { JSX } from "react";
import type { Column } from "./List";
import { columnName } from "./ListHead";

/** Which columns are shown, as boxes. */
export function ColumnChooser<Row>({
  columns,
  hidden,
  onChoose,
}: {
  columns: readonly Column<Row>[];
  hidden: ReadonlySet<string>;
  onChoose: (hidden: ReadonlySet<string>) => void;
}): JSX.Element {
  const count = columns.filter((column) => !hidden.has(column.id)).length;
  return (
    <div className="filter-form">
      <p className="strong">Columns</p>
      {columns.map((column) => (
        <Checkbox
          key={column.id}
          label={columnName(column)}
          checked={!hidden.has(column.id)}
          disabled={count === 1 && !hidden.has(column.id)}
          onChange={() => {
            const next = new Set(hidden);
            if (!next.delete(column.id)) next.add(column.id);
            onChoose(next);
          }}
        />
      ))}
      {count === 1 && <p className="dim">One column stays.</p>}
      <Button variant="default" disabled={count === columns.length} onClick={() => onChoose(new Set())}>
        All columns
      </Button>
    </div>
  );
}
