// Keys that come faster than anybody types are a scanner's.

/** Keys at most so far apart belong together. */
export const BURST_MS = 35;

/** Fewer characters are typed: two keys are often pressed almost at once. */
const LEAST = 3;

/** How a scanner is set. */
export interface Wedge {
  /** The key behind each code: `Enter`, `Tab`, or none. */
  suffix: string;
  /** What it sends for the separator of GS1, besides that itself; empty where it sends that or nothing. */
  separator: string;
  /** Whether it sends each key, or each code, twice. */
  doubling: "" | "keys" | "codes";
}

/** As most scanners come. */
export const USUAL: Wedge = { suffix: "Enter", separator: "", doubling: "" };

/** What is to be done with a key. */
export interface Heard {
  /** Whether nothing else may get the key. */
  isSwallowed: boolean;
  /** Codes that are complete now. */
  codes: string[];
  /** Keys that were somebody's typing after all, in their order. */
  typed: string[];
}

/** A code twice within so long is one, where the scanner doubles codes. */
const DOUBLE_MS = 200;

/** Tells bursts from typing, by the time of each key alone. */
export class Bursts {
  private keys: string[] = [];
  private last = Number.NEGATIVE_INFINITY;
  private before = { code: "", at: Number.NEGATIVE_INFINITY };

  constructor(private wedge: Wedge = USUAL) {}

  /** The scanner is set otherwise now. */
  set(wedge: Wedge): void {
    this.wedge = wedge;
  }

  /** Whether keys wait for what comes behind them. */
  get isWaiting(): boolean {
    return this.keys.length > 0;
  }

  /** Whether what waits is a code whose last key is still to come: nobody types so many so fast. */
  get isUnfinished(): boolean {
    return this.keys.length >= LEAST && this.wedge.suffix !== "";
  }

  /** A key went down at this time: `a`, `Enter`, or the separator itself. */
  press(key: string, at: number): Heard {
    const heard: Heard = { isSwallowed: false, codes: [], typed: [] };
    if (at - this.last > BURST_MS) this.end(heard, at);
    this.last = at;
    if (key === "Enter" || key === "Tab") {
      if (this.keys.length === 0) return heard;
      // Some scanners are set to the other one; it ends a code all the same.
      const isCode = this.keys.length >= LEAST;
      this.end(heard, at);
      heard.isSwallowed = true;
      if (!isCode) heard.typed.push(key);
      return heard;
    }
    this.keys.push(key);
    heard.isSwallowed = true;
    return heard;
  }

  /** No key came for a while. */
  rest(at: number): Heard {
    const heard: Heard = { isSwallowed: false, codes: [], typed: [] };
    if (at - this.last > BURST_MS) this.end(heard, at);
    return heard;
  }

  private end(heard: Heard, at: number): void {
    const keys = this.keys;
    this.keys = [];
    if (keys.length < LEAST) {
      heard.typed.push(...keys);
      return;
    }
    const code = textOf(keys, this.wedge);
    const isAgain = this.wedge.doubling === "codes" && code === this.before.code && at - this.before.at < DOUBLE_MS;
    this.before = { code: isAgain ? "" : code, at };
    if (!isAgain) heard.codes.push(code);
  }
}

/** The code of these keys: with each once, and the separator as itself. */
export function textOf(keys: readonly string[], wedge: Wedge): string {
  const isDoubled = wedge.doubling === "keys" && keys.length % 2 === 0 && keys.every((key, at) => at % 2 === 0 || key === keys[at - 1]);
  const once = (isDoubled ? keys.filter((_, at) => at % 2 === 0) : keys).join("");
  return wedge.separator === "" ? once : once.replaceAll(wedge.separator, "\u001d");
}
