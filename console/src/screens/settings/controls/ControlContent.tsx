import type { JSX } from "react";
import type { ControlChange } from "../../../api/controls";
import { Changes } from "../../../parts/ChangeList";
import { differences } from "../../../parts/changes";
import { useControlNames } from "./useControlNames";

/** What a change of controls changes, before and after in words. */
export function ControlContent({ change }: { change: ControlChange }): JSX.Element {
  const names = useControlNames();
  return (
    <>
      {change.loosens && <p className="strong">It lets somebody do more than before.</p>}
      {change.action === "delete" && <p>It is deleted; it was:</p>}
      <Changes changes={change.action === "delete" ? differences(null, change.before) : differences(change.before, change.after)} names={names} />
    </>
  );
}
