// The service's words about a file, as people of the console read them: it speaks of members of a request, and here are fields.

import type { AccountForm } from "../accounts/form";

/** What to do about a fault, by the field that is on this page. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/\bSay dates=\w+(?: or dates=\w+)? (?:for other files|where the (?:month|day) stands in front)/, "Choose the order of days if they are written otherwise"],
  [/\bSay decimals=\w+ where a (?:comma|point) stands before the decimals/, "Choose the decimal sign if it is the other one"],
  [/\bSay in columns which heading stands for which/, "Choose below which heading stands for which"],
  [/\bsay in entries which lines belong together/, "choose below which lines are one entry"],
  [/create it, or say in accounts which one it is here/, "choose below which one it is here, or make it"],
  [/say in date which day the balances open: the first day of the books/, "give the first day of the books above"],
  [/or say in offsetAccountCode which account takes it, such as 3900/, "or choose above which account takes the rest"],
  [/say in offsetAccountCode which account takes their balance until then, such as 3900/, "choose above which account takes their balance until then"],
  [/say in date which day the items open \(the first day of the books\), and in offsetAccountCode which account took their balance, such as 3900/, "give the first day of the books, and the account that took their balance, above"],
  [/say in controlFor whether these are receivable or payable; where the chart has several such accounts, say in accountCode which/, "say above whether these are of customers or of suppliers; where the chart has several such accounts, choose one of them"],
];

/** A message about the file in words, as a sentence. */
export function faultInWords(message: string): string {
  const text = FIELDS.reduce((told, [said, words]) => told.replace(said, words), message);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether the service found no headings. */
export const isNoHeader = (message: string): boolean => /^no line of the first \d+ is a header\b/.test(message);
/** Whether an account is unknown: these are told together, once for each name. */
export const isUnknownAccount = (message: string): boolean => message.startsWith("the chart has no account ");

/** `1010 Bank` and `Bank (1010)` have both; of `Bank:Checking` the last is its own name. */
export function begun(called: string): Partial<AccountForm> {
  const [, before, name] = /^([\d.\-/]*\d)\s*[-:·]?\s+(.+)$/.exec(called) ?? [];
  if (before && name) return { code: before, name };
  const [, inFront, behind] = /^(.+?)\s*\(([^()\s]*\d)\)$/.exec(called) ?? [];
  if (inFront && behind) return { code: behind, name: inFront };
  return /^\d[\d.\-]*$/.test(called) ? { code: called } : { name: called.split(":").at(-1)?.trim() ?? called };
}

/** `3, 4, 5` as `3–5`. */
export function linesInWords(lines: readonly number[]): string {
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined || first === last) return String(first ?? "");
  return last - first === lines.length - 1 ? `${first}–${last}` : lines.length > 3 ? `${lines.slice(0, 3).join(", ")} …` : lines.join(", ");
}
