import type { JSX } from "react";
import { useControlChanges } from "../../api/controls";
import { useNaming } from "../../api/people";
import { ControlContent } from "../settings/controls/ControlContent";
import { outcomeOf } from "../settings/controls/outcome";

/** A proposed change of controls: who proposed it, before and after, and until when it waits. */
export function ProposedChange({ id }: { id: string }): JSX.Element | null {
  const { data } = useControlChanges({ status: "proposed" });
  const naming = useNaming();
  const change = data?.find((one) => one.id === id);
  if (!change) return null;
  return (
    <>
      <p className="dim">Proposed by {naming(change.proposedBy)}.</p>
      <ControlContent change={change} />
      <p>{outcomeOf(change, naming)}</p>
    </>
  );
}
