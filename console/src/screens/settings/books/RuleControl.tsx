import { NativeSelect, TextInput } from "@mantine/core";
import { type JSX, useState } from "react";
import type { ControlProps } from "../kit/noun";
import { RuleDays } from "./RuleDays";
import type { RecurringForm } from "./recurring";
import { type Recurrence, WEEKDAYS, recurrenceOf, ruleInWords, ruleOf } from "./recurrence";

const EVERY: readonly (readonly [Recurrence["every"], string])[] = [
  ["monthEnd", "the last day of each month"],
  ["monthDay", "a day of each month"],
  ["quarterEnd", "the last day of every third month"],
  ["year", "each year"],
  ["week", "a day of each week"],
  ["own", "another rule"],
];

/** On which days: the usual rules by choice, any other as RFC 5545 writes it. */
export function RuleControl({ label, value, error, form: of, onChange }: ControlProps<string, RecurringForm>): JSX.Element {
  const [form, setForm] = useState(() => recurrenceOf(value));
  const put = (change: Partial<Recurrence>): void => {
    const next = { ...form, ...change };
    if (change.every) next.day = change.every === "week" ? "MO" : "1";
    setForm(next);
    onChange(ruleOf(next));
  };
  return (
    <fieldset className="settings-set">
      <legend>{label}</legend>
      <NativeSelect
        aria-label="On"
        value={form.every}
        data={EVERY.map(([one, words]) => ({ value: one, label: words }))}
        onChange={(event) => put({ every: event.currentTarget.value as Recurrence["every"] })}
      />
      <div className="settings-columns">
        {form.every === "monthDay" && (
          <TextInput label="Day of the month" value={form.day} inputMode="numeric" maxLength={2} autoComplete="off" onChange={(event) => put({ day: event.currentTarget.value.replace(/\D/g, "") })} />
        )}
        {form.every === "week" && (
          <NativeSelect label="Day of the week" value={form.day} data={WEEKDAYS.map(([one, words]) => ({ value: one, label: words }))} onChange={(event) => put({ day: event.currentTarget.value })} />
        )}
        {form.every === "own" ? (
          <TextInput
            label="Rule"
            description="RFC 5545, of whole days, with COUNT or UNTIL."
            value={form.own}
            maxLength={500}
            autoComplete="off"
            onChange={(event) => put({ own: event.currentTarget.value })}
          />
        ) : (
          <TextInput label="Times" value={form.times} inputMode="numeric" maxLength={4} autoComplete="off" onChange={(event) => put({ times: event.currentTarget.value.replace(/\D/g, "") })} />
        )}
      </div>
      {error ? <p className="negative">{error}</p> : <p className="dim">So: {ruleInWords(value)}.</p>}
      <RuleDays form={of} />
    </fieldset>
  );
}
