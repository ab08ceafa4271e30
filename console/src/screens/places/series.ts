// A row of bins by its first and its last code: `A-01` to `A-20`.

/** More bins than this are made in several rows. */
export const MOST_BINS = 500;

/** The codes of a row of bins, or why there are none. */
export type Series = { ok: true; codes: string[] } | { ok: false; message: string };

/** Counts from the first code to the last: both end in a number, and what stands before it is the same. */
export function seriesOf(first: string, last: string): Series {
  const [from, to] = [partsOf(first), partsOf(last)];
  if (!from || !to) return { ok: false, message: "Both codes end in a number, such as A-01 and A-20." };
  if (from.before !== to.before) return { ok: false, message: `Both codes begin the same before their number: ${from.before || "nothing"} and ${to.before || "nothing"} differ.` };
  const [begin, end] = [Number(from.number), Number(to.number)];
  if (end < begin) return { ok: false, message: `${last.trim().toUpperCase()} comes before ${first.trim().toUpperCase()}.` };
  if (end - begin + 1 > MOST_BINS) return { ok: false, message: `These are more than ${MOST_BINS} bins: make them in several rows.` };
  const width = from.number.length;
  const codes = Array.from({ length: end - begin + 1 }, (_, at) => `${from.before}${String(begin + at).padStart(width, "0")}`);
  return { ok: true, codes };
}

function partsOf(code: string): { before: string; number: string } | undefined {
  const [, before, number] = /^(.*?)(\d{1,9})$/.exec(code.trim().toUpperCase()) ?? [];
  return number === undefined ? undefined : { before: before ?? "", number };
}
