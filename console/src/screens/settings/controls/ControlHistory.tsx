import type { JSX } from "react";
import { type ControlChange, controlTitle, useControlChanges } from "../../../api/controls";
import { myId } from "../../../api/me";
import { useNaming } from "../../../api/people";
import { ChangeList } from "../../../parts/ChangeList";
import { type ChangeRow, differences } from "../../../parts/changes";
import { Refusal } from "../../../parts/Refusal";
import { outcomeOf } from "./outcome";
import { useControlNames } from "./useControlNames";

/** How the rights or rules of one subject changed, newest first. */
export function ControlHistory({ subject, title }: { subject: string; title: string }): JSX.Element {
  const { data, problem } = useControlChanges({ subject });
  const naming = useNaming();
  const names = useControlNames();
  const changes = (data ?? []).toReversed();
  const of = (row: ChangeRow): ControlChange | undefined => changes[row.seq];
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {problem && <Refusal problem={problem} />}
      {data && changes.length === 0 && <p className="dim">Nothing changed since these books began.</p>}
      <ChangeList
        rows={changes.map((change, at) => rowOf(change, at, naming))}
        me={myId()}
        names={names}
        titleOf={(row) => {
          const change = of(row);
          return change && controlTitle(change);
        }}
        noteOf={(row) => {
          const change = of(row);
          return change && <p className="dim">{outcomeOf(change, naming)}</p>;
        }}
      />
    </section>
  );
}

/** A change of controls as a row of a history. */
function rowOf(change: ControlChange, seq: number, naming: (id: string) => string): ChangeRow {
  return {
    seq,
    at: change.madeAt ?? change.proposedAt,
    actor: change.proposedBy,
    actorName: naming(change.proposedBy),
    type: `${change.subjectType}.${change.action}`,
    requestId: change.id,
    subject: change.subjectId,
    changes: differences(change.before, change.after),
  };
}
