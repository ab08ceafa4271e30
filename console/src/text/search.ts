// Finding an account, party or item while its first letters are typed.

/** What can be looked up: the path is the names of the groups above it. */
export interface Findable {
  code: string;
  name: string;
  path?: string;
}

/** Rows of a look-up. */
export const SHOWN_ROWS = 8;

/** Text without accents, case and ligatures: "Ærø Łódź STRASSE" and "aero lodz straße" are the same. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
}

const LETTERS: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };

/** Whether every typed word begins some word of the text. Nothing typed matches everything. */
export function matchesWordStarts(text: string, typed: string): boolean {
  const folded = fold(text);
  return wordsOf(typed).every((word) => startsWord(folded, word));
}

/**
 * The best matches first: the very code, then codes that begin so, names that begin so, other names, and matches by the path.
 * Equals keep their order.
 */
export function rank<Item extends Findable>(items: readonly Item[], typed: string, limit = SHOWN_ROWS): Item[] {
  const words = wordsOf(typed);
  const whole = words.join(" ");
  return items
    .map((item) => ({ item, place: placeOf(item, words, whole) }))
    .filter(({ place }) => place < NOWHERE)
    .sort((a, b) => a.place - b.place)
    .slice(0, limit)
    .map(({ item }) => item);
}

const NOWHERE = 5;

function placeOf(item: Findable, words: readonly string[], whole: string): number {
  const code = fold(item.code);
  if (words.length === 0) return 0;
  if (code === whole) return 0;
  if (code.startsWith(whole)) return 1;
  const name = fold(item.name);
  if (name.startsWith(whole)) return 2;
  const near = `${code} ${name}`;
  if (words.every((word) => startsWord(near, word))) return 3;
  const all = `${near} ${fold(item.path ?? "")}`;
  return words.every((word) => startsWord(all, word)) ? 4 : NOWHERE;
}

function wordsOf(typed: string): string[] {
  return fold(typed).split(/\s+/).filter((word) => word !== "");
}

/** Whether the word stands in the text where no letter or digit is before it. A word may contain signs: "1200.10". */
function startsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}
