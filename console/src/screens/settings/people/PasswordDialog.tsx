import { type JSX, useState } from "react";
import { type Person, nameOf } from "../../../api/people";
import { touched } from "../../../api/queries";
import { ask } from "../../../api/records";
import { ShownOnce } from "../../../parts/ShownOnce";
import { ActDialog } from "../../close/ActDialog";
import "../../close/close.css";
import { PasswordControl, suggestedPassword } from "./controls";

/** Sets somebody's password: for who forgot theirs, and to end all their sign-ins. */
export function PasswordDialog({ person, onClose }: { person: Person; onClose: () => void }): JSX.Element {
  const [password, setPassword] = useState(suggestedPassword);
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <ShownOnce title={`${nameOf(person)} has a new password`} rows={[{ label: "New password", value: password }]} onClose={onClose}>
        <p>Give it to them yourself. All their sign-ins have ended, and they choose a password of their own at the next one.</p>
      </ShownOnce>
    );
  }
  return (
    <ActDialog
      title={`New password for ${nameOf(person)}`}
      act="Set it"
      means="It ends all their sign-ins. With the new password they must choose one of their own before anything else."
      undo="Their present password is gone. What you did stands in the security log."
      reason="none"
      disabled={password.length < 10 ? "At least 10 characters." : undefined}
      run={({ key }) => ask("PUT", `/users/${person.id}`, { body: { password }, key, version: person.version })}
      onDone={() => {
        void touched("people");
        setDone(true);
      }}
      onClose={onClose}
    >
      <PasswordControl label="New password" help={undefined} value={password} error={undefined} fixed={undefined} form={{}} isFirst onChange={setPassword} />
    </ActDialog>
  );
}
