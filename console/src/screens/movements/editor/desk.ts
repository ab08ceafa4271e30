// What keys do in the lines of a movement: the next field that a line needs, and where goods are taken from.

import { type Cell, cellOf } from "../../../parts/grid/cells";
import { GridDesk } from "../../../parts/grid/GridDesk";
import type { Sheet } from "../../../parts/grid/sheet";
import { neededIn } from "./columns";
import { type Column, type Line, cell, newLine } from "./draft";
import { type Picks, picksOf } from "./picks";
import { type House, goesOut, itemIn, left, settled, typed, unitIn, withUnit } from "./reading";

/** The fields that a suggestion fills. */
function cellsOf(picks: Picks, at: number): Line["cells"] {
  const [pick, place] = [picks.lines[at], picks.places[at]];
  return {
    ...(pick?.lotId && place?.lotNumber && { lot: cell(place.lotNumber, pick.lotId) }),
    ...(pick?.serialId && place?.serialNumber && { serial: cell(place.serialNumber, pick.serialId) }),
    ...(pick?.locationId && place?.locationCode && { bin: cell(place.locationCode, pick.locationId) }),
  };
}

/** The lines of a movement, what they are read by, and where the focus goes. */
export class Desk extends GridDesk<Column, Line> {
  /** Suggestions by line, with what they were asked for. */
  private readonly suggested = new Map<number, { key: string; picks?: Picks | undefined }>();

  constructor(
    sheet: Sheet<Column, Line>,
    public house: House,
  ) {
    super(sheet, "item");
  }

  protected override typed(column: Column, text: string, line: Line): Cell {
    return typed(column, text, line, this.house);
  }

  protected override left(column: Column, text: string, line: Line): Cell {
    return left(column, text, line, this.house);
  }

  /** `6 box` is a quantity and its unit. */
  override leave(id: number, column: Column): void {
    const line = this.sheet.line(id);
    const split = column === "quantity" && line ? withUnit(cellOf(line, "quantity").text, line, this.house) : undefined;
    if (split) {
      this.sheet.setCell(id, "unit", split.unit);
      this.sheet.setCell(id, "quantity", { text: split.number, value: "" });
    }
    super.leave(id, column);
  }

  /** The lines as they will be sent: where one place is shown for goods that leave, it is that. */
  asShown(): Line[] {
    return this.sheet.everything().map((line) => {
      const picks = this.picksFor(line);
      return picks?.lines.length === 1 ? { ...line, cells: { ...line.cells, ...cellsOf(picks, 0) } } : line;
    });
  }

  /** Where goods that leave are taken from when nobody says it: as it is shown, so it is done. */
  takeShown(): void {
    for (const id of this.sheet.orderNow()) this.takePicks(id);
  }

  protected override settled(line: Line, column: Column, found: Cell): Line {
    const now = settled(line, column, found);
    const isNew = column === "item" && found.value !== "" && cellOf(now, "toBin").text === "";
    return isNew && this.endBin && this.house.head.kind === "transfer" ? { ...now, cells: { ...now.cells, toBin: this.endBin } } : now;
  }

  /** The bin to which all goods go, where somebody named one as the end. */
  private endBin: Cell | undefined;

  /** All goods go to this bin, and those of lines that follow, too. */
  putAllTo(bin: Cell): void {
    this.endBin = bin;
    const lines = this.sheet.everything().filter((line) => cellOf(line, "item").text !== "" && cellOf(line, "toBin").text === "");
    this.sheet.setMany(lines.map((line) => ({ ...line, cells: { ...line.cells, toBin: bin } })));
  }

  protected override findsByItself(column: Column): boolean {
    return column === "item" || column === "lot" || column === "serial" || column === "bin" || column === "toBin";
  }

  override suggests(column: Column): boolean {
    return column === "lot" || column === "serial" || column === "unit" || column === "role" || column === "method";
  }

  override take(id: number, column: Column, found: Cell): void {
    super.take(id, column, found);
    if (column === "item" || column === "quantity" || column === "unit") void this.suggest(id);
  }

