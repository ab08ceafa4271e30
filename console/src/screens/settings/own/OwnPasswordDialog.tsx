import { PasswordInput } from "@mantine/core";
import { type JSX, useState } from "react";
import { ask } from "../../../api/records";
import { signIn } from "../../../api/session";
import { say } from "../../../app/toasts";
import { ActDialog } from "../../close/ActDialog";
import "../../close/close.css";

/** Changes one's own password, and signs in again with it. */
export function OwnPasswordDialog({ username, organization, onClose }: { username: string; organization: string; onClose: () => void }): JSX.Element {
  const [present, setPresent] = useState("");
  const [chosen, setChosen] = useState("");
  return (
    <ActDialog
      title="Change your password"
      act="Change it"
      means="Length counts: three unrelated words are good. All your sign-ins end; this one begins anew at once."
      reason="none"
      disabled={present === "" ? "Your present password is missing." : chosen.length < 10 ? "At least 10 characters." : undefined}
      run={async () => {
        await ask("POST", "/auth/password", { body: { currentPassword: present, newPassword: chosen } });
        await signIn(username, chosen, organization);
      }}
      onDone={() => {
        say("Your password is changed, and your other sign-ins have ended.");
        onClose();
      }}
      onClose={onClose}
    >
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <PasswordInput
        label="Present password"
        value={present}
        autoComplete="current-password"
        data-autofocus
        onChange={(event) => setPresent(event.currentTarget.value)}
      />
      <PasswordInput label="New password" value={chosen} autoComplete="new-password" onChange={(event) => setChosen(event.currentTarget.value)} />
    </ActDialog>
  );
}
