// Addresses are sentences: `/journal?status=posted&from=2010-12-01`. Texts stay texts, a repeated name is a list.

/** The parameters of an address: a text, or several of one name. */
export type Search = Record<string, string | string[] | undefined>;

/** Reads the part of an address behind the question mark. */
export function parseSearch(text: string): Search {
  const search: Search = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const before = search[name];
    search[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
  }
  return search;
}

/** Writes it again; what is absent or empty is left out. */
export function writeSearch(search: Record<string, unknown>): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== "") written.append(name, String(one));
    }
  }
  const text = written.toString();
  return text ? `?${text}` : "";
}
