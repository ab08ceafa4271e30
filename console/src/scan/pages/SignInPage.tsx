import { type FormEvent, type JSX, useState } from "react";
import { asProblem, type Problem } from "../../api/problem";
import { session, signIn } from "../../api/session";
import { goTo } from "../route";
import { Link } from "../Link";

/** The sign-in: the same session as the console's. */
export function SignInPage({ why, again = false }: { why?: string; again?: boolean }): JSX.Element {
  const now = session.get();
  const [name, setName] = useState(now.state === "expired" ? (now.me.username ?? "") : "");
  const [password, setPassword] = useState("");
  const [organization, setOrganization] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const choices = organizationsOf(problem);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    try {
      await signIn(name.trim(), password, organization);
      if (again) goTo("");
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  }

  return (
    <main className="page sign-in">
      <p className="mark">Countinghouse</p>
      <h1>{again ? "Sign in again" : "Sign in to scan"}</h1>
      {why !== undefined && <p role="alert">{why}</p>}
      {again && <p className="dim">What was scanned is kept, and is sent when you are signed in.</p>}
      <form onSubmit={(event) => void submit(event)}>
        <label>
          User name
          <input value={name} onChange={(event) => setName(event.currentTarget.value)} autoComplete="username" autoCapitalize="none" required />
        </label>
        <label>
          Password
          <input type="password" value={password} onChange={(event) => setPassword(event.currentTarget.value)} autoComplete="current-password" required />
        </label>
        {problem && choices.length === 0 && (
          <p role="alert" className="negative">
            {problem.code === "invalid_credentials" ? "The user name or the password is wrong." : sentence(problem.message)}
          </p>
        )}
        {choices.length > 0 && (
          <fieldset>
            <legend>You belong to several organizations. Which one?</legend>
            {choices.map((one) => (
              <label key={one.id} className="choice">
                <input type="radio" name="organization" checked={organization === one.id} onChange={() => setOrganization(one.id)} />
                {one.name}
              </label>
            ))}
          </fieldset>
        )}
        <button type="submit" className="main" disabled={busy}>
          Sign in
        </button>
      </form>
      {again && <Link page="">Go on without</Link>}
    </main>
  );
}

/** Details begin in lower case and have no full stop: here they are a sentence. */
export function sentence(detail: string): string {
  const text = detail.charAt(0).toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
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
