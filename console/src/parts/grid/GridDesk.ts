// What keys do in a grid of lines: reading a field when it is left, moving, filling down, removing.

import { flushSync } from "react-dom";
import { type Cell, EMPTY, type GridLine, cellOf, isEmptyLine } from "./cells";
import type { Sheet } from "./sheet";

/** What the last line is offered, as grey text in one of its fields. */
export interface Offer<Column extends string> {
  line: number;
  side: Column;
  text: string;
}

/** The lines, and where the focus goes in them. What fields mean is said by each kind of document. */
export abstract class GridDesk<Column extends string, Line extends GridLine<Column> = GridLine<Column>> {
  columns: readonly Column[] = [];
  /** Brings a line into the window; the grid gives it. */
  bring: (index: number) => void = () => undefined;
  /** The element in which the lines are. */
  root: HTMLElement | null = null;
  /** What a field is still finding. */
  pending: Promise<void> | undefined;
  /** The field in which somebody has typed since it was read. */
  private unread: string | undefined;

  constructor(
    readonly sheet: Sheet<Column, Line>,
    /** Where a new line begins. */
    readonly first: Column,
  ) {}

  /** What the text means while it is being typed. */
  protected abstract typed(column: Column, text: string, line: Line): Cell;
  /** What the text means when its field is left. */
  protected abstract left(column: Column, text: string, line: Line): Cell;
  /** The line after one of its fields got this. */
  protected abstract settled(line: Line, column: Column, cell: Cell): Line;
  /** Enter: on to the next field that the line needs. */
  abstract advance(id: number, column: Column): void;

  /** What the last line is offered. */
  offer(): Offer<Column> | undefined {
    return undefined;
  }

  /** Takes what the last line is offered; false where nothing is. */
  takeOffer(): boolean {
    return false;
  }

  /** Says what is wrong with a field, in which nothing else changes. */
  protected say(line: Line, column: Column, fault: string): void {
    const cell: Cell = { ...cellOf(line, column), fault, isTold: true };
    this.sheet.annotate([{ ...line, cells: { ...line.cells, [column]: cell } }]);
  }

  /** Whether a field that finds records shows some as soon as it has the focus and is empty. */
  suggests(_column: Column): boolean {
    return false;
  }

  /** A key of this kind of document; true where it did something. */
  key(_key: string, _id: number, _column: Column): boolean {
    return false;
  }

  /** The field with the focus. */
  active(): { id: number; column: Column } | undefined {
    const field = document.activeElement?.closest<HTMLElement>("[data-column]");
    const line = field?.closest<HTMLElement>("[data-line]");
    if (!field || !line || !this.root?.contains(field)) return undefined;
    return { id: Number(line.dataset["line"]), column: field.dataset["column"] as Column };
  }

  /** Puts the focus into a field, which may not be drawn yet. */
  focus(id: number, column: Column): void {
    const find = (): HTMLElement | null | undefined =>
      this.root?.querySelector<HTMLElement>(`[data-line="${id}"] [data-column="${CSS.escape(column)}"]`);
    const index = this.sheet.orderNow().indexOf(id);
    if (index < 0) return;
    // A line that has just been made is drawn before the next key comes.
    if (!find()) flushSync(() => undefined);
    this.bring(index);
    const field = find();
    if (field) {
      field.focus({ preventScroll: true });
      field.scrollIntoView({ block: "nearest", inline: "nearest" });
      return;
    }
    let tries = 0;
    const again = (): void => {
      const drawn = find();
      tries += 1;
      if (drawn) drawn.focus();
      else if (tries < 10) requestAnimationFrame(again);
    };
    requestAnimationFrame(again);
  }

  /** Somebody types. */
  type(id: number, column: Column, text: string): void {
    const line = this.sheet.line(id);
    this.unread = `${id} ${column}`;
    if (line) this.sheet.setCell(id, column, text === "" ? EMPTY : this.typed(column, text, line));
  }

  /** A field is left: what was typed in it is read. */
  leave(id: number, column: Column): void {
    const line = this.sheet.line(id);
    if (!line || this.unread !== `${id} ${column}`) return;
    this.take(id, column, this.left(column, cellOf(line, column).text, line));
  }

  /** A field gets this, as chosen or read. */
  take(id: number, column: Column, cell: Cell): void {
    const line = this.sheet.line(id);
    if (this.unread === `${id} ${column}`) this.unread = undefined;
    if (!line) return;
    this.sheet.set(this.settled(line, column, cell));
    this.sheet.addWhenFilled(id);
  }

  /** Leaves the field with the focus, so that it is read, and waits for what is still being found. */
  async readAll(): Promise<void> {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    await this.pending;
  }

  /** On to this field, or to the next line where there is none. */
  protected onward(id: number, column: Column | undefined): void {
    if (column) this.focus(id, column);
    else this.nextLine(id);
  }

  /** To the first field of the line below, which is made where there is none and this one is filled. */
  nextLine(id: number): void {
    this.sheet.addWhenFilled(id);
    const ids = this.sheet.orderNow();
    const next = ids[ids.indexOf(id) + 1];
    if (next !== undefined) this.focus(next, this.first);
  }

  /** Up and down in the same column. */
  move(id: number, column: Column, by: number): void {
    const ids = this.sheet.orderNow();
    const to = ids[ids.indexOf(id) + by];
    if (to !== undefined) this.focus(to, column);
  }

  /** Whether a field of this column finds by itself what was typed when it is left. */
  protected findsByItself(_column: Column): boolean {
    return false;
  }

  /** Copies the field into all marked lines, or from the line above where none is marked. */
  fillDown(): void {
    const active = this.active();
    if (!active) return;
    const { id, column } = active;
    if (!this.findsByItself(column)) this.leave(id, column);
    const marked = this.sheet.marked();
    const ids = this.sheet.orderNow();
    const source = marked.size > 0 ? id : ids[ids.indexOf(id) - 1];
    const from = source === undefined ? undefined : this.sheet.line(source);
    if (!from) return;
    const targets = marked.size > 0 ? ids.filter((one) => marked.has(one)) : [id];
    const filled = targets.flatMap((one) => {
      const line = this.sheet.line(one);
      return line && one !== source ? [this.settled(line, column, cellOf(from, column))] : [];
    });
    this.sheet.setMany(filled);
    this.sheet.addWhenFilled(ids.at(-1) ?? id);
  }

  /** Removes the marked lines, or the one with the focus. Answers how many and what puts them back. */
  removeLines(): { count: number; undo: () => void } | undefined {
    const active = this.active();
    const marked = this.sheet.marked();
    const ids = this.sheet.orderNow();
    const gone = marked.size > 0 ? marked : new Set(active ? [active.id] : []);
    const count = ids.filter((id) => gone.has(id)).filter((id) => !isEmptyLine(this.sheet.line(id) ?? { id, cells: {} })).length;
    if (gone.size === 0) return undefined;
    const at = active ? ids.indexOf(active.id) : 0;
    const undo = this.sheet.remove(gone);
    const now = this.sheet.orderNow();
    const next = now[Math.min(at, now.length - 1)];
    if (next !== undefined) this.focus(next, active?.column ?? this.first);
    return count > 0 ? { count, undo } : undefined;
  }

  /** The first field that cannot be read as it stands. What the service said of others is not among it. */
  firstFault(): { id: number; column: Column } | undefined {
    for (const line of this.sheet.everything()) {
      for (const [column, cell] of Object.entries(line.cells) as [Column, Cell | undefined][]) {
        if (cell && cell.text.trim() !== "" && cell.value === "" && !cell.isTold) return { id: line.id, column };
      }
    }
    return undefined;
  }
}
