// Filters of a list in the address: typed values, in words that can be read, and nothing that was mistyped is lost.

import { isDay, isMonth } from "./calendar";

/** One value of the address: how it is read, written and explained when it is wrong. */
export interface Codec<Value> {
  /** What it takes, for the sentence of a fault: "a day such as 2010-12-05". */
  takes: string;
  /** Takes more than one, so that a right one and a wrong one can stand together. */
  several?: true;
  /** The value, with the parts of the text that are none. */
  read(text: string): { value?: Value; wrong?: string[] };
  write(value: Value): string;
}

/** The parameters that a list knows. Their values differ, so only `any` takes all codecs. */
export type Schema = Record<string, Codec<any>>;

/** The values of a schema's parameters; one that is not in the address is absent. */
export type Values<S extends Schema> = { [Name in keyof S]?: S[Name] extends Codec<infer Value> ? Value : never };

/** A parameter that could not be read: shown as a chip in error, kept in the address until it is corrected or removed. */
export interface FilterFault {
  name: string;
  text: string;
  message: string;
}

/** What an address says. */
export interface Filters<S extends Schema> {
  values: Values<S>;
  faults: FilterFault[];
}

/** The parameters of an address, before they are understood. */
export type Search = Record<string, unknown>;

/** Understands the parameters. Neither a wrong value nor an unknown name is passed over. */
export function readFilters<S extends Schema>(schema: S, search: Search): Filters<S> {
  const values: Record<string, unknown> = {};
  const faults: FilterFault[] = [];
  for (const [name, found] of Object.entries(search)) {
    const text = textOf(found);
    if (text === "") continue;
    const codec = Object.hasOwn(schema, name) ? schema[name] : undefined;
    if (!codec) {
      faults.push({ name, text, message: `There is no filter “${name}” here. Remove it.` });
      continue;
    }
    const { value, wrong = [] } = codec.read(text);
    if (value !== undefined) values[name] = value;
    for (const part of wrong) faults.push({ name, text: part, message: `“${part}” is not understood. Choose ${codec.takes}.` });
  }
  return { values: values as Values<S>, faults };
}

/**
 * The parameters in the order of the schema, so that the same filters are always the same address. Faults are kept until a
 * value replaces them.
 */
export function writeFilters<S extends Schema>(
  schema: S,
  { values, faults = [] }: { values: Values<S>; faults?: readonly FilterFault[] },
): Record<string, string> {
  const search: Record<string, string> = {};
  for (const name of [...Object.keys(schema), ...faults.map((fault) => fault.name)]) {
    if (Object.hasOwn(search, name)) continue;
    const codec = Object.hasOwn(schema, name) ? schema[name] : undefined;
    const value = codec ? values[name] : undefined;
    const known = value === undefined ? "" : (codec?.write(value) ?? "");
    const wrong = known !== "" && !codec?.several ? [] : faults.filter((fault) => fault.name === name).map((fault) => fault.text);
    const text = [known, ...new Set(wrong)].filter((part) => part !== "").join(",");
    if (text !== "") search[name] = text;
  }
  return search;
}

/** The text behind `?` as parameters. Everything stays text: an account 0400 is not the number 400. */
export function parseSearch(text: string): Record<string, string> {
  const search: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text)) search[name] = Object.hasOwn(search, name) ? `${search[name]},${value}` : value;
  return search;
}

/** Parameters as the text behind the path, with its `?`; commas, colons and slashes stay readable. Empty if there are none. */
export function stringifySearch(search: Search): string {
  const pairs = Object.entries(search).flatMap(([name, value]) => {
    const text = textOf(value);
    return text === "" ? [] : [`${readable(name)}=${readable(text)}`];
  });
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function readable(text: string): string {
  return encodeURIComponent(text).replace(/%2C/g, ",").replace(/%3A/g, ":").replace(/%2F/g, "/").replace(/%20/g, "+");
}

/** Routers hand in numbers and lists where an address looked like them. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).filter((part) => part !== "").join(",");
  return value === undefined || value === null ? "" : String(value).trim();
}

function single<Value extends string>(takes: string, isRight: (text: string) => boolean): Codec<Value> {
  return {
    takes,
    read: (text) => (isRight(text) ? { value: text as Value } : { wrong: [text] }),
    write: (value) => value,
  };
}

function listed(choices: readonly string[]): string {
  return choices.length < 2 ? choices.join("") : `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
}

/** One of a few words. */
export function one<const Choice extends string>(choices: readonly Choice[]): Codec<Choice> {
  return single(listed(choices), (text) => (choices as readonly string[]).includes(text));
}

/** Any number of a few words, with commas between them, each once and in the order of the choices. */
export function many<const Choice extends string>(choices: readonly Choice[]): Codec<Choice[]> {
  return {
    takes: listed(choices),
    several: true,
    read(text) {
      const parts = text.split(",").map((part) => part.trim()).filter((part) => part !== "");
      const value = choices.filter((choice) => parts.includes(choice));
      const wrong = [...new Set(parts)].filter((part) => !(choices as readonly string[]).includes(part));
      return { ...(value.length > 0 && { value }), wrong };
    },
    write: (value) => choices.filter((choice) => value.includes(choice)).join(","),
  };
}

/** Any text, such as words to search for or a code. */
export const text: Codec<string> = single("a text", () => true);

/** A day: 2010-12-05. */
export const day: Codec<string> = single("a day such as 2010-12-05", isDay);

/** A month: 2010-12. */
export const month: Codec<string> = single("a month such as 2010-12", isMonth);

/** An amount as the wire writes it, whatever the user's language: an address is sent to others. */
export const amount: Codec<string> = single("an amount such as 1234.50", (typed) => /^-?\d{1,19}(?:\.\d{1,15})?$/.test(typed));

/** A moment with its zone: 2010-12-05T10:00:00Z. */
export const instant: Codec<string> = single(
  "a moment such as 2010-12-05T10:00:00Z",
  (typed) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/.test(typed) && !Number.isNaN(Date.parse(typed)),
);

/** Yes or no. */
export const flag: Codec<boolean> = {
  takes: "true or false",
  read: (typed) => (typed === "true" || typed === "false" ? { value: typed === "true" } : { wrong: [typed] }),
  write: (value) => String(value),
};
