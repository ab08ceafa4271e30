// What a scanned text means here: a command, goods, a place, or nothing. As the service's `scan` answers, from what the device
// knows.

import type { Catalogue } from "./catalogue/catalogue";
import { codeKey, skuKey } from "./catalogue/catalogue";
import type { KeptBin, KeptItem, KeptWarehouse } from "./catalogue/records";
import { type Command, commandOf } from "./commands";
import { type Label, ownText, readLabel, said } from "./gs1/label";
import { Misread, NoSuchDay } from "./gs1/misread";

/** A lot as a label says it. */
export interface LotSaid {
  number: string;
  producedOn?: string;
  bestBefore?: string;
  expiresOn?: string;
}

/** Goods as a label says them. */
export interface Goods {
  item: KeptItem;
  unit: string;
  quantity: string;
  lot?: LotSaid;
  serial?: string;
}

/** The meaning of a text. */
export type Found =
  | { kind: "command"; command: Command }
  | { kind: "goods"; goods: Goods }
  | { kind: "bin"; bin: KeptBin }
  | { kind: "warehouse"; warehouse: KeptWarehouse }
  /** A lot or a piece without its goods: it completes what was scanned before. */
  | { kind: "details"; lot?: LotSaid; serial?: string }
  | { kind: "several"; choices: Array<{ title: string; found: Found }> }
  | { kind: "unknown"; sentence: string }
  | { kind: "misread"; sentence: string };

/** Units of weight, length, area and volume: a number of pieces is not that much of them. */
const MEASURES = new Set(
  "KGM GRM MGM TNE LBR ONZ MTR CMT MMT KMT FOT INH YRD MTK CMK FTK MTQ CMQ DMQ LTR CLT DLT MLT HLT GLL".split(" "),
);
const PIECE = "H87";

/** Reads a text, where somebody works in this warehouse, in this year. */
export function understand(text: string, catalogue: Catalogue, warehouse: string | undefined, year: number): Found {
  const command = commandOf(text);
  if (command) return { kind: "command", command };
  const own = ownText(text);
  const readings = own === undefined ? [] : ownReadings(own, catalogue, warehouse);
  let label: Label | undefined;
  let misread: Misread | undefined;
  try {
    label = readLabel(text, year);
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    misread = error;
  }
  const labelled = label && ofLabel(label, catalogue);
  const others = readings.filter(
    ({ found }) => !(found.kind === "goods" && labelled?.kind === "goods" && found.goods.item.id === labelled.goods.item.id),
  );
  // Elements without brackets and separators are digits like any other: what is called so here is meant.
  const itself = own !== undefined && /^[0-9]+$/.test(own) && label?.carrier === "elementString" ? others[0] : undefined;
  if (itself && others.length === 1) return itself.found;
  if (labelled && labelled.kind !== "unknown" && labelled.kind !== "details") {
    return others.length === 0 ? labelled : { kind: "several", choices: [{ title: "The label", found: labelled }, ...others] };
  }
  const [first, ...more] = others;
  if (first) return more.length === 0 ? first.found : { kind: "several", choices: others };
  const hasKey = label?.elements.some((read) => ["gtin", "content", "sscc", "place"].includes(read.meaning.kind)) ?? false;
  if (labelled && (own === undefined || hasKey || labelled.kind === "details")) return labelled;
  if (misread && (own === undefined || misread.code === "bad_check_digit" || misread instanceof NoSuchDay)) {
    return { kind: "misread", sentence: misread.message };
  }
  return { kind: "unknown", sentence: `Nothing here is called “${(own ?? text).slice(0, 40)}”.` };
}

