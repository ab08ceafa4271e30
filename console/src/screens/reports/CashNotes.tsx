import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import type { Answers } from "../../api/reports";
import { Amount } from "../../parts/Amount";
import { formatDay } from "../../text/day";

type Note = Answers["cash-flow"]["notes"][number];

/** Why an entry is listed, in words. */
const WHY: Record<string, string> = {
  noCash: "moved no cash, and is in no activity",
  partlyFinanced: "is financed in part without cash of ours: that part is in no activity",
  disposalResult: "is a disposal whose revenue and expense are all taken for its gain or loss: give that account the subtype “disposal” to be exact",
};

/** The entries that their accounts alone would put into the wrong activity. */
export function CashNotes({ notes }: { notes: readonly Note[] }): JSX.Element {
  return (
    <section aria-labelledby="cash-notes" className="cash-notes">
      <h2 id="cash-notes">Notes</h2>
      <ul>
        {notes.map((note) => (
          <li key={note.entryId}>
            <Link to="/journal/$entry" params={{ entry: note.number }}>
              {note.number}
            </Link>{" "}
            of {formatDay(note.date)} {WHY[note.note] ?? note.note}: <Amount value={note.amount} />
          </li>
        ))}
      </ul>
    </section>
  );
}
