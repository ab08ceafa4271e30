// GS1 Digital Links: addresses whose path and query name the contents of a label.

import { find } from "./dictionary";
import { one, type Read } from "./element";
import { Misread } from "./misread";

/**
 * The elements of an address: identifier and value in turn from the primary key on, then those of the query. Other parameters of
 * the query are ignored.
 */
export function digitalLink(url: string, year: number): Read[] {
  const [address = ""] = url.split("#");
  const mark = address.indexOf("?");
  const [whole, query] = mark < 0 ? [address, ""] : [address.slice(0, mark), address.slice(mark + 1)];
  const scheme = whole.indexOf("://");
  const path = (scheme < 0 ? whole : whole.slice(scheme + 3)).replace(/\/+$/, "");
  const segments = path.split("/").slice(1);
  // A shop may have parts of its own before them: a key begins with digits.
  const start = segments.findIndex((ai, index) => {
    const value = segments[index + 1];
    return value !== undefined && find(ai)?.isLinkKey === true && /^[0-9]*$/.test(value.slice(0, 4));
  });
  if (start < 0) {
    throw new Misread("malformed_gs1", "The address has no GS1 key: it must have a part such as /01/06291041500213.");
  }
  const found: Read[] = [];
  for (let at = start; at < segments.length; at += 2) {
    const ai = segments[at] ?? "";
    const value = decoded(segments[at + 1] ?? "");
    // A link may have a GTIN without the zeros before it.
    found.push(one(ai, ai === "01" && [8, 12, 13].includes(value.length) ? value.padStart(14, "0") : value, year));
  }
  for (const pair of query.split(/[&;]/)) {
    const at = pair.indexOf("=");
    if (at >= 0 && find(pair.slice(0, at))) found.push(one(pair.slice(0, at), decoded(pair.slice(at + 1)), year));
  }
  return found;
}

/** A part of an address with its `%41` turned into characters. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Misread("malformed_gs1", `“${part.slice(0, 40)}” is not valid text: scan it again.`);
  }
}
