import type { JSX, ReactNode } from "react";
import type { Column } from "./List";
import { useShown } from "./listColumns";
import "./sum-row.css";

/** The sums under the rows of a list, each in its column, under a double rule. */
export function SumRow<Row>({ title, columns: all, figures }: { title: ReactNode; columns: readonly Column<Row>[]; figures: Readonly<Record<string, ReactNode>> }): JSX.Element {
  const columns = useShown(all);
  const first = columns.findIndex((column) => column.id in figures);
  const before = first < 0 ? columns.length : Math.max(1, first);
  const last = columns.findLast((column) => column.id in figures)?.id;
  return (
    <tr className="total sum-row">
      <td className="list-margin" />
      <th scope="row" style={{ "--span": before } as React.CSSProperties}>
        {title}
      </th>
      {columns.slice(before).map((column) => (
        <td key={column.id} className="number" data-corner={column.id === last ? undefined : "none"}>
          {figures[column.id] !== undefined && <span>{figures[column.id]}</span>}
        </td>
      ))}
    </tr>
  );
}
