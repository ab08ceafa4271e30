// GS1 on goods: the data of scanners, read as the service reads them. Both run one file of labels, `labels.tsv` next to the
// service's reader. A label is read as a whole or not at all: half of a misread label would make a wrong movement.

import { wrongCheckDigit } from "./checkDigit";
import { digitalLink } from "./digitalLink";
import type { Meaning, Read } from "./element";
import { elementString, isBracketed, SPELLED } from "./elementString";
import { badCheckDigit, empty, malformed, Misread, NoSuchDay } from "./misread";

/** The symbology identifiers with which element strings come: none, GS1-128, DataMatrix, QR Code, DataBar, DotCode. */
const ELEMENT_STRINGS = ["", "]C1", "]d2", "]Q3", "]e0", "]J1"];
/** Those with which bare numbers come: EAN and UPC, and ITF-14. */
const TRADE_ITEM_NUMBERS = ["]E0", "]E3", "]E4", "]I0", "]I1"];

/** A label that was read. */
export interface Label {
  /** How it was written. */
  carrier: "elementString" | "digitalLink" | "tradeItemNumber";
  /** In the order of the label; no identifier is there twice. */
  elements: Read[];
}

/** What the elements of one kind say; the first counts. */
export function said<K extends Meaning["kind"]>(label: Label, kind: K): Extract<Meaning, { kind: K }> | undefined {
  return label.elements.map((read) => read.meaning).find((meaning): meaning is Extract<Meaning, { kind: K }> => meaning.kind === kind);
}

/** Reads a scanner's data, with or without its symbology identifier (ISO/IEC 15424). What cannot be read is thrown. */
export function readLabel(text: string, year: number): Label {
  const [symbol, data] = apart(text);
  if (data === "") throw empty();
  if (isAddress(data)) return label("digitalLink", digitalLink(data, year));
  switch (symbol) {
    case "]E0":
    case "]E4":
    case "]I0":
    case "]I1":
      try {
        return tradeItemNumber(data);
      } catch (misread) {
        const whole = symbol === "]E0" ? upcE(data) : undefined;
        if (whole === undefined) throw misread;
        return tradeItemNumber(whole);
      }
    // With the two or five digits next to the number of a magazine or book.
    case "]E3":
      return tradeItemNumber(data.length >= 13 ? data.slice(0, 13) : data);
  }
  if (symbol === "" && /^[0-9]+$/.test(data) && [8, 12, 13, 14].includes(data.length)) return bareDigits(data, year);
  if (ELEMENT_STRINGS.includes(symbol)) return label("elementString", elementString(data, year));
  throw new Misread("not_gs1", `The symbol ${symbol} carries no GS1 data: scan the label with the GS1 symbol.`);
}

/**
 * So many digits and nothing else are a trade item number: were a misread one taken as elements, it would become a lot or an
 * order. A day alone can be nothing else.
 */
function bareDigits(data: string, year: number): Label {
  try {
    return tradeItemNumber(data);
  } catch (misread) {
    const isDay = data.length === 8 && ["11", "12", "13", "15", "16", "17"].includes(data.slice(0, 2));
    if (!isDay) throw misread;
    try {
      return label("elementString", elementString(data, year));
    } catch (other) {
      throw other instanceof NoSuchDay ? other : misread;
    }
  }
}

/**
 * The text, if it may be one of our own and no label of GS1: typed, or from a symbol that carries any data (Code 39, QR Code and
 * so on). Nothing for symbols that only GS1 uses.
 */
export function ownText(text: string): string | undefined {
  let symbol: string;
  let data: string;
  try {
    [symbol, data] = apart(text);
  } catch {
    return undefined;
  }
  const isOfGs1 =
    (symbol !== "" && (ELEMENT_STRINGS.includes(symbol) || TRADE_ITEM_NUMBERS.includes(symbol))) || isAddress(data) || isBracketed(data);
  // A character that no code has, the separator of GS1 among them, stands in no text of our own either.
  // eslint-disable-next-line no-control-regex
  const isPlain = data !== "" && !/[\u0000-\u001f\u007f-\u009f]/.test(data) && !data.includes(SPELLED);
  return isPlain && !isOfGs1 ? data : undefined;
}

/** The symbology identifier, if there is one, and the data. */
function apart(text: string): [string, string] {
  const trimmed = text.replace(/^[ \r\n\t]+|[ \r\n\t]+$/g, "");
  if (!trimmed.startsWith("]")) return ["", trimmed];
  if (trimmed.length < 3) throw new Misread("not_gs1", `The symbol ${trimmed} carries no GS1 data: scan the label with the GS1 symbol.`);
  return [trimmed.slice(0, 3), trimmed.slice(3)];
}

/** The address of GS1 itself is known without its scheme, too. */
const isAddress = (data: string): boolean => /^(https?:\/\/|id\.gs1\.org\/)/i.test(data);

/** The number of 12 digits that UPC-E shortens to 8 by leaving zeros out (General Specifications, 5.2.1.2.4). */
function upcE(digits: string): string | undefined {
  if (!/^[01][0-9]{7}$/.test(digits)) return undefined;
  const [system, body, check] = [digits.slice(0, 1), digits.slice(1, 7), digits.slice(7)];
  const last = body.slice(5);
  const middle =
    last <= "2"
      ? `${body.slice(0, 2)}${last}0000${body.slice(2, 5)}`
      : last === "3"
        ? `${body.slice(0, 3)}00000${body.slice(3, 5)}`
        : last === "4"
          ? `${body.slice(0, 4)}00000${body.slice(4, 5)}`
          : `${body.slice(0, 5)}0000${last}`;
  return `${system}${middle}${check}`;
}

function tradeItemNumber(digits: string): Label {
  if (!/^[0-9]+$/.test(digits) || ![8, 12, 13, 14].includes(digits.length)) {
    throw malformed("01", digits.slice(0, 20), "8, 12, 13 or 14 digits");
  }
  const wrong = wrongCheckDigit(digits);
  if (wrong) throw badCheckDigit("01", digits, wrong.wanted, wrong.found);
  const meaning: Meaning = { kind: "gtin", text: digits.padStart(14, "0") };
  return { carrier: "tradeItemNumber", elements: [{ ai: "01", value: digits, meaning }] };
}

/** The label of these elements; the same element again says nothing new. */
function label(carrier: Label["carrier"], elements: Read[]): Label {
  const kept: Read[] = [];
  for (const read of elements) {
    const known = kept.find((one) => one.ai === read.ai);
    if (!known) kept.push(read);
    else if (known.value !== read.value) {
      const told = `(${read.ai}) is given twice, as “${known.value}” and “${read.value}”: scan one label at a time.`;
      throw new Misread("malformed_gs1", told);
    }
  }
  if (kept.length === 0) throw empty();
  return { carrier, elements: kept };
}
