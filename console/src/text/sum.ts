// Sums that people type where an amount belongs: + - * / and parentheses, computed exactly.

import { Exact } from "./exact";
import { readFigure, type Doubt, type FigureContext } from "./figure";

/** A quotient of two exact decimals, so that 100/3*3 is 100 and not almost. */
export interface Fraction {
  over: Exact;
  under: Exact;
}

/** What a sum gives, with the first doubtful figure in it, or why it gives nothing. */
export type SumReading = { ok: true; result: Fraction; doubt?: Doubt } | { ok: false; message: string };

/** Thrown inside the parser only. */
class Unreadable extends Error {}

/** Computes a sum. Its minus is the hyphen, times is `*`, divided is `/`; a single figure is a sum as well. */
export function readSum(text: string, context: FigureContext): SumReading {
  const parser = new Parser(text, context);
  try {
    const result = parser.sum();
    parser.expectEnd();
    return parser.doubt ? { ok: true, result, doubt: parser.doubt } : { ok: true, result };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, message: error.message };
    throw error;
  }
}

/** Recursive descent with one method per level of binding. */
class Parser {
  doubt: Doubt | undefined;
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly context: FigureContext,
  ) {}

  sum(): Fraction {
    let left = this.product();
    for (let sign = this.take("+-"); sign; sign = this.take("+-")) {
      const right = this.product();
      const over = left.over.times(right.under);
      const other = right.over.times(left.under);
      left = { over: sign === "+" ? over.plus(other) : over.minus(other), under: left.under.times(right.under) };
    }
    return left;
  }

  expectEnd(): void {
    const rest = this.text.slice(this.at).trim();
    if (rest.startsWith(")")) throw new Unreadable("There is a “)” without its “(”. Remove it or add the other one.");
    if (rest) throw new Unreadable(`“${this.text.trim()}” lacks a sign before “${rest}”. Type + - * or / there.`);
  }

  private product(): Fraction {
    let left = this.signed();
    for (let sign = this.take("*/"); sign; sign = this.take("*/")) {
      const right = this.signed();
      if (sign === "/" && right.over.isZero()) throw new Unreadable("Nothing can be divided by 0. Change the figure behind the “/”.");
      const [over, under] = sign === "*" ? [right.over, right.under] : [right.under, right.over];
      left = { over: left.over.times(over), under: left.under.times(under) };
    }
    return left;
  }

  private signed(): Fraction {
    const sign = this.take("+-");
    if (!sign) return this.single();
    const value = this.single();
    return sign === "-" ? { over: value.over.negated(), under: value.under } : value;
  }

  private single(): Fraction {
    if (this.take("(")) {
      const inner = this.sum();
      if (!this.take(")")) throw new Unreadable("There is a “(” without its “)”. Add the other one or remove it.");
      return inner;
    }
    const typed = /^[\d.,'][\d.,' ]*/.exec(this.text.slice(this.at))?.[0];
    if (!typed) throw new Unreadable(this.nothingHere());
    this.at += typed.length;
    const figure = readFigure(typed, this.context);
    if (!figure.ok) throw new Unreadable(figure.message);
    this.doubt ??= figure.doubt;
    return { over: new Exact(figure.value), under: new Exact(1) };
  }

  private nothingHere(): string {
    const found = this.text.slice(this.at, this.at + 1);
    const sign = this.text.slice(0, this.at).trim().slice(-1);
    if (found) return `A figure is missing before “${found}”. Type it, or remove the sign.`;
    return sign ? `A figure is missing after “${sign}”. Type it, or remove the sign.` : "A figure is missing. Type it.";
  }

  /** Takes the next character if it is one of these, passing over blanks. */
  private take(signs: string): string | undefined {
    while (this.text[this.at] === " ") this.at += 1;
    const sign = this.text[this.at];
    if (sign === undefined || !signs.includes(sign)) return undefined;
    this.at += 1;
    while (this.text[this.at] === " ") this.at += 1;
    return sign;
  }
}
