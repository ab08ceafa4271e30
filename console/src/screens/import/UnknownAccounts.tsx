import { Button } from "@mantine/core";
import { type JSX, useState } from "react";
import { may } from "../../api/session";
import { plural, writeCount } from "../../text/language";
import { readAccount } from "../accounts/form";
import { AccountDialog } from "../accounts/AccountDialog";
import "../accounts/accounts.css";
import type { Summary } from "./file/summary";
import type { Settings } from "./settings";
import { AccountField } from "./WhatAndWhere";
import { begun } from "./words";

/** More are shown as these are chosen. */
const SHOWN = 40;

/** Accounts that the chart does not have by the name in the file: which one each is here, or a new one. */
export function UnknownAccounts({ settings, unknown, onChange }: { settings: Settings; unknown: Summary["unknown"]; onChange: (change: Partial<Settings>) => void }): JSX.Element | null {
  const [made, setMade] = useState<string>();
  const open = unknown.filter(({ name }) => settings.accounts[name] === undefined);
  const chosen = Object.entries(settings.accounts);
  if (open.length === 0 && chosen.length === 0) return null;
  const put = (name: string, code: string): void => {
    const { [name]: _, ...others } = settings.accounts;
    onChange({ accounts: code === "" ? others : { ...others, [name]: code } });
  };
  return (
    <section aria-label="Accounts that are called otherwise here">
      <h2>Accounts that are called otherwise here</h2>
      {open.length > 0 && (
        <p>
          {plural(open.length, "One name", `${writeCount(open.length)} names`)} in the file {plural(open.length, "is no account", "are no accounts")} of the chart. Choose which{" "}
          {plural(open.length, "one it is", "each is")} here{may("accounts:manage") ? ", or make it" : ". Somebody who may change the chart can make new ones"}.
        </p>
      )}
      {open.slice(0, SHOWN).map(({ name, lines }) => (
        <div key={name} className="import-account">
          <span>
            {name} <span className="dim">{plural(lines, "1 line", `${writeCount(lines)} lines`)}</span>
          </span>
          <AccountField spoken={`Account here for ${name}`} code="" onChange={(code) => code && put(name, code)} />
          {may("accounts:manage") && (
            <Button variant="default" aria-label={`Make an account for ${name}`} onClick={() => setMade(name)}>
              Make it
            </Button>
          )}
        </div>
      ))}
      {open.length > SHOWN && <p className="dim">And {writeCount(open.length - SHOWN)} more, which are shown as these are chosen.</p>}
      {chosen.map(([name, code]) => (
        <div key={name} className="import-account">
          <span>{name}</span>
          <AccountField spoken={`Account here for ${name}`} code={code} onChange={(next) => put(name, next)} />
          <Button variant="default" aria-label={`Forget what ${name} is here`} onClick={() => put(name, "")}>
            Forget
          </Button>
        </div>
      ))}
      {made !== undefined && (
        <AccountDialog
          account={undefined}
          begin={begun(made)}
          onClose={() => setMade(undefined)}
          onSaved={(id) => {
            void readAccount(id).then((account) => put(made, account.code));
          }}
        />
      )}
    </section>
  );
}
