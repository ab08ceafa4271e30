import { Checkbox, NativeSelect, Radio } from "@mantine/core";
import "@mantine/core/styles/Radio.css";
import type { JSX } from "react";
import { choiceOf, findAccounts, rememberAccount, useChart } from "../../api/accounts";
import { useJournals } from "../../api/journals";
import { may } from "../../api/session";
import { DayInput } from "../../parts/DayInput";
import { Lookup } from "../../parts/Lookup";
import { EXPORTS, KINDS, PROGRAMS, type Kind, type Program } from "./kinds";
import type { Settings } from "./settings";

/** What comes in and from where, and what such a file does not say. */
export function WhatAndWhere({ settings, onChange }: { settings: Settings; onChange: (change: Partial<Settings>) => void }): JSX.Element {
  const { kind, program } = settings;
  return (
    <section aria-label="What comes in, and from where">
      <h2>What comes in, and from where</h2>
      <fieldset className="import-kinds" aria-label="What comes in">
        {KINDS.map(([one, title, says]) => (
          <Radio
            key={one}
            name="kind"
            label={title}
            description={one === "parties" && !may("parties:manage") ? "Your role does not let you make parties." : says}
            disabled={one === "parties" && !may("parties:manage")}
            checked={kind === one}
            onChange={() => onChange({ kind: one })}
          />
        ))}
      </fieldset>
      <div className="import-fields">
        <NativeSelect
          label="From"
          value={program}
          data={PROGRAMS.map(([value, label]) => ({ value, label }))}
          onChange={(event) => onChange({ program: event.currentTarget.value as Program })}
        />
        <Sides settings={settings} onChange={onChange} />
        {(kind === "openingBalances" || kind === "openItems") && <Opening settings={settings} onChange={onChange} />}
        {kind !== "parties" && <JournalChoice settings={settings} onChange={onChange} />}
      </div>
      <p className="dim">
        <span className="strong">The file:</span> {EXPORTS[program][kind]} CSV or Excel (XLSX, its first sheet).
      </p>
      {kind !== "parties" && <AsDrafts settings={settings} onChange={onChange} />}
    </section>
  );
}

interface Props {
  settings: Settings;
  onChange: (change: Partial<Settings>) => void;
}

const SIDES: Partial<Record<Kind, readonly (readonly [Settings["controlFor"], string])[]>> = {
  openItems: [
    ["receivable", "customers (invoices)"],
    ["payable", "suppliers (bills)"],
  ],
  parties: [
    ["", "neither, or both"],
    ["receivable", "customers"],
    ["payable", "suppliers"],
  ],
};

function Sides({ settings, onChange }: Props): JSX.Element | null {
  const sides = SIDES[settings.kind];
  if (!sides) return null;
  return (
    <NativeSelect
      label={settings.kind === "parties" ? "All of them are" : "They are of"}
      value={settings.controlFor}
      data={sides.map(([value, label]) => ({ value, label }))}
      onChange={(event) => onChange({ controlFor: event.currentTarget.value as Settings["controlFor"], account: "" })}
    />
  );
}

function Opening({ settings, onChange }: Props): JSX.Element {
  const chart = useChart();
  const several = chart?.all.filter((one) => one.controlFor === settings.controlFor && one.isActive && !one.isGroup) ?? [];
  return (
    <>
      <DayInput label="First day of the books" placeholder="1 Jan 2011" value={settings.date} inPeriods onChange={(date) => onChange({ date })} />
      <AccountField
        label={settings.kind === "openItems" ? "Account that took their balance" : "Account for what is left"}
        description="Such as 3900. It is 0 when everything is in."
        code={settings.offset}
        onChange={(offset) => onChange({ offset })}
      />
      {settings.kind === "openItems" && several.length > 1 && (
        <NativeSelect
          label="Account of the items"
          value={settings.account}
          data={[{ value: "", label: "Choose one" }, ...several.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))]}
          onChange={(event) => onChange({ account: event.currentTarget.value })}
        />
      )}
    </>
  );
}

/** An account by its code. */
export function AccountField({ label, description, code, onChange, spoken }: { label?: string; description?: string; code: string; onChange: (code: string) => void; spoken?: string }): JSX.Element {
  const chart = useChart();
  const account = chart?.byCode.get(code);
  return (
    <Lookup
      label={label}
      aria-label={spoken}
      description={description}
      inputWrapperOrder={["label", "input", "error", "description"]}
      placeholder="Code or name"
      value={chart && account ? choiceOf(chart, account) : code ? { id: code, code, name: "" } : null}
      error={chart && code && !account ? "The chart has no such account." : undefined}
      find={(typed) => findAccounts(chart, typed)}
      onChange={(choice) => {
        if (choice) rememberAccount(choice.id);
        onChange(choice?.code ?? "");
      }}
    />
  );
}

function JournalChoice({ settings, onChange }: Props): JSX.Element | null {
  const journals = useJournals()?.filter((one) => one.isActive);
  if (!journals) return null;
  return (
    <NativeSelect
      label="Journal"
      value={settings.journal}
      data={[{ value: "", label: settings.kind === "journalEntries" ? "the one in the file, or the general one" : "the general one" }, ...journals.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))]}
      onChange={(event) => onChange({ journal: event.currentTarget.value })}
    />
  );
}

function AsDrafts({ settings, onChange }: Props): JSX.Element {
  const posts = may("journalEntries:post");
  return (
    <Checkbox
      label="Leave the entries as drafts"
      description={posts ? "They have no number and change no balance until somebody posts them." : "Your role does not let you post: they come in as drafts, and somebody who may posts them."}
      checked={settings.isDraft || !posts}
      disabled={!posts}
      onChange={(event) => onChange({ isDraft: event.currentTarget.checked })}
    />
  );
}
