// The test code of the set-up: what a scanner makes of it tells how it is set.

import type { Wedge } from "./bursts";

/** What the test code contains: a GTIN, a lot, the separator, and a piece. */
export const TEST_LABEL = "(01)09506000134352(10)TEST-1(21)42";
/** The same as keys, with the separator as itself. */
const TEST_KEYS = "010950600013435210TEST-1\u001d2142";

/** Keys of one pull of the trigger, with the time of each. */
export interface Pressed {
  key: string;
  at: number;
}

/** What was learnt; or what is wrong, in a sentence. */
export type Learnt = { wedge: Wedge; told: string[] } | { fault: string };

/** How the scanner is set that sent these keys for the test code. */
export function learn(pressed: readonly Pressed[]): Learnt {
  const ends = (key: string): boolean => key === "Enter" || key === "Tab";
  const suffix = pressed.map((one) => one.key).findLast(ends) ?? "";
  const parts = split(pressed.map((one) => one.key), ends);
  const [first = [], second] = parts;
  const isTwice = second !== undefined && second.join("\n") === first.join("\n");
  const whole = !isTwice && suffix === "" ? halves(first) : undefined;
  const keys = whole ?? first;
  const isDoubled = keys.length % 2 === 0 && keys.length > 0 && keys.every((key, at) => at % 2 === 0 || key === keys[at - 1]);
  const text = (isDoubled ? keys.filter((_, at) => at % 2 === 0) : keys).join("");
  const bare = text.replace(/^\][A-Za-z][0-9]/, "");
  const [before = "", behind = ""] = TEST_KEYS.split("\u001d");
  if (bare === "") return { fault: "Nothing came. Click on this page, and scan the test code." };
  const upper = bare.toUpperCase();
  if (!upper.startsWith(before) || !upper.endsWith(behind)) {
    return {
      fault: `The scanner sent “${bare}”. Set its keyboard to the language of this device, and scan the test code again.`,
    };
  }
  if (bare.slice(0, before.length) !== before) {
    return { fault: "The scanner changes large and small letters: switch Caps Lock off, and scan the test code again." };
  }
  const between = bare.slice(before.length, bare.length - behind.length);
  if (between === "") {
    return {
      fault: "The scanner leaves out the separator of GS1, so that a lot and what stands behind it cannot be told apart: set it to send GS, or a character for it.",
    };
  }
  const separator = between === "\u001d" ? "" : between;
  const doubling = isDoubled ? "keys" : isTwice || whole ? "codes" : "";
  const told = [
    suffix === "" ? "No key behind a code." : `${suffix} behind each code.`,
    separator === "" ? "The separator of GS1 comes as itself." : `The separator of GS1 comes as “${separator}”.`,
    ...(doubling === "keys" ? ["Each key comes twice: it counts once."] : []),
    ...(doubling === "codes" ? ["Each code comes twice: it counts once."] : []),
    ...(text === bare ? [] : ["It says the kind of code before each."]),
  ];
  return { wedge: { suffix, separator, doubling, isLearnt: true }, told };
}

function split(keys: readonly string[], ends: (key: string) => boolean): string[][] {
  const parts: string[][] = [[]];
  for (const key of keys) {
    if (ends(key)) parts.push([]);
    else parts.at(-1)?.push(key);
  }
  return parts.filter((part) => part.length > 0);
}

/** The first half, where both are alike. */
function halves(keys: readonly string[]): string[] | undefined {
  const half = keys.length / 2;
  if (!Number.isInteger(half) || half === 0) return undefined;
  const first = keys.slice(0, half);
  return first.join("\n") === keys.slice(half).join("\n") ? first : undefined;
}
