// Faults that the service finds, at the fields that they are about.

import type { FieldFault } from "../../../api/problem";
import { faultWords } from "../../../parts/faultWords";
import { cellOf } from "../../../parts/grid/cells";
import type { Sheet } from "../../../parts/grid/sheet";
import { placeOf } from "./body";
import type { Column, Head, Line } from "./draft";

/** What is wrong with fields of the head. */
export type HeadFaults = Readonly<Partial<Record<keyof Head, string>>>;

/** Where faults went: to the head, to lines, and those that no field is for. */
export interface Told {
  head: HeadFaults;
  firstLine: { id: number; column: Column } | undefined;
  rest: FieldFault[];
}

/** Puts faults to their fields, in place of those that were told before. `sent` are the lines as they were sent. */
export function tell(sheet: Sheet<Column, Line>, faults: readonly FieldFault[], sent: readonly Line[], columns: readonly Column[]): Told {
  takeBack(sheet);
  const head: Partial<Record<keyof Head, string>> = {};
  const rest: FieldFault[] = [];
  const changed = new Map<number, Line>();
  let firstLine: Told["firstLine"];
  for (const fault of faults) {
    const place = placeOf(fault, sent);
    if (!place) {
      rest.push(fault);
      continue;
    }
    if ("head" in place) {
      head[place.head] ??= faultWords(fault);
      continue;
    }
    const line = changed.get(place.line) ?? sheet.line(place.line);
    if (!line) continue;
    // A field that is not shown, as the cost of who may not see it, is told at the item.
    const column = columns.includes(place.column) ? place.column : "item";
    firstLine ??= { id: line.id, column };
    const now = cellOf(line, column);
    if (now.fault) continue;
    changed.set(line.id, { ...line, cells: { ...line.cells, [column]: { ...now, fault: faultWords(fault), isTold: true } } });
  }
  sheet.annotate([...changed.values()]);
  return { head, firstLine, rest };
}

/** Takes back what the service said about fields. */
export function takeBack(sheet: Sheet<Column, Line>): void {
  const changed = sheet.everything().flatMap((line) => {
    const told = Object.entries(line.cells).filter(([, one]) => one?.isTold);
    if (told.length === 0) return [];
    const cells: Record<string, unknown> = { ...line.cells };
    for (const [column, one] of told) cells[column] = { text: one?.text ?? "", value: one?.value ?? "" };
    return [{ ...line, cells: cells as Line["cells"] }];
  });
  sheet.annotate(changed);
}
