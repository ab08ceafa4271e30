// Labels that are no goods: they do what a button does. Letters and digits alone, and no Y or Z: keyboards of every country type
// those alike.

/** What a command label asks. */
export type Command = { kind: "done" } | { kind: "undo" } | { kind: "place" } | { kind: "times"; times: string };

const WORDS: Record<string, Command> = {
  CMDDONE: { kind: "done" },
  CMDUNDO: { kind: "undo" },
  CMDPLACE: { kind: "place" },
};

/** The command of a scanned text; nothing where it is none. */
export function commandOf(text: string): Command | undefined {
  const word = text.trim().replace(/^\][A-Za-z][0-9]/, "").toUpperCase();
  const times = /^CMDX([1-9][0-9]{0,4})$/.exec(word)?.[1];
  return times === undefined ? WORDS[word] : { kind: "times", times };
}

/** The texts of the sheet of command labels, with what is printed below each. */
export const COMMANDS: ReadonlyArray<{ text: string; title: string }> = [
  { text: "CMDDONE", title: "DONE" },
  { text: "CMDUNDO", title: "UNDO" },
  { text: "CMDPLACE", title: "PLACE" },
  ...["2", "3", "4", "5", "6", "8", "10", "12", "16", "20", "24", "36", "48", "50", "100"].map((times) => ({
    text: `CMDX${times}`,
    title: `×${times}`,
  })),
];
