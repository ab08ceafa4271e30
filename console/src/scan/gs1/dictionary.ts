// The application identifiers of GS1, from the table that the service reads, too: the Barcode Syntax Dictionary (Apache-2.0, its
// notice is in the file).

import table from "../../../../domain/src/stock/labels/gs1-syntax-dictionary.txt?raw";

/** A part of a value. */
export interface Component {
  /** `N` digits, `X` the 82 characters that every scanner reads, `Y` capitals, digits, `#-/`, `Z` base64 as addresses have it. */
  set: "N" | "X" | "Y" | "Z";
  least: number;
  most: number;
  isOptional: boolean;
  checks: string[];
}

/** An application identifier. */
export interface Identifier {
  /** Two to four digits. */
  ai: string;
  /** GS1's short title of it. */
  title: string;
  /** Whether no separator stands behind it, since its length is known by its first digits. */
  isPredefined: boolean;
  /** Whether a Digital Link may begin with it. */
  isLinkKey: boolean;
  components: Component[];
}

function component(word: string): Component {
  const [shape = "", ...checks] = word.split(",");
  const isOptional = shape.startsWith("[");
  const bare = shape.replace(/[[\]]/g, "");
  const length = bare.slice(1);
  const most = Number(length.replace("..", ""));
  return { set: bare.charAt(0) as Component["set"], least: length.startsWith("..") ? 1 : most, most, isOptional, checks };
}

/** The identifiers of a line: one, or a range. */
function entries(line: string): Identifier[] {
  const [fields = "", title = ""] = line.split(/#(.*)/s);
  const [ais = "", ...words] = fields.trim().split(/\s+/);
  const flags = /^[A-Z[]/.test(words[0] ?? "") ? "" : (words.shift() ?? "");
  const isLinkKey = words.some((word) => word === "dlpkey" || word.startsWith("dlpkey="));
  const components = words.filter((word) => word !== "dlpkey" && !word.includes("=")).map(component);
  const [first = "", last = first] = ais.split("-");
  const isPredefined = flags.includes("*");
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => ({
    ai: String(Number(first) + index).padStart(first.length, "0"),
    title: title.trim(),
    isPredefined,
    isLinkKey,
    components,
  }));
}

const ALL = new Map(
  table
    .split("\n")
    .filter((line) => /^[0-9]/.test(line))
    .flatMap(entries)
    .map((one) => [one.ai, one]),
);

/** All identifiers, in the order of the table. */
export const all = (): Identifier[] => [...ALL.values()];

/** The identifier of these digits. */
export const find = (ai: string): Identifier | undefined => ALL.get(ai);

/** The identifier with which a text begins; no identifier is the beginning of another one. */
export const leading = (text: string): Identifier | undefined =>
  find(text.slice(0, 2)) ?? find(text.slice(0, 3)) ?? find(text.slice(0, 4));

/** Most characters of a value. */
export const longest = (one: Identifier): number => one.components.reduce((sum, part) => sum + part.most, 0);

/** How many characters the value has where that never differs. */
export const fixedLength = (one: Identifier): number | undefined =>
  one.components.every((part) => part.least === part.most && !part.isOptional) ? longest(one) : undefined;
