// Parties that may be one: those whose names are alike but for case, blanks, signs and legal form.

import { plain } from "../../../text/headings";

const FORMS = new Set(
  "ltd limited plc llp llc inc incorporated corp corporation co company gmbh mbh ag kg ohg ug se sa sas sarl eurl srl spa bv nv ab oy as aps pty the and und et".split(" "),
);

/** A name without what is written now so, now otherwise. */
export function bare(name: string): string {
  const words = plain(name).split(" ");
  // `S.A.` is one word, `and` is `&`.
  const joined = words.reduce<string[]>((all, word, at) => {
    const isLetter = word.length === 1 && words[at - 1]?.length === 1;
    return isLetter ? [...all.slice(0, -1), `${all.at(-1) ?? ""}${word}`] : [...all, word];
  }, []);
  const kept = joined.filter((word) => !FORMS.has(word));
  return (kept.length > 0 ? kept : joined).join("");
}

/** Groups of parties whose names are alike, each with two or more that are in use. */
export function doubles<Party extends { name: string | null; isActive: boolean }>(parties: readonly Party[]): Party[][] {
  const groups = new Map<string, Party[]>();
  for (const party of parties) {
    if (!party.isActive || party.name === null) continue;
    const name = bare(party.name);
    if (name !== "") groups.set(name, [...(groups.get(name) ?? []), party]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}
