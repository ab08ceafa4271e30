// Element strings: the contents of GS1-128, GS1 DataMatrix, GS1 QR Code and GS1 DataBar, and of labels typed by people.

import { fixedLength, find, type Identifier, leading } from "./dictionary";
import { one, type Read } from "./element";
import { malformed, unknown } from "./misread";

/** FNC1 as scanners send it: the ASCII group separator. */
export const SEPARATOR = "\u001d";

/** FNC1 as some scanners are set to spell it; three such characters in a row stand in no lot. */
export const SPELLED = "<GS>";

/**
 * The elements of a string: identifier and value, one after the other, with a separator after each value whose length does not
 * follow from its identifier.
 */
export function elementString(text: string, year: number): Read[] {
  if (text.startsWith("(")) return bracketed(text, year);
  const found: Read[] = [];
  let rest = text.replaceAll(SPELLED, SEPARATOR);
  for (;;) {
    while (rest.startsWith(SEPARATOR)) rest = rest.slice(1);
    if (rest === "") return found;
    const [identifier, value] = next(rest);
    found.push(one(identifier.ai, value, year));
    rest = rest.slice(identifier.ai.length + value.length);
  }
}

/** The identifier with which a text begins, and its value. */
function next(text: string): [Identifier, string] {
  const identifier = leading(text);
  if (!identifier) throw unknown(text);
  const behind = text.slice(identifier.ai.length);
  const length = identifier.isPredefined ? fixedLength(identifier) : undefined;
  if (length === undefined) return [identifier, behind.split(SEPARATOR)[0] ?? ""];
  if (behind.length < length) throw malformed(identifier.ai, behind, `${length} digits`);
  return [identifier, behind.slice(0, length)];
}

/** As it is printed below the bars: `(01)06291041500213(10)ABC`, also with blanks between, as people copy it. */
function bracketed(text: string, year: number): Read[] {
  const found: Read[] = [];
  let rest = text;
  for (let head = bracket(rest); head; head = bracket(rest)) {
    const [identifier, behind] = head;
    let end = behind.length;
    for (let at = 1; at <= behind.length; at += 1) {
      if (bracket(behind.slice(at))) {
        end = at;
        break;
      }
    }
    // Behind a value of fixed length another identifier stands, also one that nobody knows.
    const length = fixedLength(identifier);
    if (length !== undefined && behind.startsWith("(", length)) end = length;
    found.push(one(identifier.ai, behind.slice(0, end).replace(/^ +| +$/g, ""), year));
    rest = behind.slice(end);
  }
  if (rest !== "" || found.length === 0) throw unknown(rest);
  return found;
}

/** Whether it begins like the text printed below the bars: with a known identifier in brackets. */
export const isBracketed = (text: string): boolean => bracket(text) !== undefined;

/** An identifier in brackets at the beginning, and the text after it. */
function bracket(text: string): [Identifier, string] | undefined {
  if (!text.startsWith("(")) return undefined;
  const end = text.indexOf(")");
  const identifier = end < 0 ? undefined : find(text.slice(1, end));
  return identifier && [identifier, text.slice(end + 1)];
}