  /** Enter: on to the next field that the line needs, and from a complete line to the next. */
  override advance(id: number, column: Column): void {
    const line = this.sheet.line(id);
    if (!line) return;
    if ((column === "lot" || column === "serial") && cellOf(line, column).text === "" && this.takePicks(id)) {
      const taken = this.sheet.line(id);
      const needed = taken && neededIn(taken, this.house.head, this.columns)[0];
      if (needed) this.focus(id, needed);
      else this.focus(this.sheet.orderNow().at(-1) ?? id, this.first);
      return;
    }
    const needed = neededIn(line, this.house.head, this.columns);
    const at = this.columns.indexOf(column);
    const next = needed.find((one) => this.columns.indexOf(one) > at) ?? (column === "memo" ? needed[0] : undefined);
    // From the item to its quantity, also where one stands there: a scanned line is counted.
    if (column === "item" && this.columns.includes("quantity") && !next) this.focus(id, "quantity");
    else this.onward(id, next);
  }

  /** Asks where the goods of a line are to be taken from, where its item has lots or pieces or the place has bins. */
  async suggest(id: number): Promise<void> {
    const line = this.sheet.line(id);
    const item = line && itemIn(line);
    const warehouse = (line?.hidden?.["warehouseId"] as string | undefined) ?? this.house.head.warehouse;
    const quantity = line && cellOf(line, "quantity").value.replace("-", "");
    if (!line || !item || !warehouse || !quantity || !goesOut(line, this.house.head)) return;
    if (item.tracking === "none" && !this.columns.includes("bin")) return;
    const base = unitIn(line) === item.unitCode ? quantity : undefined;
    if (base === undefined) return;
    const key = `${item.id} ${warehouse} ${base}`;
    if (this.suggested.get(id)?.key === key) return;
    this.suggested.set(id, { key });
    try {
      const picks = await picksOf(item.id, warehouse, base);
      if (this.suggested.get(id)?.key !== key) return;
      this.suggested.set(id, { key, picks });
      const now = this.sheet.line(id);
      // Drawn again: it has grey text now.
      if (now) this.sheet.set({ ...now });
    } catch {
      this.suggested.delete(id);
    }
  }

  /** What is suggested for a line in which nobody has said it yet. */
  private picksFor(line: Line): Picks | undefined {
    if (!goesOut(line, this.house.head)) return undefined;
    if (["lot", "serial", "bin"].some((column) => cellOf(line, column as Column).text !== "")) return undefined;
    const picks = this.suggested.get(line.id)?.picks;
    if (!picks || picks.lines.length === 0) return undefined;
    // Not from where they go.
    const to = cellOf(line, "toBin").value;
    return to !== "" && picks.lines.some((one) => one.locationId === to) ? undefined : picks;
  }

  /** Grey text of an empty field: where the goods would be taken from. */
  readonly hint = (line: Line, column: string): string | undefined => {
    if (column === "lot" || column === "serial" || column === "bin") {
      const picks = this.picksFor(line);
      const place = picks?.places[0];
      const first = column === "lot" ? place?.lotNumber : column === "serial" ? place?.serialNumber : place?.locationCode;
      const rest = (picks?.lines.length ?? 0) - 1;
      return first ? `${first}${rest > 0 ? ` +${rest}` : ""}` : undefined;
    }
    if (column === "unit") {
      const code = itemIn(line)?.unitCode;
      return code && (this.house.units?.get(code) ?? code);
    }
    if (column === "cost") return cellOf(line, "item").text ? "12.50 or @1.25" : undefined;
    return column === "amount" && this.house.head.kind === "supplierInvoice" && cellOf(line, "item").text ? "as received" : undefined;
  };

  /** Takes the goods from where it was suggested: from several lots, the line becomes several. False where nothing is suggested. */
  takePicks(id: number): boolean {
    const line = this.sheet.line(id);
    const picks = line && this.picksFor(line);
    if (!line || !picks) return false;
    const isMinus = cellOf(line, "quantity").value.startsWith("-");
    const lines = picks.lines.map((pick, at) => {
      const quantity = `${isMinus ? "-" : ""}${pick.quantity}`;
      const cells = {
        ...line.cells,
        quantity: at === 0 && picks.lines.length === 1 ? cellOf(line, "quantity") : cell(quantity),
        ...cellsOf(picks, at),
      };
      return at === 0 ? { ...line, cells } : newLine(cells, line.hidden);
    });
    const [first, ...others] = lines;
    if (first) this.sheet.set(first);
    if (others.length > 0) this.sheet.insert(others, id);
    else this.sheet.addWhenFilled(id);
    return true;
  }

  /** Whether goods that leave could be taken from where it is suggested, in any line. */
  hasPicks(): boolean {
    return this.sheet.everything().some((line) => this.picksFor(line) !== undefined);
  }

  /** Takes all suggestions. */
  takeAllPicks(): void {
    for (const id of this.sheet.orderNow()) this.takePicks(id);
  }
}
