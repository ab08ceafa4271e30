import type { JSX } from "react";
import { type Person, nameOf, useServiceAccounts } from "../../../api/people";
import { touched } from "../../../api/queries";
import { ask } from "../../../api/records";
import { say } from "../../../app/toasts";
import { ActDialog } from "../../close/ActDialog";
import { plural } from "../../../text/language";
import "../../close/close.css";

/** Locks somebody out of these books at once, or lets them in again. */
export function ActiveDialog({ person, onClose }: { person: Person; onClose: () => void }): JSX.Element {
  const programs = (useServiceAccounts().data ?? []).filter((one) => one.ownerId === person.id && one.isActive);
  const name = nameOf(person);
  const isActive = !person.isActive;
  return (
    <ActDialog
      title={isActive ? `Let ${name} in again` : `Lock ${name} out`}
      act={isActive ? "Let in" : "Lock out"}
      means={
        isActive
          ? "They have the same roles as before, and sign in anew."
          : "All their sign-ins in these books end now, for good. What they did stays under their name."
      }
      undo={isActive ? undefined : "They can be let in again; then they sign in anew."}
      reason="none"
      run={({ key }) => ask("PUT", `/users/${person.id}`, { body: { isActive }, key, version: person.version })}
      onDone={() => {
        void touched("people", "controls");
        say(isActive ? `${name} can sign in again.` : `${name} is locked out.`);
        onClose();
      }}
      onClose={onClose}
    >
      {!isActive && programs.length > 0 && (
        <p className="strong">
          {programs.map((one) => one.name).join(", ")} {plural(programs.length, "goes", "go")} on working: give {plural(programs.length, "it", "them")} another responsible person and a
          new secret.
        </p>
      )}
    </ActDialog>
  );
}
