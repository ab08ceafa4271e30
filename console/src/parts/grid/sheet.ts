// The lines while they are being written. Each line is followed by itself, so that typing draws that line and no other.

import { type Cell, type GridLine, cellOf, isEmptyLine, newLineId } from "./cells";

type Listener = () => void;

/** The lines of one document, for the parts that show them. */
export class Sheet<Column extends string, Line extends GridLine<Column> = GridLine<Column>> {
  private lines = new Map<number, Line>();
  private ids: readonly number[] = [];
  private marks: ReadonlySet<number> = new Set();
  private readonly byLine = new Map<number, Set<Listener>>();
  private readonly all = new Set<Listener>();
  private readonly order = new Set<Listener>();
  private count = 0;

  constructor(
    lines: readonly Line[],
    /** Whether a line has what a line needs. */
    private readonly hasAll: (line: Line) => boolean,
  ) {
    this.replace(lines);
  }

  /** Whether the line has what a line needs. */
  isFilled(id: number): boolean {
    const line = this.lines.get(id);
    return line !== undefined && this.hasAll(line);
  }

  /** Follows one line. */
  readonly followLine = (id: number, listener: Listener): (() => void) => {
    let own = this.byLine.get(id);
    if (!own) this.byLine.set(id, (own = new Set()));
    own.add(listener);
    return () => {
      own.delete(listener);
      if (own.size === 0) this.byLine.delete(id);
    };
  };

  /** Follows everything. */
  readonly follow = (listener: Listener): (() => void) => {
    this.all.add(listener);
    return () => this.all.delete(listener);
  };

  /** Follows which lines there are, in which order, and which are marked. */
  readonly followOrder = (listener: Listener): (() => void) => {
    this.order.add(listener);
    return () => this.order.delete(listener);
  };

  /** Counts the changes. */
  readonly version = (): number => this.count;

  /** The names of the lines in their order. */
  readonly orderNow = (): readonly number[] => this.ids;

  /** The names of the marked lines. */
  readonly marked = (): ReadonlySet<number> => this.marks;

  /** The line of this name. */
  readonly line = (id: number): Line | undefined => this.lines.get(id);

  /** All lines in their order. */
  everything(): Line[] {
    return this.ids.flatMap((id) => this.lines.get(id) ?? []);
  }

  /** Puts other lines in place of all. An empty one is always last. */
  replace(lines: readonly Line[]): void {
    this.lines = new Map(lines.map((line) => [line.id, line]));
    this.ids = lines.map((line) => line.id);
    this.marks = new Set();
    this.withEmptyLast();
    this.tell([], true);
  }

  /** Puts the line in place of the one with its name. */
  set(line: Line): void {
    if (this.lines.get(line.id) === line || !this.lines.has(line.id)) return;
    this.lines.set(line.id, line);
    this.tell([line.id], false);
  }

  /** Puts the lines in place of those with their names, as one change. */
  setMany(lines: readonly Line[]): void {
    for (const line of lines) if (this.lines.has(line.id)) this.lines.set(line.id, line);
    this.tell(lines.map((line) => line.id), false);
  }

  /** Changes what is said about fields, and nothing that stands in them. */
  annotate(lines: readonly Line[]): void {
    for (const line of lines) if (this.lines.has(line.id)) this.lines.set(line.id, line);
    for (const { id } of lines) for (const listener of this.byLine.get(id) ?? []) listener();
  }

  /** Changes one field. */
  setCell(id: number, column: Column, cell: Cell): void {
    const line = this.lines.get(id);
    if (line && cellOf(line, column) !== cell) this.set({ ...line, cells: { ...line.cells, [column]: cell } });
  }

  /** A new empty line stands at the end once the last one is filled. */
  addWhenFilled(id: number): void {
    const line = this.lines.get(id);
    if (this.ids.at(-1) !== id || !line || !this.hasAll(line)) return;
    this.withEmptyLast();
    this.tell([], true);
  }

  /** Puts lines after the last one in which something stands before this place; empty lines there go. */
  insert(lines: readonly Line[], after: number | undefined): void {
    const at = after === undefined ? -1 : this.ids.indexOf(after);
    const before = this.ids.slice(0, at + 1).filter((id) => !this.isEmpty(id));
    const behind = this.ids.slice(at + 1).filter((id) => !this.isEmpty(id));
    for (const line of lines) this.lines.set(line.id, line);
    this.ids = [...before, ...lines.map((line) => line.id), ...behind];
    this.withEmptyLast();
    this.tell([], true);
  }

  /** Removes lines as one change; what it answers puts them back. */
  remove(ids: ReadonlySet<number>): () => void {
    const before = this.ids;
    const gone = this.ids.filter((id) => ids.has(id)).flatMap((id) => this.lines.get(id) ?? []);
    this.ids = this.ids.filter((id) => !ids.has(id));
    for (const line of gone) this.lines.delete(line.id);
    this.marks = new Set();
    this.withEmptyLast();
    this.tell([], true);
    return () => {
      for (const line of gone) this.lines.set(line.id, line);
      const since = this.ids.filter((id) => !before.includes(id));
      this.ids = [...before.filter((id) => this.lines.has(id)), ...since.filter((id) => !this.isEmpty(id))];
      this.withEmptyLast();
      this.tell([], true);
    };
  }

  /** Marks lines, and no others. */
  mark(ids: ReadonlySet<number>): void {
    this.marks = ids;
    this.tell([], true);
  }

  private isEmpty(id: number): boolean {
    const line = this.lines.get(id);
    return !line || isEmptyLine(line);
  }

  private withEmptyLast(): void {
    const lastId = this.ids.at(-1);
    if (lastId !== undefined && this.isEmpty(lastId)) return;
    const line = { id: newLineId(), cells: {} } as Line;
    this.lines.set(line.id, line);
    this.ids = [...this.ids, line.id];
  }

  private tell(ids: readonly number[], isOrder: boolean): void {
    this.count += 1;
    for (const id of ids) for (const listener of this.byLine.get(id) ?? []) listener();
    if (isOrder) for (const listener of this.order) listener();
    for (const listener of this.all) listener();
  }
}
