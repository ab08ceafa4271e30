// Faults as a person says them: the service names the fields of its API, the person sees lines and words.

import { sentence } from "../app/SignIn";
import type { FieldFault } from "../api/problem";

const WORDS: Record<string, string> = {
  cost_required: "The cost of all of it is missing: 0.00 if it is free.",
};

/** What is wrong, in words. */
export const faultWords = (fault: Pick<FieldFault, "code" | "message">): string => WORDS[fault.code] ?? sentence(fault.message);

/** Where: `line 2` of a pointer into lines, and the pointer itself of other places. */
export function faultPlace(pointer: string): string {
  const line = /^\/lines\/([0-9]+)(\/|$)/.exec(pointer)?.[1];
  if (line !== undefined) return `Line ${Number(line) + 1}`;
  return pointer || "the whole";
}

/** The message of several faults without what only programs need: those stand below, one by one. */
export const withoutCount = (message: string): string => message.replace(/ \(and [0-9]+ more: see errors\)$/, "");
