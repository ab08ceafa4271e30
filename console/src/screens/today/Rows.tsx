import type { JSX, ReactNode } from "react";

/** A row of a short list: what it is, a word about it, and its figure. */
export interface Row {
  key: string;
  title: ReactNode;
  told?: ReactNode;
  figure?: ReactNode;
}

/** A short list, as a table, without a head where the rows speak for themselves: titles on the left, figures under one another on the right. */
export function Rows({ label, rows, heads }: { label: string; rows: Row[]; heads?: readonly [title: string, told: string, figure: string] | undefined }): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <table className="today-rows" aria-label={label}>
      {heads && (
        <thead>
          <tr>
            <th scope="col">{heads[0]}</th>
            <th scope="col">{heads[1]}</th>
            <th scope="col" className="number">
              {heads[2]}
            </th>
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.title}</th>
            <td className="dim">{row.told}</td>
            <td className="number">{row.figure}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
