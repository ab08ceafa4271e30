// Values below one another as one list.

/** A value with how deep it is. */
export interface Placed<Value> {
  value: Value;
  depth: number;
}

/** Values in the order of a tree: each is followed by those below it, by their codes. */
export function childrenFirst<Value extends { id: string; parentId: string | null; code: string }>(values: readonly Value[]): Placed<Value>[] {
  const known = new Set(values.map((value) => value.id));
  const below = (parent: string | null, depth: number): Placed<Value>[] =>
    values
      .filter((value) => (parent === null ? value.parentId === null || !known.has(value.parentId) : value.parentId === parent))
      .toSorted((one, other) => one.code.localeCompare(other.code))
      .flatMap((value) => [{ value, depth }, ...(depth < 20 ? below(value.id, depth + 1) : [])]);
  return below(null, 0);
}
