import { type JSX, memo, type Ref, useSyncExternalStore } from "react";
import { type GridLine, cellOf } from "./cells";
import { FindCell, type Finder } from "./FindCell";
import type { GridDesk } from "./GridDesk";
import type { GridLook } from "./LineGrid";

interface Props {
  desk: GridDesk<any, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- of any columns
  id: number;
  index: number;
  /** Where it stands in the window; absent where all lines are drawn. */
  top: number | undefined;
  columns: readonly string[];
  /** The names of the columns, in their order. */
  names: readonly string[];
  look: GridLook;
  finders: Readonly<Record<string, Finder>>;
  isMarked: boolean;
  onMark: (id: number, isRange: boolean) => void;
  measure: Ref<HTMLTableRowElement> | undefined;
}

const EMPTY_LINE: GridLine<string>["cells"] = {};

/** A line of the document: a real input in each cell, and what is wrong with them below. It is drawn again for its own changes alone. */
export const LineRow = memo(function LineRow(props: Props): JSX.Element {
  const { desk, id, index, columns, names, look, finders, isMarked } = props;
  const { sheet } = desk;
  const line: GridLine<string> = useSyncExternalStore(
    (listener) => sheet.followLine(id, listener),
    () => sheet.line(id) as GridLine<string> | undefined,
  ) ?? { id, cells: EMPTY_LINE };
  const offer = useSyncExternalStore(sheet.follow, () => {
    const now = desk.offer();
    return now?.line === id ? `${now.side} ${now.text}` : "";
  });
  const [side, offered] = [offer.split(" ", 1)[0], offer.slice(offer.indexOf(" ") + 1)];
  const words = columns.flatMap((column, at) => {
    const { fault, note } = cellOf(line, column);
    return fault || note ? [{ column, name: names[at] ?? "", text: fault ?? note ?? "", isFault: fault !== undefined }] : [];
  });
  return (
    <tr
      ref={props.measure}
      role="row"
      data-line={id}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isMarked}
      className="line"
      style={props.top === undefined ? undefined : { position: "absolute", top: props.top }}
    >
      <td role="rowheader" className="line-number">
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Line ${index + 1}${isMarked ? ", marked" : ""}`}
          aria-pressed={isMarked}
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => props.onMark(id, event.shiftKey)}
        >
          {isMarked ? "✓" : index + 1}
        </button>
      </td>
      {columns.map((column, at) => {
        const cell = cellOf(line, column);
        const label = `${names[at]}, line ${index + 1}`;
        const describedBy = cell.fault || cell.note ? `words-${id}-${column}` : undefined;
        const finder = finders[column];
        const isAmount = look.figures.has(column);
        return (
          <td key={column} role="gridcell" aria-colindex={at + 2} className={isAmount ? "line-amount" : undefined} data-frozen={column === look.frozen || undefined}>
            {finder ? (
              <FindCell desk={desk} finder={finder} line={id} column={column} cell={cell} label={label} describedBy={describedBy} placeholder={look.hint?.(line, column)} />
            ) : (
              <input
                aria-label={label}
                aria-invalid={cell.fault !== undefined}
                aria-describedby={describedBy}
                data-column={column}
                autoComplete="off"
                spellCheck={column === look.text}
                dir={column === look.text ? "auto" : undefined}
                inputMode={isAmount ? "decimal" : undefined}
                placeholder={side === column ? offered : look.hint?.(line, column)}
                value={cell.text}
                onChange={(event) => desk.type(id, column, event.currentTarget.value)}
                onFocus={(event) => event.currentTarget.select()}
                onBlur={() => desk.leave(id, column)}
              />
            )}
          </td>
        );
      })}
      {words.length > 0 && (
        <td className="line-words" role="gridcell">
          {words.map((one) => (
            <span key={one.column} id={`words-${id}-${one.column}`} title={one.text} className={one.isFault ? "negative" : "dim"}>
              {one.name}: {one.text}
            </span>
          ))}
        </td>
      )}
    </tr>
  );
});
