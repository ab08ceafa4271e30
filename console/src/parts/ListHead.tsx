import { Popover } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { type JSX, Suspense, lazy, useState } from "react";
import { useActions } from "../app/actions";
import type { Column } from "./List";
import "./filters.css";

const ColumnChooser = lazy(() => import("./ColumnChooser").then((own) => ({ default: own.ColumnChooser })));

/** The heads of the columns, and the choice which of them are shown. */
export function ListHead<Row>({
  columns,
  hidden,
  onChoose,
}: {
  columns: readonly Column<Row>[];
  hidden: ReadonlySet<string>;
  onChoose: (hidden: ReadonlySet<string>) => void;
}): JSX.Element {
  const [opened, setOpened] = useState(false);
  const canChoose = columns.length > 1;
  useActions(canChoose ? [{ id: "list-columns", title: "Choose the columns of the list", words: "hide show fields", run: () => setOpened(true) }] : []);
  return (
    <thead>
      <tr aria-rowindex={1}>
        <td className="list-margin" />
        {columns
          .filter((column) => !hidden.has(column.id))
          .map((column) => (
            <th key={column.id} scope="col" className={classOf(column)} data-corner={column.corner ?? "none"}>
              {column.head}
            </th>
          ))}
        {canChoose && (
          <td className="list-choose">
            <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus withRoles withinPortal>
              <Popover.Target>
                <button type="button" aria-label="Columns" title="Columns" aria-expanded={opened} data-some={hidden.size > 0 || undefined} onClick={() => setOpened(!opened)}>
                  <IconColumns3 size={16} stroke={1.5} aria-hidden />
                </button>
              </Popover.Target>
              <Popover.Dropdown>
                <Suspense fallback={null}>{opened && <ColumnChooser columns={columns as readonly Column<unknown>[]} hidden={hidden} onChoose={onChoose} />}</Suspense>
              </Popover.Dropdown>
            </Popover>
          </td>
        )}
      </tr>
    </thead>
  );
}

/** How a cell of this column is set. */
export const classOf = <Row,>(column: Column<Row>): string => (column.kind === "number" ? "number" : "list-text");

/** How a column is called where it is chosen. */
export function columnName<Row>({ id, head, name }: Column<Row>): string {
  if (name !== undefined) return name;
  if (typeof head === "string" && head !== "") return head;
  const words = id.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
