import { Button, PasswordInput } from "@mantine/core";
import { type FormEvent, type JSX, useState } from "react";
import { answer, api } from "../api/client";
import { asProblem, Problem } from "../api/problem";
import { type Me, signIn } from "../api/session";
import { sentence } from "./SignIn";
import "./sign-in.css";

/** Somebody else chose the password: before anything else, the user chooses their own. */
export function PasswordPage({ me }: { me: Me }): JSX.Element {
  const [present, setPresent] = useState("");
  const [chosen, setChosen] = useState("");
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      await answer(api.POST("/api/v1/auth/password", { body: { currentPassword: present, newPassword: chosen } }));
      // The change ends every session, this one, too.
      await signIn(me.username ?? "", chosen, me.organizationId ?? undefined);
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  }

  const atNew = problem?.faultAt("/newPassword");
  return (
    <main className="sign-in">
      <div>
        <p className="sign-in-name">Countinghouse</p>
        <h1>Choose your password</h1>
        <p>The one that you signed in with was made by somebody else. Choose one that you alone know.</p>
        <form onSubmit={(event) => void submit(event)} className="sign-in-form">
          <input type="hidden" name="username" autoComplete="username" value={me.username ?? ""} readOnly />
          <PasswordInput
            label="Present password"
            value={present}
            onChange={(event) => setPresent(event.currentTarget.value)}
            autoComplete="current-password"
            autoFocus
            required
            withAsterisk={false}
            error={problem && !atNew ? sentence(problem.message) : undefined}
          />
          <PasswordInput
            label="New password"
            description="At least 10 characters. Length counts: three unrelated words are good."
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
            autoComplete="new-password"
            minLength={10}
            required
            withAsterisk={false}
            error={atNew && sentence(`this password ${atNew}`)}
          />
          <Button type="submit" loading={busy} fullWidth>
            Change it and go on
          </Button>
        </form>
      </div>
    </main>
  );
}