/** What our own text names: exactly, never nearly. */
function ownReadings(own: string, catalogue: Catalogue, warehouse: string | undefined): Array<{ title: string; found: Found }> {
  const readings: Array<{ title: string; found: Found }> = [];
  const item = catalogue.bySku.get(skuKey(own));
  if (item) readings.push({ title: `Item ${item.sku}`, found: { kind: "goods", goods: { item, unit: item.unit, quantity: "1" } } });
  const composed = own.normalize("NFC");
  const pieces = new Map<string, { title: string; found: Found }>();
  for (const row of [...(catalogue.lotsByNumber.get(composed) ?? []), ...(catalogue.serialsByNumber.get(composed) ?? [])]) {
    const goods = catalogue.items.get(row.item);
    if (!goods || goods.id === item?.id) continue;
    const lot: LotSaid | undefined = row.lot === null ? undefined : { number: row.lot, ...(row.expiresOn && { expiresOn: row.expiresOn }) };
    pieces.set(goods.id, {
      title: `${row.serial === composed ? "Piece" : "Lot"} ${composed} of ${goods.sku}`,
      found: {
        kind: "goods",
        goods: { item: goods, unit: goods.unit, quantity: "1", ...(lot && { lot }), ...(row.serial === composed && { serial: composed }) },
      },
    });
  }
  readings.push(...pieces.values());
  const house = catalogue.warehousesByCode.get(codeKey(own));
  if (house) readings.push({ title: `Warehouse ${house.code}`, found: { kind: "warehouse", warehouse: house } });
  const bins = catalogue.binsByCode.get(codeKey(own)) ?? [];
  // The bin of where one works; else of wherever one is called so.
  const near = bins.filter((bin) => bin.warehouse === warehouse);
  for (const bin of near.length > 0 ? near : bins) {
    const where = catalogue.warehouses.get(bin.warehouse)?.code ?? "";
    readings.push({ title: `${bin.kind === "zone" ? "Zone" : "Bin"} ${bin.code} in ${where}`, found: { kind: "bin", bin } });
  }
  return readings;
}

/** What a label of GS1 names. */
function ofLabel(label: Label, catalogue: Catalogue): Found {
  const gtin = said(label, "gtin")?.text ?? said(label, "content")?.text;
  const lot = lotOf(label);
  const serial = said(label, "serial")?.text;
  if (gtin === undefined) {
    const place = said(label, "place")?.text;
    const house = place === undefined ? undefined : [...catalogue.warehouses.values()].find((one) => one.gln === place);
    if (house) return { kind: "warehouse", warehouse: house };
    if (lot || serial !== undefined) return { kind: "details", ...(lot && { lot }), ...(serial !== undefined && { serial }) };
    return { kind: "unknown", sentence: "The label names no goods that are known here." };
  }
  const known = catalogue.byGtin.get(gtin);
  if (!known) return { kind: "unknown", sentence: `No item has the number ${gtin}.` };
  return {
    kind: "goods",
    goods: { item: known.item, ...quantityOf(label, known.item, known.unit), ...(lot && { lot }), ...(serial !== undefined && { serial }) },
  };
}

function lotOf(label: Label): LotSaid | undefined {
  const number = said(label, "lot")?.text;
  if (number === undefined) return undefined;
  const producedOn = said(label, "producedOn")?.day;
  const bestBefore = said(label, "bestBefore")?.day;
  const expiresOn = said(label, "expiresOn")?.day;
  return { number, ...(producedOn && { producedOn }), ...(bestBefore && { bestBefore }), ...(expiresOn && { expiresOn }) };
}

/** How much of the item the label is on: its weight where it is weighed, its pieces, this many packages, or one. */
function quantityOf(label: Label, item: KeptItem, labelled: string): { quantity: string; unit: string } {
  const has = (unit: string): boolean => item.unit === unit || item.units.some((one) => one.unit === unit);
  let [quantity, unit] = ["1", labelled];
  for (const { meaning } of label.elements) {
    if ((meaning.kind === "weight" || meaning.kind === "measure") && has(meaning.unit)) {
      return { quantity: meaning.number, unit: meaning.unit };
    }
    if (meaning.kind === "pieces") [quantity, unit] = [meaning.number, MEASURES.has(item.unit) ? PIECE : item.unit];
    else if (meaning.kind === "count") quantity = meaning.number;
  }
  return { quantity, unit };
}
