// The ids of records that texts of the service name, and the screens that show these records.

const SCREENS: Record<string, { word: string; to: string }> = {
  mov: { word: "the movement", to: "/movements" },
  je: { word: "the entry", to: "/journal" },
  item: { word: "the item", to: "/items" },
  wh: { word: "the warehouse", to: "/places" },
  acc: { word: "the account", to: "/accounts" },
  cnt: { word: "the count", to: "/counts" },
};

/** A piece of a text: plain, or a record with its screen. */
export interface TextPart {
  text: string;
  to?: string;
}

/** The text in pieces: an id of a record becomes its word, `the movement`, with the address of its screen. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const found of text.matchAll(/\b(mov|je|item|wh|acc|cnt)_[0-9a-z]{10,}\b/g)) {
    const screen = SCREENS[found[1] ?? ""];
    if (!screen) continue;
    if (found.index > from) parts.push({ text: text.slice(from, found.index) });
    parts.push({ text: screen.word, to: `${screen.to}/${found[0]}` });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
