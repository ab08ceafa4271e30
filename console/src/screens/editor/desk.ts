// What keys do in the lines: reading a field when it is left, moving on, the difference, filling down, removing.

import type { Correction } from "./save";
import { flushSync } from "react-dom";
import { type Cell, type ColumnId, type Line, cellOf, dimensionOf, EMPTY, isEmptyLine, isFilledLine } from "./draft";
import { type Totals, rest, totalsOf } from "./difference";
import { type Books, accountOf, asksParty, currencyOf, left, settled, typed, written } from "./reading";
import type { Sheet } from "./sheet";

/** The amount that would balance the entry, as grey text in the last line. */
export interface Offer {
  line: number;
  side: "debit" | "credit";
  text: string;
}

/** The lines, what they are read by, and where the focus goes. */
export class Desk {
  books: Books;
  columns: readonly ColumnId[] = [];
  /** Dimensions that the head gives for all lines. */
  headDimensions: Readonly<Record<string, string>> = {};
  /** Brings a line into the window; the grid gives it. */
  bring: (index: number) => void = () => undefined;
  /** The element in which the lines are. */
  root: HTMLElement | null = null;
  /** The field in which somebody has typed since it was read. */
  private unread: string | undefined;
  /** What a field is still finding. */
  pending: Promise<void> | undefined;
  private counted: { version: number; currency: string; totals: Totals[]; offer: Offer | undefined } | undefined;

  constructor(
    readonly sheet: Sheet,
    books: Books,
    /** The posted entry that is to be replaced. */
    readonly corrects?: Correction | undefined,
  ) {
    this.books = books;
  }

  /** The field with the focus. */
  active(): { id: number; column: ColumnId } | undefined {
    const field = document.activeElement?.closest<HTMLElement>("[data-column]");
    const line = field?.closest<HTMLElement>("[data-line]");
    if (!field || !line || !this.root?.contains(field)) return undefined;
    return { id: Number(line.dataset["line"]), column: field.dataset["column"] as ColumnId };
  }

