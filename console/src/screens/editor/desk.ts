// What keys do in the lines of an entry: the next field that a line needs, and the difference.

import { GridDesk, type Offer as GridOffer } from "../../parts/grid/GridDesk";
import type { Sheet } from "../../parts/grid/sheet";
import { termsOf } from "../../api/parties";
import type { Correction } from "./save";
import { type Cell, type ColumnId, type Line, cellOf, dimensionOf, isEmptyLine, isFilledLine } from "./draft";
import { type Terms, withDue } from "./due";
import { partyWord } from "./newParties";
import { type Totals, balance, rest, totalsOf } from "./difference";
import { type Books, accountOf, asksParty, currencyOf, left, settled, typed, written } from "./reading";

/** The amount that would balance the entry, as grey text in the last line. */
export type Offer = GridOffer<"debit" | "credit">;

/** The lines, what they are read by, and where the focus goes. */
export class Desk extends GridDesk<ColumnId, Line> {
  books: Books;
  /** Dimensions that the head gives for all lines. */
  headDimensions: Readonly<Record<string, string>> = {};
  /** What due dates follow from. */
  terms: Terms = { from: "", journalKind: undefined, termsOf };
  private counted: { version: number; currency: string; totals: Totals[]; offer: Offer | undefined } | undefined;

  constructor(
    sheet: Sheet<ColumnId, Line>,
    books: Books,
    /** The posted entry that is to be replaced. */
    readonly corrects?: Correction | undefined,
  ) {
    super(sheet, "account");
    this.books = books;
  }

  protected override typed(column: ColumnId, text: string, line: Line): Cell {
    return typed(column, text, line, this.books);
  }

  protected override left(column: ColumnId, text: string, line: Line): Cell {
    return left(column, text, line, this.books);
  }

  protected override settled(line: Line, column: ColumnId, cell: Cell): Line {
    const now = settled(line, column, cell, this.books);
    return withDue(now, accountOf(now, this.books.chart), this.terms);
  }

  protected override findsByItself(column: ColumnId): boolean {
    return column === "party";
  }

  /** Where the entry balances, nothing is to be chosen, and a list would lie over the word that says so. */
  override suggests(column: ColumnId): boolean {
    return (column === "account" || column === "party") && balance(this.totals()) !== "balanced";
  }

  /** Due dates follow a day of the head that has changed. */
  followTerms(terms: Terms): void {
    const isSame = terms.from === this.terms.from && terms.journalKind === this.terms.journalKind;
    this.terms = terms;
    if (isSame) return;
    const changed = this.sheet.everything().flatMap((line) => {
      const next = withDue(line, accountOf(line, this.books.chart), terms);
      return next === line ? [] : [next];
    });
    if (changed.length > 0) this.sheet.setMany(changed);
  }

  /** Takes the difference into the last line, where nothing but that amount is missing. */
  override takeOffer(): boolean {
    const offer = this.offer();
    const isOnly = this.sheet.everything().every((line) => isEmptyLine(line) || line.id === offer?.line || isFilledLine(line));
    return offer !== undefined && isOnly && this.takeDifference(offer.line);
  }

  /** `=` takes the difference; without one it begins a sum. */
  override key(key: string, id: number, column: ColumnId): boolean {
    const line = this.sheet.line(id);
    const isEmpty = (column === "debit" || column === "credit") && line !== undefined && cellOf(line, column).text === "";
    return key === "=" && isEmpty && this.takeDifference(id);
  }

  /** The sums of each currency. */
  totals(): Totals[] {
    return this.count().totals;
  }

  /** What the last line is offered. */
  override offer(): Offer | undefined {
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
  override advance(id: number, column: ColumnId): void {
    const line = this.sheet.line(id);
    if (!line) return;
    if (column === "party" && this.isStuck(line)) return;
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
      else this.toMissing(now);
      return;
    }
    this.onward(id, this.columns[this.columns.indexOf(column) + 1]);
  }

  /** Whether the party must be given before the line goes on: it is missing, or what was typed is none. */
  private isStuck(line: Line): boolean {
    const isMissing = this.needs(line, "party");
    if (isMissing) this.say(line, "party", this.missing(line));
    return isMissing || cellOf(line, "party").fault !== undefined;
  }

  private missing(line: Line): string {
    const account = accountOf(line, this.books.chart);
    return `The party is missing. ${account?.code ?? "The account"} keeps what each ${partyWord(account)} owes or is owed: type a name, or Alt ↓ for the list.`;
  }

  /** On to what the line still needs, with a word why, or to the next line. */
  private toMissing(line: Line): void {
    const missing = this.columns.find((one) => this.needs(line, one));
    if (missing === "party") this.say(line, "party", this.missing(line));
    this.onward(line.id, missing);
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
}
