// Keys that come faster than anybody types are a scanner's.

/** Nobody types keys so close together. */
export const BURST_MS = 35;

/** So far apart they may be where a key stands behind each code: a slow device tells keys late. */
export const SLOW_MS = 100;

/** A code that has begun, and whose last key was learnt, is waited for so long. */
const STUCK_MS = 1_000;

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
  /** Whether the key behind each code was learnt, from the test code: then no pause ends a code. */
  isLearnt?: boolean;
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
  /** Beginnings of codes whose end never came. */
  halves: string[];
}

const nothing = (): Heard => ({ isSwallowed: false, codes: [], typed: [], halves: [] });

/** A code twice within so long is one, where the scanner doubles codes. */
const DOUBLE_MS = 200;

/** Tells bursts from typing, by the time of each key alone. */
export class Bursts {
  private keys: string[] = [];
  /** Whether no two of the keys were further apart than a scanner's. */
  private isFast = true;
  /** Whether any two were so close. */
  private hasFast = false;
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
    return this.keys.length >= LEAST && this.isFast && this.wedge.suffix !== "";
  }

  /** How long the next key is waited for. */
  get patience(): number {
    if (this.wedge.suffix === "") return BURST_MS;
    return this.isUnfinished && this.wedge.isLearnt ? STUCK_MS : SLOW_MS;
  }

  /** A key went down at this time: `a`, `Enter`, or the separator itself; in a field, if somebody may be typing there. */
  press(key: string, at: number, isInField = false): Heard {
    const heard = nothing();
    const gap = at - this.last;
    if (gap > this.patience) this.end(heard, at, false);
    this.last = at;
    if (this.keys.length > 0) {
      if (gap > BURST_MS) this.isFast = false;
      else this.hasFast = true;
    }
    if (key === "Enter" || key === "Tab") {
      if (this.keys.length === 0) return heard;
      // Some scanners are set to the other one; it ends a code all the same. Slowly and into a field, somebody typed it.
      const isCode = this.keys.length >= LEAST && (this.hasFast || !isInField);
      this.end(heard, at, isCode);
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
    const heard = nothing();
    if (at - this.last > this.patience) this.end(heard, at, false);
    return heard;
  }

  /** What waits is a code if its last key came, or if none stands behind codes; else it was typed, or the rest of it was lost. */
  private end(heard: Heard, at: number, isComplete: boolean): void {
    const { keys, isFast } = this;
    this.keys = [];
    this.isFast = true;
    this.hasFast = false;
    if (keys.length === 0) return;
    if (!isComplete && (keys.length < LEAST || !isFast)) {
      heard.typed.push(...keys);
      return;
    }
    if (!isComplete && this.wedge.isLearnt && this.wedge.suffix !== "") {
      heard.halves.push(textOf(keys, this.wedge));
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
