// Two versions of a draft, field by field.

import { type Cell, type ColumnId, type Draft, type Head, type Line, cellOf, newLine, sentLines } from "./draft";

/** A field that both changed, each in another way. */
export interface Disputed {
  /** `date`, `dim:costCenter`, `0 debit`: the line by its place, then the column. */
  path: string;
  mine: string;
  theirs: string;
}

type Fields = Map<string, Cell>;

const HEAD: readonly Exclude<keyof Head, "dimensions">[] = [
  "date",
  "description",
  "reference",
  "journal",
  "documentDate",
  "reverseOn",
  "currency",
  "rate",
];

const plain = (text: string): Cell => ({ text, value: text });

/** All fields of a draft by their paths. Lines are told apart by their place. */
function fieldsOf({ head, lines }: Draft): Fields {
  const fields: Fields = new Map(HEAD.map((name) => [name, plain(head[name])]));
  for (const [code, value] of Object.entries(head.dimensions)) fields.set(`dim:${code}`, plain(value));
  sentLines(lines).forEach((line, at) => {
    for (const column of Object.keys(line.cells) as ColumnId[]) {
      const cell = cellOf(line, column);
      if (cell.text) fields.set(`${at} ${column}`, cell);
    }
  });
  return fields;
}

const same = (one: Cell | undefined, other: Cell | undefined): boolean =>
  (one?.value || one?.text || "") === (other?.value || other?.text || "");

/** The fields on which the two versions differ and that both changed. What only one changed is no question. */
export function disputed(base: Draft, mine: Draft, theirs: Draft): Disputed[] {
  const [was, my, their] = [fieldsOf(base), fieldsOf(mine), fieldsOf(theirs)];
  return pathsOf(was, my, their)
    .filter((path) => !same(my.get(path), their.get(path)) && !same(was.get(path), my.get(path)) && !same(was.get(path), their.get(path)))
    .map((path) => ({ path, mine: my.get(path)?.text ?? "", theirs: their.get(path)?.text ?? "" }));
}

/** One draft of both: what only one changed as it was changed, and of the rest what was chosen. */
export function merged(base: Draft, mine: Draft, theirs: Draft, choices: ReadonlyMap<string, "mine" | "theirs">): Draft {
  const [was, my, their] = [fieldsOf(base), fieldsOf(mine), fieldsOf(theirs)];
  const taken: Fields = new Map();
  for (const path of pathsOf(was, my, their)) {
    const isMine = choices.get(path) === "mine" || (!choices.has(path) && same(was.get(path), their.get(path)));
    const cell = (isMine ? my : their).get(path);
    if (cell?.text) taken.set(path, cell);
  }
  return draftOf(taken, sentLines(mine.lines), sentLines(theirs.lines));
}

function pathsOf(...all: Fields[]): string[] {
  return [...new Set(all.flatMap((fields) => [...fields.keys()]))];
}

function draftOf(fields: Fields, mine: readonly Line[], theirs: readonly Line[]): Draft {
  const text = (name: string): string => fields.get(name)?.text ?? "";
  const dimensions = [...fields].flatMap(([path, cell]) => (path.startsWith("dim:") ? [[path.slice(4), cell.value] as const] : []));
  const lines: Record<string, Cell>[] = [];
  for (const [path, cell] of fields) {
    const [, at, column] = /^(\d+) (.+)$/.exec(path) ?? [];
    if (at !== undefined && column !== undefined) (lines[Number(at)] ??= {})[column] = cell;
  }
  return {
    head: {
      ...(Object.fromEntries(HEAD.map((name) => [name, text(name)])) as unknown as Omit<Head, "dimensions">),
      dimensions: Object.fromEntries(dimensions),
    },
    lines: Array.from(lines, (cells, at) => newLine(cells ?? {}, conversionAt(at, cells ?? {}, mine, theirs))),
  };
}

/** The rate belongs to the amount and the currency: it comes from the version that has both. */
function conversionAt(at: number, cells: Record<string, Cell>, mine: readonly Line[], theirs: readonly Line[]): Line["conversion"] {
  const has = (line: Line | undefined): boolean =>
    line !== undefined && (["debit", "credit", "currency"] as const).every((column) => same(cells[column], line.cells[column]));
  return [theirs[at], mine[at]].find(has)?.conversion;
}
