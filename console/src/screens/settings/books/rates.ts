// Files of exchange rates: a table with headings, the European Central Bank's table of days and currencies, or its XML.

import Papa from "papaparse";
import { isDay } from "../../../text/calendar";
import { type DayOrder, readDay } from "../../../text/day";
import { Exact } from "../../../text/exact";

/** A rate as the API takes it, with the line of the file that it stands in. */
export interface FileRate {
  line: number;
  fromCurrency: string;
  toCurrency: string;
  rate: string;
  validFrom: string;
  rateType?: string;
  source?: string;
}

/** What a file of rates holds. */
export interface RateFile {
  /** `ecb`: units of each currency for one euro. */
  kind: "table" | "ecb";
  rates: FileRate[];
  /** Lines that are no rate, with the reason. */
  faults: { line: number; message: string }[];
}

const HEADINGS: Record<string, keyof FileRate> = {
  from: "fromCurrency",
  fromcurrency: "fromCurrency",
  to: "toCurrency",
  tocurrency: "toCurrency",
  rate: "rate",
  date: "validFrom",
  day: "validFrom",
  validfrom: "validFrom",
  type: "rateType",
  ratetype: "rateType",
  source: "source",
};

/** Understands a file of rates, whichever of the three it is. */
export function readRates(text: string, order: DayOrder = "dmy"): RateFile {
  if (/^\s*</.test(text)) return readXml(text);
  const table = Papa.parse<string[]>(text.replace(/^\uFEFF/, ""), { skipEmptyLines: "greedy" }).data.map((row) => row.map((cell) => cell.trim()));
  const [head = [], ...rows] = table;
  const codes = head.slice(1).filter((cell) => cell !== "");
  const isEcb = /^date$/i.test(head[0] ?? "") && codes.length > 0 && codes.every((code) => /^[A-Z]{3}$/.test(code));
  return isEcb ? readWide(head, rows, order) : readTable(head, rows, order);
}

function readTable(head: string[], rows: string[][], order: DayOrder): RateFile {
  const fields = head.map((cell) => HEADINGS[cell.toLowerCase().replace(/[\s_-]/g, "")]);
  const missing = (["fromCurrency", "toCurrency", "rate", "validFrom"] as const).filter((field) => !fields.includes(field));
  if (missing.length > 0) {
    const message = "The first line must name the columns: fromCurrency, toCurrency, rate, validFrom, and, if you like, rateType and source.";
    return { kind: "table", rates: [], faults: [{ line: 1, message }] };
  }
  const faults: RateFile["faults"] = [];
  const rates = rows.map((row, at) => {
    const line = at + 2;
    const cells = Object.fromEntries(fields.flatMap((field, column) => (field && row[column] ? [[field, row[column]]] : []))) as Partial<FileRate>;
    const validFrom = dayOf(cells.validFrom ?? "", order);
    if (!validFrom) faults.push({ line, message: `“${cells.validFrom ?? ""}” is no day.` });
    return {
      ...cells,
      line,
      fromCurrency: (cells.fromCurrency ?? "").toUpperCase(),
      toCurrency: (cells.toCurrency ?? "").toUpperCase(),
      rate: number(cells.rate ?? ""),
      validFrom: validFrom ?? "",
    };
  });
  return { kind: "table", rates: rates.filter((rate) => rate.validFrom !== ""), faults };
}

function readWide(head: string[], rows: string[][], order: DayOrder): RateFile {
  const faults: RateFile["faults"] = [];
  const rates = rows.flatMap((row, at) => {
    const line = at + 2;
    const validFrom = dayOf(row[0] ?? "", order);
    if (!validFrom) {
      faults.push({ line, message: `“${row[0] ?? ""}” is no day.` });
      return [];
    }
    return head.slice(1).flatMap((toCurrency, column) => {
      const rate = row[column + 1] ?? "";
      return toCurrency === "" || rate === "" || rate === "N/A" ? [] : [{ line, fromCurrency: "EUR", toCurrency, rate: number(rate), validFrom, source: "ECB" }];
    });
  });
  return { kind: "ecb", rates, faults };
}

function readXml(text: string): RateFile {
  const rates: FileRate[] = [];
  let validFrom = "";
  let line = 1;
  for (const tag of text.matchAll(/<Cube\s+([^>]*?)\/?>|\n/g)) {
    if (tag[0] === "\n") {
      line += 1;
      continue;
    }
    const attributes = Object.fromEntries([...(tag[1] ?? "").matchAll(/(\w+)=["']([^"']*)["']/g)].map((one) => [one[1] ?? "", one[2] ?? ""]));
    if (attributes["time"]) validFrom = attributes["time"];
    const { currency, rate } = attributes;
    if (currency && rate) rates.push({ line, fromCurrency: "EUR", toCurrency: currency, rate, validFrom, source: "ECB" });
  }
  const faults = rates.length > 0 ? [] : [{ line: 1, message: "No rates of the European Central Bank are in this file." }];
  return { kind: "ecb", rates, faults };
}

function dayOf(text: string, order: DayOrder): string | undefined {
  if (isDay(text)) return text;
  const read = readDay(text, { today: "2000-01-01", order });
  return text !== "" && read.ok ? read.value : undefined;
}

/** `0,8583` as `0.8583`: in a file of rates a comma stands before decimals. */
const number = (text: string): string => (/^\d+,\d+$/.test(text) ? text.replace(",", ".") : text);

const DECIMALS = 12;

/**
 * The rates of the bank as rates to the currency of the books, which it does not publish and the books do not derive: computed
 * from those of the same day, to twelve decimals.
 */
export function intoBase(rates: readonly FileRate[], base: string): FileRate[] {
  const days = new Map<string, FileRate[]>();
  for (const rate of rates) days.set(rate.validFrom, [...(days.get(rate.validFrom) ?? []), rate]);
  return [...days.values()].flatMap((day) => {
    const perEuro = new Map([["EUR", new Exact(1)], ...day.map((rate) => [rate.toCurrency, new Exact(rate.rate)] as const)]);
    const ours = perEuro.get(base);
    const first = day[0];
    if (!ours || !first) return [];
    return [...perEuro]
      .filter(([code]) => code !== base)
      .map(([code, theirs]) => ({
        line: day.find((rate) => rate.toCurrency === code)?.line ?? first.line,
        fromCurrency: code,
        toCurrency: base,
        rate: trimmed(ours.dividedBy(theirs).toFixed(DECIMALS)),
        validFrom: first.validFrom,
        source: code === "EUR" ? "ECB" : "ECB, computed",
      }));
  });
}

const trimmed = (decimal: string): string => decimal.replace(/\.?0+$/, "");
