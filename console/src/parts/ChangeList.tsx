import type { JSX, ReactNode } from "react";
import { type Change, type ChangeRow, type Names, cameAndWent, eventInWords, fieldInWords, valueInWords } from "./changes";
import { Moment } from "./Moment";
import "./changes.css";

/** Fields before and after, in words. What was given to a list and taken from it is told apart. */
export function Changes({ changes, names }: { changes: readonly Change[]; names?: Names }): JSX.Element {
  if (changes.length === 0) return <p className="dim">No field is different.</p>;
  return (
    <dl className="changes">
      {changes.map((change) => (
        <div key={change.path}>
          <dt>{fieldInWords(change.path)}</dt>
          <dd>
            <BeforeAfter change={change} names={names ?? (() => undefined)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function BeforeAfter({ change, names }: { change: Change; names: Names }): JSX.Element {
  const { path, before, after } = change;
  const lists = cameAndWent(before, after);
  const words = (value: unknown): string => valueInWords(path, value, names);
  if (lists) {
    return (
      <>
        {lists.came.length > 0 && (
          <span className="changes-after">
            <span aria-hidden="true">+ </span>
            <span className="spoken">added: </span>
            {words(lists.came)}
          </span>
        )}
        {lists.went.length > 0 && (
          <span className="changes-before">
            <span aria-hidden="true">− </span>
            <span className="spoken">removed: </span>
            {words(lists.went)}
          </span>
        )}
      </>
    );
  }
  if (before === null && path !== "/warehouseIds") return <span className="changes-after">{words(after)}</span>;
  return (
    <>
      <span className="changes-before">{words(before)}</span> <span aria-hidden="true">→</span>
      <span className="spoken">became</span> <span className="changes-after">{words(after)}</span>
    </>
  );
}

/** The history of a record: who changed what and when, field by field, newest first as given. */
export function ChangeList({
  rows,
  me,
  names,
  titleOf,
  noteOf,
}: {
  rows: readonly ChangeRow[];
  /** The caller's own id: they are "you". */
  me: string;
  names?: Names;
  /** What a row is called; its type in words if absent. */
  titleOf?: (row: ChangeRow) => ReactNode;
  /** A sentence more below a row. */
  noteOf?: (row: ChangeRow) => ReactNode;
}): JSX.Element {
  return (
    <ol className="change-list">
      {rows.map((row) => (
        <li key={`${row.seq} ${row.requestId} ${row.at}`}>
          <p>
            <span className="strong">{titleOf?.(row) ?? eventInWords(row.type)}</span> by {row.actor === me ? "you" : (row.actorName ?? "somebody without a name")},{" "}
            <Moment at={row.at} />
          </p>
          <Changes changes={row.changes} {...(names && { names })} />
          {noteOf?.(row)}
        </li>
      ))}
    </ol>
  );
}
