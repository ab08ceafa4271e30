// Two people changed the same record: what each of them changed, and where they differ.

/** What came of both changes. */
export interface Merged<Record> {
  /** Theirs, with what only I changed. */
  merged: Record;
  /** Fields that they changed and I did not. */
  taken: (keyof Record)[];
  /** Fields that both changed, to different values: of each, one must be chosen. */
  conflicts: (keyof Record)[];
}

/** Compares my form and their record with what the form began with. */
export function merge<Record extends object>(began: Record, mine: Record, theirs: Record): Merged<Record> {
  const merged = { ...mine };
  const taken: (keyof Record)[] = [];
  const conflicts: (keyof Record)[] = [];
  for (const field of Object.keys(mine) as (keyof Record)[]) {
    if (same(theirs[field], began[field]) || same(theirs[field], mine[field])) continue;
    if (same(mine[field], began[field])) {
      merged[field] = theirs[field];
      taken.push(field);
    } else conflicts.push(field);
  }
  return { merged, taken, conflicts };
}

/** Whether two values of a form say the same. */
export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
