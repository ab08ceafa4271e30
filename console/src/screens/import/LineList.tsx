import type { JSX } from "react";
import { type Column, List } from "../../parts/List";
import { PlainTable } from "../../parts/PlainTable";

/** So many are whole on the page, so that every word of them can be read; more are a list in a window. */
const SHORT = 30;

/** Lines of a file with what is said of each. */
export function LineList<Row>({ label, columns, rows, rowId }: { label: string; columns: Column<Row>[]; rows: readonly Row[]; rowId: (row: Row) => string }): JSX.Element | null {
  if (rows.length === 0) return null;
  if (rows.length <= SHORT) return <PlainTable label={label} columns={columns} rows={rows} rowId={(row) => rowId(row)} />;
  return (
    <div className="import-list">
      <List label={label} columns={columns} rows={[...rows]} rowId={rowId} empty={null} />
    </div>
  );
}
