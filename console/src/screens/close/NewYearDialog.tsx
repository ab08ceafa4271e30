import { Checkbox, TextInput } from "@mantine/core";
import { type JSX, useState } from "react";
import { createYear, type Year } from "../../api/close";
import { touched } from "../../api/queries";
import { say } from "../../app/toasts";
import { today } from "../../app/today";
import { DayInput } from "../../parts/DayInput";
import { addDays } from "../../text/day";
import { ActDialog } from "./ActDialog";
import { readOnly } from "./Dialog";

const FREQUENCIES = [
  ["monthly", "Months"],
  ["quarterly", "Quarters"],
] as const;

/** Makes a fiscal year with its periods; it follows the last one where there is one. */
export function NewYearDialog({ years, onClose }: { years: Year[]; onClose: () => void }): JSX.Element {
  const last = years.toSorted((one, other) => one.endDate.localeCompare(other.endDate)).at(-1);
  const [start, setStart] = useState(last ? addDays(last.endDate, 1) : `${today().slice(0, 4)}-01-01`);
  const [name, setName] = useState<string>();
  const [frequency, setFrequency] = useState<(typeof FREQUENCIES)[number][0]>("monthly");
  const [hasAdjustments, setAdjustments] = useState(true);
  const called = name ?? start.slice(0, 4);
  return (
    <ActDialog
      title={last ? "New fiscal year" : "The first fiscal year"}
      act="Make the year"
      means="A year has twelve months from its first day. Entries are refused on days that no period has."
      undo="A year is not deleted, so check its first day."
      reason="none"
      disabled={start === "" ? "Give its first day." : called.trim() === "" ? "Give it a name." : undefined}
      run={({ key }) =>
        createYear({ name: called.trim(), startDate: start, periodFrequency: frequency, adjustmentPeriod: hasAdjustments }, key)
      }
      onDone={() => {
        void touched("periods");
        onClose();
        say(`Fiscal year ${called.trim()} is made.`);
      }}
      onClose={onClose}
    >
      <DayInput onKeyDown={readOnly} label="First day" value={start} onChange={setStart} data-autofocus />
      <TextInput label="Name" value={called} maxLength={60} autoComplete="off" onChange={(event) => setName(event.currentTarget.value)} />
      <fieldset className="close-choice">
        <legend>Its periods</legend>
        {FREQUENCIES.map(([value, label]) => (
          <label key={value}>
            <input type="radio" name="frequency" value={value} checked={frequency === value} onChange={() => setFrequency(value)} /> {label}
          </label>
        ))}
      </fieldset>
      <Checkbox
        label="With a period for adjustments on its last day"
        checked={hasAdjustments}
        onChange={(event) => setAdjustments(event.currentTarget.checked)}
      />
    </ActDialog>
  );
}
