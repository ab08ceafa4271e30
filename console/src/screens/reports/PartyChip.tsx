import type { JSX } from "react";
import { findParties, partyChoice, useParty } from "../../api/parties";
import { Lookup } from "../../parts/Lookup";
import { LookupChip } from "../../parts/LookupChip";
import type { Report } from "./address";

/** Whom the report is about. */
export function PartyChip({ report, called }: { report: Report; /** As the report calls it, for who may not read parties. */ called: string | undefined }): JSX.Element {
  const { party } = report.values;
  const read = useParty(party);
  return (
    <LookupChip
      name="Party"
      label={LABEL}
      value={read ? partyChoice(read) : null}
      shown={party && (called ?? "one party")}
      find={(typed) => findParties(typed)}
      onChange={(choice) => report.change({ party: choice?.id })}
    />
  );
}

const LABEL = "Customer, supplier or other party";

/** Asks for the party before there is any report. */
export function PartyAsked({ report, children }: { report: Report; children: string }): JSX.Element {
  return (
    <div className="list-empty report-asked">
      <h2>Whose statement?</h2>
      <p>{children}</p>
      <Lookup
        label={LABEL}
        placeholder="Code or name"
        value={null}
        find={(typed) => findParties(typed)}
        onChange={(choice) => choice && report.change({ party: choice.id })}
        autoFocus
      />
    </div>
  );
}
