import type { JSX, ReactNode } from "react";
import "./lines.css";

/** A column of a plain table. */
export interface PlainColumn<Row> {
  id: string;
  head: ReactNode;
  /** `number` is right-aligned with figures of equal width. */
  kind?: "text" | "number";
  cell: (row: Row) => ReactNode;
}

/** A short table without keys and windows, for what belongs to one record. It scrolls sideways where it is too narrow. */
export function PlainTable<Row>({
  label,
  columns,
  rows,
  rowId,
}: {
  /** What the rows are, for readers. */
  label: string;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
}): JSX.Element {
  return (
    <div className="lines-scroll" role="group" aria-label={label} tabIndex={0}>
      <table className="lines" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={column.kind === "number" ? "number" : undefined}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)}>
              {columns.map((column) => (
                <td key={column.id} className={column.kind === "number" ? "number" : undefined}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
