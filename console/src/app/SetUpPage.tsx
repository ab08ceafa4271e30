import { Button, PasswordInput, TextInput } from "@mantine/core";
import { type FormEvent, type JSX, useState } from "react";
import { answer, api } from "../api/client";
import { asProblem, Problem } from "../api/problem";
import type { components } from "../api/schema";
import { type Charts, signIn } from "../api/session";
import { sentence } from "./SignIn";
import "./sign-in.css";

/** What an empty service is set up with. */
interface Wanted {
  code: string;
  organizationName: string;
  chart: string;
  baseCurrency: string;
  fiscalYear: string;
  username: string;
  password: string;
}

/** The currency in which books of a country are mostly kept. */
const CURRENCIES: Record<string, string> = { GB: "GBP", US: "USD", CH: "CHF", DE: "EUR", AT: "EUR", FR: "EUR" };

/** The set-up of an empty service: one page, then the books are there and their first user is signed in. */
export function SetUpPage({ charts }: { charts: Charts }): JSX.Element {
  const [wanted, setWanted] = useState<Wanted>(() => ({
    code: new URLSearchParams(location.search).get("code") ?? "",
    organizationName: "",
    chart: charts[0]?.id ?? "",
    baseCurrency: currencyOf(charts[0]?.country ?? null),
    fiscalYear: String(new Date().getFullYear()),
    username: "",
    password: "",
  }));
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const chart = charts.find((one) => one.id === wanted.chart);
  const fault = (pointer: string): string | undefined => problem?.faultAt(pointer) && sentence(problem.faultAt(pointer) ?? "");
  const isElsewhere = problem && problem.body.errors.length === 0;
  const put = (change: Partial<Wanted>): void => setWanted({ ...wanted, ...change });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
    const body = { ...wanted, code: wanted.code.trim(), username: wanted.username.trim(), timezone };
    try {
      await answer(api.POST("/api/v1/auth/setup", { body: body as components["schemas"]["SetupRequest"] }));
      history.replaceState(null, "", location.pathname);
      await signIn(body.username, body.password);
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  }

  return (
    <main className="sign-in">
      <div>
        <p className="sign-in-name">Countinghouse</p>
        <h1>Set up your books</h1>
        <p>This service is empty. When this page is filled, it has accounts, journals, a year of open months, and you.</p>
        <form onSubmit={(event) => void submit(event)} className="sign-in-form">
          <TextInput
            label="Set-up code"
            description="It stands in the log of the service, which shows that you run it."
            placeholder="7GQK-2M9X-VT4B"
            value={wanted.code}
            onChange={(event) => put({ code: event.currentTarget.value })}
            autoFocus={wanted.code === ""}
            autoComplete="one-time-code"
            required
            withAsterisk={false}
            error={fault("/code") ?? (problem?.code === "invalid_credentials" ? "This code is not of this service, or older than a day." : undefined)}
          />
          <TextInput
            label="Name of the organization"
            value={wanted.organizationName}
            onChange={(event) => put({ organizationName: event.currentTarget.value })}
            autoFocus={wanted.code !== ""}
            autoComplete="organization"
            required
            withAsterisk={false}
            error={fault("/organizationName")}
          />
          <label className="sign-in-label">
            Chart of accounts
            <select
              value={wanted.chart}
              onChange={(event) => {
                const chosen = charts.find((one) => one.id === event.currentTarget.value);
                put({ chart: event.currentTarget.value, baseCurrency: currencyOf(chosen?.country ?? null) });
              }}
            >
              {charts.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </select>
            <span className="dim">{chart?.description}</span>
          </label>
          <div className="sign-in-pair">
            <TextInput
              label="Currency of the books"
              description="It never changes."
              value={wanted.baseCurrency}
              onChange={(event) => put({ baseCurrency: event.currentTarget.value.toUpperCase() })}
              maxLength={3}
              required
              withAsterisk={false}
              error={fault("/baseCurrency")}
            />
            <TextInput
              label="First fiscal year"
              description="2026, or its first day."
              value={wanted.fiscalYear}
              onChange={(event) => put({ fiscalYear: event.currentTarget.value })}
              required
              withAsterisk={false}
              error={fault("/fiscalYear")}
            />
          </div>
          <TextInput
            label="Your user name"
            value={wanted.username}
            onChange={(event) => put({ username: event.currentTarget.value })}
            autoComplete="username"
            required
            withAsterisk={false}
            error={fault("/username")}
          />
          <PasswordInput
            label="Your password"
            description="At least 10 characters."
            value={wanted.password}
            onChange={(event) => put({ password: event.currentTarget.value })}
            autoComplete="new-password"
            minLength={10}
            required
            withAsterisk={false}
            error={fault("/password")}
          />
          {isElsewhere && problem.code !== "invalid_credentials" && <p role="alert">{sentence(problem.message)}</p>}
          <Button type="submit" loading={busy} fullWidth>
            Set it up
          </Button>
        </form>
      </div>
    </main>
  );
}

function currencyOf(country: string | null): string {
  return CURRENCIES[country ?? ""] ?? "EUR";
}
