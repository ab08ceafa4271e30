import { type JSX, useState } from "react";
import { type Party, findParties, forgetParties, partyChoice } from "../../../api/parties";
import { useOpenCounts } from "../../../api/openItems";
import { touched } from "../../../api/queries";
import { ask } from "../../../api/records";
import { say } from "../../../app/toasts";
import { type Choice, Lookup, written } from "../../../parts/Lookup";
import { plural, writeCount } from "../../../text/language";
import { ActDialog } from "../../close/ActDialog";
import "../../close/close.css";
import { nameOf } from "./parties";

/** Makes two parties one: what will be one afterwards is said before, as it cannot be undone. */
export function MergeDialog({ party, into, onDone, onClose }: { party: Party; into?: Party | undefined; onDone: (into: string) => void; onClose: () => void }): JSX.Element {
  const [other, setOther] = useState<Choice | null>(into ? partyChoice(into) : null);
  const own = useOpenCounts(party.id);
  const theirs = useOpenCounts(other?.id);
  const called = other ? written(other) : "the other one";
  return (
    <ActDialog
      title={`Merge ${nameOf(party)} into another party`}
      act="Merge them"
      size="lg"
      means={
        <>
          They are one from then on: <span className="strong">{called}</span> stays, and {nameOf(party)} leads to it.
        </>
      }
      undo="It cannot be undone."
      reason="required"
      disabled={other ? (other.id === party.id ? "Choose another party than this one." : undefined) : "Choose the party that stays."}
      run={({ key, reason }) => ask("POST", `/accounting/parties/${party.id}/merge`, { body: { into: other?.id, reason }, key, version: party.version })}
      onDone={() => {
        forgetParties();
        say(`${nameOf(party)} is one with ${called} now.`);
        void touched("parties", "matches", "entries");
        onDone(other?.id ?? party.id);
      }}
      onClose={onClose}
    >
      <Lookup
        label="The party that stays"
        data-autofocus={into === undefined || undefined}
        placeholder="Code or name"
        value={other}
        find={async (typed) => (await findParties(typed)).filter((one) => one.id !== party.id)}
        onChange={setOther}
      />
      <ul>
        <li>
          <span className="strong">Open items</span> of both stand together{other ? `: ${counted(own)} of ${nameOf(party)}, ${counted(theirs)} of ${other.name}` : ""}. Payments of one can be matched with invoices of the other.
        </li>
        <li>
          <span className="strong">The statement</span> of {other?.name ?? "the other one"} has the lines of both, with one balance.
        </li>
        <li>
          <span className="strong">New lines</span> are of {other?.name ?? "the other one"}, whichever of both names is written, in files, too.
        </li>
        <li>What was posted stays as it is, with the name that it had.</li>
      </ul>
    </ActDialog>
  );
}

const counted = (count: number | undefined): string => (count === undefined ? "those" : count === 0 ? "none" : plural(count, "1", writeCount(count)));