  /** Puts the focus into a field, which may not be drawn yet. */
  focus(id: number, column: ColumnId): void {
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
  type(id: number, column: ColumnId, text: string): void {
    const line = this.sheet.line(id);
    this.unread = `${id} ${column}`;
    if (line) this.sheet.setCell(id, column, text === "" ? EMPTY : typed(column, text, line, this.books));
  }

  /** A field is left: what was typed in it is read. */
  leave(id: number, column: ColumnId): void {
    const line = this.sheet.line(id);
    if (!line || this.unread !== `${id} ${column}`) return;
    this.take(id, column, left(column, cellOf(line, column).text, line, this.books));
  }

  /** A field gets this, as chosen or read. */
  take(id: number, column: ColumnId, cell: Cell): void {
    const line = this.sheet.line(id);
    if (this.unread === `${id} ${column}`) this.unread = undefined;
    if (!line) return;
    this.sheet.set(settled(line, column, cell, this.books));
    this.sheet.addWhenFilled(id);
  }

  /** Leaves the field with the focus, so that it is read, and waits for what is still being found. */
  async readAll(): Promise<void> {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    await this.pending;
  }

  /** The sums of each currency. */
  totals(): Totals[] {
    return this.count().totals;
  }

  /** What the last line is offered. */
  offer(): Offer | undefined {
    return this.count().offer;
  }

  private count(): NonNullable<Desk["counted"]> {
    const version = this.sheet.version();
    const currency = this.books.currency;
    if (this.counted?.version === version && this.counted.currency === currency) return this.counted;
    const lines = this.sheet.everything();
    const totals = totalsOf(lines, (line) => currencyOf(line, this.books));
    const lastLine = lines.findLast((line) => !isEmptyLine(line));
    const isOpen = lastLine && cellOf(lastLine, "account").text && !cellOf(lastLine, "debit").text && !cellOf(lastLine, "credit").text;
    const due = isOpen ? rest(totals, currencyOf(lastLine, this.books)) : undefined;
    const offer = lastLine && due && { line: lastLine.id, side: due.side, text: this.write(due.amount, lastLine) };
    this.counted = { version, currency, totals, offer };
    return this.counted;
  }

  private write(amount: string, line: Line): string {
    return written(amount, currencyOf(line, this.books), this.books);
  }

  /** Puts the difference into the line, on the side where it is missing. False where there is none. */
  takeDifference(id: number): boolean {
    const line = this.sheet.line(id);
    const due = line && rest(this.totals(), currencyOf(line, this.books));
    if (!line || !due) return false;
    this.take(id, due.side, { text: this.write(due.amount, line), value: due.amount });
    return true;
  }

  /** Enter: on to the next field that the line needs, and from a filled line to the next. */
  advance(id: number, column: ColumnId): void {
    const line = this.sheet.line(id);
    if (!line) return;
    if (column === "account" || column === "party" || column === "memo") {
      const needsParty = column === "account" && this.needs(line, "party");
      this.focus(id, needsParty ? "party" : this.amountSide(line));
      return;
    }
    if (column === "debit" || column === "credit") {
      if (this.offer()?.line === id && this.offer()?.side === column) this.takeDifference(id);
      const now = this.sheet.line(id) ?? line;
      const hasAmount = cellOf(now, "debit").text !== "" || cellOf(now, "credit").text !== "";
      if (!hasAmount && column === "debit") this.focus(id, "credit");
      else if (hasAmount && cellOf(now, "account").text === "") this.focus(id, "account");
      else this.onward(id, this.columns.find((one) => this.needs(now, one)));
      return;
    }
    this.onward(id, this.columns[this.columns.indexOf(column) + 1]);
  }

  private onward(id: number, column: ColumnId | undefined): void {
    if (column) this.focus(id, column);
    else this.nextLine(id);
  }

  /** To the first field of the line below, which is made where there is none and this one is filled. */
  nextLine(id: number): void {
    this.sheet.addWhenFilled(id);
    const ids = this.sheet.orderNow();
    const next = ids[ids.indexOf(id) + 1];
    if (next !== undefined) this.focus(next, "account");
  }

  /** Where the amount of a line is, or is to be. */
  private amountSide(line: Line): "debit" | "credit" {
    if (cellOf(line, "debit").text) return "debit";
    if (cellOf(line, "credit").text) return "credit";
    return rest(this.totals(), currencyOf(line, this.books))?.side ?? "debit";
  }

  /** Whether the account asks for this field, and nothing gives it. */
  needs(line: Line, column: ColumnId): boolean {
    if (cellOf(line, column).text !== "") return false;
    const account = accountOf(line, this.books.chart);
    if (column === "party") return asksParty(account);
    const code = dimensionOf(column);
    if (!account || code === undefined) return false;
    return account.requiredDimensions.includes(code) && !account.defaultDimensions[code] && !this.headDimensions[code];
  }

  /** Up and down in the same column. */
  move(id: number, column: ColumnId, by: number): void {
    const ids = this.sheet.orderNow();
    const to = ids[ids.indexOf(id) + by];
    if (to !== undefined) this.focus(to, column);
  }

  /** Copies the field into all marked lines, or from the line above where none is marked. */
  fillDown(): void {
    const active = this.active();
    if (!active) return;
    const { id, column } = active;
    if (column !== "party") this.leave(id, column);
    const marked = this.sheet.marked();
    const ids = this.sheet.orderNow();
    const source = marked.size > 0 ? id : ids[ids.indexOf(id) - 1];
    const cell = source === undefined ? undefined : this.sheet.line(source);
    if (!cell) return;
    const targets = marked.size > 0 ? ids.filter((one) => marked.has(one)) : [id];
    const filled = targets.flatMap((one) => {
      const line = this.sheet.line(one);
      return line && one !== source ? [settled(line, column, cellOf(cell, column), this.books)] : [];
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
    if (next !== undefined) this.focus(next, active?.column ?? "account");
    return count > 0 ? { count, undo } : undefined;
  }

  /** The first field that cannot be read as it stands. What the service said of others is not among it. */
  firstFault(): { id: number; column: ColumnId } | undefined {
    for (const line of this.sheet.everything()) {
      for (const [column, cell] of Object.entries(line.cells)) {
        if (cell && cell.text.trim() !== "" && cell.value === "" && !cell.isTold) return { id: line.id, column: column as ColumnId };
      }
    }
    return undefined;
  }

  /** Whether a line is complete. */
  isFilled(id: number): boolean {
    const line = this.sheet.line(id);
    return line !== undefined && isFilledLine(line);
  }
}
