// Reading one figure as people type it: which marks group digits and which one begins the decimals.

import type { DecimalMark, Marks } from "./locale";

/** What the reader knows beside the text. */
export interface FigureContext {
  /** The marks of the language. They decide only where the text can mean both: `1,234`. */
  marks: Marks;
  /** The figure cannot have decimals, as an amount of yen, so a mark before three digits groups them. */
  whole?: boolean;
}

/** A mark before three digits, which could have meant the other thing. */
export interface Doubt {
  text: string;
  mark: DecimalMark;
  readAs: "decimals" | "thousands";
}

/** A figure as a plain decimal string, or why it is none. */
export type FigureReading = { ok: true; value: string; doubt?: Doubt } | { ok: false; message: string };

/** Every blank and apostrophe that some language groups digits with, made one. */
export function evenOut(text: string): string {
  return text.replace(/[\s\u2000-\u200b\u202f\u205f\ufeff]/g, " ").replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'");
}

/** Reads digits with marks; signs and sums are not its business. The text went through `evenOut`. */
export function readFigure(text: string, context: FigureContext): FigureReading {
  const typed = text.trim();
  const [decimal, doubt] = decimalMark(typed, context);
  const at = decimal ? typed.lastIndexOf(decimal) : -1;
  const whole = at < 0 ? typed : typed.slice(0, at);
  const fraction = at < 0 ? "" : typed.slice(at + 1);
  if (!/^[\d., ']*$/.test(typed) || !/\d/.test(typed)) return { ok: false, message: `“${typed}” is not a figure.` };
  if (!isGrouped(whole, context.marks.pairs) || !/^\d*$/.test(fraction)) {
    const hint = withoutGroups(typed, context.marks.decimal);
    return { ok: false, message: `The digits of “${typed}” are not in groups of three. Type ${hint} if you mean that.` };
  }
  const value = (whole.replace(/\D/g, "") || "0") + (fraction && `.${fraction}`);
  return doubt ? { ok: true, value, doubt } : { ok: true, value };
}

/** The decimal mark that this text can only have been written with; none if it could be either, or has no mark. */
export function certainMark(text: string): DecimalMark | undefined {
  const typed = text.trim();
  const [mark, doubt] = decimalMark(typed, { marks: { decimal: ".", group: ",", pairs: false } });
  if (doubt) return undefined;
  if (mark || !/[.,]/.test(typed)) return mark;
  return typed.includes(".") ? "," : "."; // The same mark more than once groups digits, so the other one is left.
}

/** The mark that begins the decimals, if any, and the doubt that remains. */
function decimalMark(text: string, { marks, whole }: FigureContext): [DecimalMark | undefined, Doubt?] {
  const points = text.split(".").length - 1;
  const commas = text.split(",").length - 1;
  if (points + commas === 0) return [undefined];
  if (points > 0 && commas > 0) return [text.lastIndexOf(".") > text.lastIndexOf(",") ? "." : ","];
  if (points + commas > 1) return [undefined];

  const mark = points > 0 ? "." : ",";
  const [before = "", behind = ""] = text.split(mark);
  const couldGroup = /^[1-9]\d{0,2}$/.test(before) && /^\d{3}$/.test(behind);
  if (!couldGroup) return [mark];
  const readAs = mark === marks.decimal && !whole ? "decimals" : "thousands";
  // In whole figures the language's own thousands mark leaves no doubt; everywhere else somebody else writes it the other way.
  const doubt: Doubt | undefined = whole && mark !== marks.decimal ? undefined : { text, mark, readAs };
  return [readAs === "decimals" ? mark : undefined, doubt];
}

/** Whether digits stand alone or in proper groups with the same mark between all of them. */
function isGrouped(whole: string, pairs: boolean): boolean {
  if (/^\d*$/.test(whole)) return true;
  if (/^\d{1,3}(?:([., '])\d{3})(?:\1\d{3})*$/.test(whole)) return true;
  return pairs && /^\d{1,2}(?:([., '])\d{2})(?:\1\d{2})*\1\d{3}$/.test(whole);
}

/** The most likely figure behind badly grouped digits: a last part of one or two digits is taken for decimals. */
function withoutGroups(text: string, decimal: DecimalMark): string {
  const parts = text.split(/[., ']/).filter((part) => part !== "");
  const last = parts.at(-1) ?? "";
  return parts.length > 1 && last.length < 3 ? `${parts.slice(0, -1).join("")}${decimal}${last}` : parts.join("");
}
