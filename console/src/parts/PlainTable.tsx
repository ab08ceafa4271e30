import type { JSX, ReactNode } from "react";
import "./lines.css";

/** A column of a plain table. */
export interface PlainColumn<Row> {
  id: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  /** `number` is right-aligned with figures of equal width. */
  kind?: "text" | "number" | undefined;
  /** The sum below it, under a double rule. */
  sum?: ReactNode;
}

/** A short table on paper, whole on the page: what is long is a `List`. The first column heads its row. */
export function PlainTable<Row>({
  label,
  columns,
  rows,
  rowId,
  sumTitle,
}: {
  /** What the rows are, for readers. */
  label: string;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row, at: number) => string;
  /** What the sums are; absent where there are none. */
  sumTitle?: string | undefined;
}): JSX.Element {
  const classOf = (column: PlainColumn<Row>): string | undefined => (column.kind === "number" ? "number" : undefined);
  return (
    <div className="lines-scroll" tabIndex={0} role="group" aria-label={label}>
      <table className="lines" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={classOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={rowId(row, at)}>
              {columns.map((column) => (
                <td key={column.id} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {sumTitle !== undefined && (
          <tfoot>
            <tr>
              {columns.map((column, at) =>
                at === 0 ? (
                  <th key={column.id} scope="row">
                    {sumTitle}
                  </th>
                ) : (
                  <td key={column.id} className={classOf(column)}>
                    {column.sum !== undefined && column.sum !== null && <span className="double">{column.sum}</span>}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
