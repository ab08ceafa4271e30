// Faults that the service finds, at the fields that they are about.

import type { FieldFault } from "../../api/problem";
import { sentence } from "../../app/SignIn";
import type { Sheet } from "../../parts/grid/sheet";
import { placeOf } from "./body";
import { type ColumnId, type Head, type Line, cellOf } from "./draft";

/** What is wrong with fields of the head; of dimensions by `dim:` and the code. */
export type HeadFaults = Readonly<Partial<Record<keyof Head | `dim:${string}`, string>>>;

/** Where faults went: to the head, to lines, and those that no field is for. */
export interface Told {
  head: HeadFaults;
  firstLine: { id: number; column: ColumnId } | undefined;
  rest: FieldFault[];
}

/** Puts faults to their fields, in place of those that were told before. `sent` are the lines as they were sent. */
export function tell(sheet: Sheet<ColumnId, Line>, faults: readonly FieldFault[], sent: readonly Line[]): Told {
  takeBack(sheet);
  const head: Record<string, string> = {};
  const rest: FieldFault[] = [];
  const changed = new Map<number, Line>();
  let firstLine: Told["firstLine"];
  for (const fault of faults) {
    const place = placeOf(fault, sent);
    if (!place) {
      rest.push(fault);
    } else if ("head" in place) {
      head[place.head] ??= sentence(fault.message);
    } else {
      const line = changed.get(place.line) ?? sheet.line(place.line);
      if (!line) continue;
      firstLine ??= { id: place.line, column: place.column };
      const cell = cellOf(line, place.column);
      if (cell.fault) continue;
      const told = { ...cell, fault: sentence(fault.message), isTold: true };
      changed.set(line.id, { ...line, cells: { ...line.cells, [place.column]: told } });
    }
  }
  sheet.annotate([...changed.values()]);
  return { head, firstLine, rest };
}

/** Takes back what the service said about fields. */
export function takeBack(sheet: Sheet<ColumnId, Line>): void {
  const changed = sheet.everything().flatMap((line) => {
    const told = Object.entries(line.cells).filter(([, cell]) => cell?.isTold);
    if (told.length === 0) return [];
    const cells: Record<string, unknown> = { ...line.cells };
    for (const [column, cell] of told) cells[column] = { text: cell?.text ?? "", value: cell?.value ?? "" };
    return [{ ...line, cells: cells as Line["cells"] }];
  });
  sheet.annotate(changed);
}
