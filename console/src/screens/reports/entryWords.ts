// What sets an entry apart from those that people write every day.

const WORDS: Record<string, string | undefined> = {
  opening: "opening balance",
  closing: "year-end closing",
  adjusting: "adjustment",
  void: "void",
  reversal: "reversal",
  fxRevaluation: "revaluation",
  fxRealised: "exchange difference",
};

/** The kind of an entry in words; nothing where it is of the usual one. */
export const entryWord = (type: string | null): string | undefined => WORDS[type ?? ""];
