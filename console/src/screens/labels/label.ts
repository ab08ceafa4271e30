// What stands on a label, and the paper on which labels are printed.

import { COMMANDS } from "../../scan/commands";

/** One label: the code, and what people read. */
export interface Label {
  /** Unique on the sheet. */
  id: string;
  /** What the code contains: a GTIN in the brackets of GS1, or a text of our own. */
  code: { gs1: string } | { own: string };
  /** The line that people look for: `22423`, `A-01-01`, `DONE`. */
  title: string;
  /** Below it. */
  detail: string;
  /** How often it is printed. */
  copies: number;
}

/** The paper, as it lies in the printer. */
export interface Paper {
  id: string;
  name: string;
  /** Millimetres. */
  width: number;
  height: number;
}

/** Sheets and rolls as they are sold. The measures of each stand in labels.css, too, as only a style sheet tells a printer. */
export const PAPERS: readonly Paper[] = [
  { id: "a4-24", name: "A4, 24 of 70 × 37 mm", width: 70, height: 37 },
  { id: "a4-65", name: "A4, 65 of 38 × 21 mm", width: 38, height: 21 },
  { id: "a4-8", name: "A4, 8 of 99 × 67 mm", width: 99, height: 67 },
  { id: "roll-62", name: "Roll, 62 × 29 mm", width: 62, height: 29 },
  { id: "roll-100", name: "Roll, 100 × 50 mm", width: 100, height: 50 },
];

/** The kind of code. A square one has room for more on a small label; a long one is read by every old scanner. */
export const KINDS = ["square", "long"] as const;
/** The kind of code. */
export type Kind = (typeof KINDS)[number];

/** An item as far as its label goes. */
export interface ItemOfLabel {
  id: string;
  sku: string;
  name: string;
  unitCode: string;
  gtins: ReadonlyArray<{ gtin: string; unitCode: string | null }>;
}

/** The label of an item: its GTIN, else its own code. */
export function itemLabel(item: ItemOfLabel, copies: number): Label {
  const gtin = item.gtins.find((one) => one.unitCode === null || one.unitCode === item.unitCode);
  const code = gtin ? { gs1: `(01)${gtin.gtin}` } : { own: item.sku };
  return { id: item.id, code, title: item.sku, detail: item.name, copies };
}

/** The label of a bin, a zone or a warehouse. */
export const placeLabel = (place: { id: string; code: string; name: string | null }): Label => ({
  id: place.id,
  code: { own: place.code },
  title: place.code,
  detail: place.name ?? "",
  copies: 1,
});

/** The sheet of labels that do what buttons do. */
export const commandLabels = (): Label[] =>
  COMMANDS.map(({ text, title }) => ({ id: text, code: { own: text }, title, detail: "", copies: 1 }));

/** All labels, each as often as it is printed. */
export const printed = (labels: readonly Label[]): Label[] =>
  labels.flatMap((label) => Array.from({ length: label.copies }, (_, at) => ({ ...label, id: `${label.id} ${at}` })));
