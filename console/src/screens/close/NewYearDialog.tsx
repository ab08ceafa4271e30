import { Checkbox, SegmentedControl, TextInput } from "@mantine/core";
import "@mantine/core/styles/SegmentedControl.css";
import { type JSX, useState } from "react";
import { createYear, type Year } from "../../api/close";
import { touched } from "../../api/queries";
import { say } from "../../app/toasts";
import { today } from "../../app/today";
import { DayInput } from "../../parts/DayInput";
import { addDays } from "../../text/day";
import { ActDialog } from "./ActDialog";

/** Makes a fiscal year with its periods; it follows the last one where there is one. */
export function NewYearDialog({ years, onClose }: { years: Year[]; onClose: () => void }): JSX.Element {
  const last = years.toSorted((one, other) => one.endDate.localeCompare(other.endDate)).at(-1);
  const [start, setStart] = useState(last ? addDays(last.endDate, 1) : `${today().slice(0, 4)}-01-01`);
  const [name, setName] = useState<string>();
  const [frequency, setFrequency] = useState<"monthly" | "quarterly">("monthly");
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
      <DayInput label="First day" value={start} onChange={setStart} data-autofocus />
      <TextInput label="Name" value={called} maxLength={60} autoComplete="off" onChange={(event) => setName(event.currentTarget.value)} />
      <SegmentedControl
        aria-label="Its periods"
        value={frequency}
        onChange={(value) => setFrequency(value as "monthly" | "quarterly")}
        data={[
          { value: "monthly", label: "Months" },
          { value: "quarterly", label: "Quarters" },
        ]}
      />
      <Checkbox
        label="With a period for adjustments on its last day"
        checked={hasAdjustments}
        onChange={(event) => setAdjustments(event.currentTarget.checked)}
      />
    </ActDialog>
  );
}
