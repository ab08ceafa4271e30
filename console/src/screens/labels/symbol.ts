// Draws codes as pictures that the page's policy lets in: data, not markup. Loaded when the first label is shown.

import { code128, datamatrix, drawingSVG, gs1_128, gs1datamatrix } from "bwip-js/browser";
import type { Kind, Label } from "./label";

/** The picture of a code; nothing where it cannot be written in this kind of code. */
export function symbol(code: Label["code"], kind: Kind): string | undefined {
  const isGs1 = "gs1" in code;
  const options = { bcid: "", text: isGs1 ? code.gs1 : code.own, scale: 2, ...(kind === "long" && { height: 10 }) };
  try {
    const draw = kind === "square" ? (isGs1 ? gs1datamatrix : datamatrix) : isGs1 ? gs1_128 : code128;
    return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(draw(options, drawingSVG()))}`;
  } catch {
    return undefined;
  }
}
