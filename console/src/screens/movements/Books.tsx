import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { stateOf } from "../../api/entries";
import { useEntriesById } from "../../api/linked";
import type { Movement } from "../../api/movements";
import { may } from "../../api/session";
import { Chip } from "../../parts/Chip";
import { EntryLines } from "../../parts/EntryLines";
import { formatDay } from "../../text/day";

/** The entries that a movement made: its own, those that changed the costs of others, and their mirrors. */
export function Books({ movement }: { movement: Movement }): JSX.Element {
  const ids = may("journalEntries:read") ? movement.journalEntryIds : [];
  const known = useEntriesById(ids);
  if (!may("journalEntries:read")) {
    return <p className="dim">Your roles do not read the journal. Who manages the users can give you the right to read journal entries.</p>;
  }
  if (ids.length === 0) return <p className="dim">{whyNone(movement)}</p>;
  return (
    <div className="movement-books">
      {ids.map((id) => {
        const entry = known.get(id);
        if (!entry) return <p key={id} className="dim">Reading the entry…</p>;
        const state = stateOf(entry);
        return (
          <section key={id} aria-label={entry.number ?? "Entry"}>
            <div className="screen-head">
              <h2>
                <Link to="/journal/$entry" params={{ entry: entry.number ?? id }}>
                  {entry.number ?? "An entry"}
                </Link>
              </h2>
              <Chip kind={state.kind}>{state.word}</Chip>
              <p>
                {formatDay(entry.date)}
                {id !== movement.entryId && ` · ${roleOf(id, movement, entry.entryType)}`}
              </p>
            </div>
            <EntryLines lines={entry.lines} baseCurrency={entry.baseCurrency} />
          </section>
        );
      })}
    </div>
  );
}

/** What an entry is besides the movement's own. */
function roleOf(id: string, movement: Movement, type: string): string {
  if (id === movement.voidEntryId || type === "void") return "its mirror";
  return "changes the costs of other movements";
}

function whyNone(movement: Movement): string {
  if (movement.status === "draft" || movement.status === "pendingApproval") return "A draft has posted nothing yet: its entry is seen before it is posted.";
  if (movement.kind === "transfer") return "It posted no entry: the goods stay on the same account.";
  return "It posted no entry: the goods cost nothing.";
}
