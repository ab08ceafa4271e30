import { Button, Modal, PasswordInput, TextInput } from "@mantine/core";
import { type FormEvent, type JSX, type ReactNode, useState } from "react";
import { asProblem, Problem } from "../api/problem";
import { type Me, leave, signIn } from "../api/session";
import "./sign-in.css";

/** The page of a tab in which nobody is signed in. */
export function SignInPage({ why }: { why?: string }): JSX.Element {
  return (
    <main className="sign-in">
      <div>
        <p className="sign-in-name">Countinghouse</p>
        <h1>Sign in</h1>
        {why && <p role="alert">{why}</p>}
        <SignInForm />
        <p className="dim">
          For programs: <a href="docs/">the API</a> and <a href="problems">its problem codes</a>.
        </p>
      </div>
    </main>
  );
}

/** Over the page, when the session of somebody at work has ended: what they typed stays below it. */
export function SignInOver({ me }: { me: Me }): JSX.Element {
  return (
    <Modal opened onClose={() => undefined} withCloseButton={false} closeOnEscape={false} closeOnClickOutside={false} title="Sign in again">
      <SignInForm username={me.username ?? ""}>
        <p className="dim">Your session has ended. Nothing that you typed is lost, and what you sent goes on.</p>
      </SignInForm>
      <p>
        <Button variant="transparent" px={0} onClick={leave}>
          Leave, and sign in as somebody else
        </Button>
      </p>
    </Modal>
  );
}

function SignInForm({ username = "", children }: { username?: string; children?: ReactNode }): JSX.Element {
  const [name, setName] = useState(username);
  const [password, setPassword] = useState("");
  const [organization, setOrganization] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const choices = organizationsOf(problem);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      await signIn(name.trim(), password, organization, true);
    } catch (error) {
      const refused = asProblem(error);
      setProblem(refused);
      setOrganization((now) => now ?? organizationsOf(refused)[0]?.id);
      setBusy(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="sign-in-form">
      {children}
      <TextInput
        label="User name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="username"
        autoFocus={!username}
        required
        withAsterisk={false}
      />
      <PasswordInput
        label="Password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        autoComplete="current-password"
        autoFocus={Boolean(username)}
        required
        withAsterisk={false}
        error={problem && choices.length === 0 ? told(problem) : undefined}
      />
      {choices.length > 0 && (
        <fieldset className="sign-in-choice">
          <legend>You belong to several organizations. Which one?</legend>
          {choices.map((one) => (
            <label key={one.id}>
              <input
                type="radio"
                name="organization"
                value={one.id}
                checked={organization === one.id}
                onChange={() => setOrganization(one.id)}
              />
              {one.name}
            </label>
          ))}
        </fieldset>
      )}
      <Button type="submit" loading={busy} fullWidth>
        Sign in
      </Button>
    </form>
  );
}

/** Why a sign-in was refused, in the words of its fields. */
function told(problem: Problem): string {
  return problem.code === "invalid_credentials" ? "The user name or the password is wrong." : sentence(problem.message);
}

/** The organizations that a refused sign-in names for the choice. */
function organizationsOf(problem: Problem | undefined): Array<{ id: string; name: string }> {
  if (problem?.code !== "organization_required") return [];
  const named = problem.body.context["organizations"];
  if (!Array.isArray(named)) return [];
  return named.flatMap((one: { id?: string; organizationId?: string; name?: string }) => {
    const id = one.organizationId ?? one.id;
    return id ? [{ id, name: one.name ?? id }] : [];
  });
}

/** Details begin in lower case and have no full stop: here they are a sentence. */
export function sentence(detail: string): string {
  const text = detail.charAt(0).toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
