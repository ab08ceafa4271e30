import { Checkbox, TextInput } from "@mantine/core";
import { type JSX, useDeferredValue, useMemo, useState } from "react";
import { createYear, type NewYear, useYearPreview, type Year } from "../../api/close";
import { touched } from "../../api/queries";
import { say } from "../../app/toasts";
import { today } from "../../app/today";
import { DayInput } from "../../parts/DayInput";
import { Refusal } from "../../parts/Refusal";
import { addMonths } from "../../text/calendar";
import { addDays } from "../../text/day";
import { ActDialog } from "./ActDialog";
import { readOnly } from "./Dialog";
import { YearPreview } from "./YearPreview";

type Frequency = NonNullable<NewYear["periodFrequency"]>;

const FREQUENCIES: readonly (readonly [Frequency, string])[] = [
  ["monthly", "Months, from the first day of the year"],
  ["quarterly", "Quarters"],
  ["4-4-5", "Weeks: 4, 4 and 5 in each quarter"],
  ["4-5-4", "Weeks: 4, 5 and 4"],
  ["5-4-4", "Weeks: 5, 4 and 4"],
];
const DAYS_OF_52_WEEKS = 364;

/** Makes a fiscal year: after the last one, or before the first. Its periods are shown with their days before it is made. */
export function NewYearDialog({ years, onClose }: { years: Year[]; onClose: () => void }): JSX.Element {
  const inOrder = years.toSorted((one, other) => one.startDate.localeCompare(other.startDate));
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  const after = last ? addDays(last.endDate, 1) : `${today().slice(0, 4)}-01-01`;
  const [start, setStart] = useState(after);
  const [end, setEnd] = useState("");
  const [name, setName] = useState<string>();
  const [frequency, setFrequency] = useState<Frequency>("monthly");
  const [hasAdjustments, setAdjustments] = useState(true);
  const called = (name ?? start.slice(0, 4)).trim();
  const inWeeks = frequency.includes("-");
  const isBefore = first !== undefined && start < first.startDate;
  // Years leave no gap: what comes before the first one ends where that begins.
  const endDate = end || (isBefore ? addDays(first.startDate, -1) : undefined);
  const body = useMemo(
    (): NewYear => ({ name: called, startDate: start, periodFrequency: frequency, adjustmentPeriod: hasAdjustments, ...(endDate && { endDate }) }),
    [called, start, endDate, frequency, hasAdjustments],
  );
  const isWhole = start !== "" && called !== "";
  const preview = useYearPreview(useDeferredValue(body), isWhole);
  const place = (before: boolean): void => {
    setEnd("");
    if (!before || !first) setStart(after);
    else setStart(inWeeks ? addDays(first.startDate, -DAYS_OF_52_WEEKS) : `${addMonths(first.startDate, -12)}${first.startDate.slice(-3)}`);
  };
  return (
    <ActDialog
      title={last ? "New fiscal year" : "The first fiscal year"}
      act="Make the year"
      size="lg"
      means="Entries are refused on days that no period has."
      undo="The first or the last year can be deleted again while it has no entries and no drafts."
      reason="none"
      disabled={start === "" ? "Give its first day." : called === "" ? "Give it a name." : preview.problem ? "It is refused as it stands." : undefined}
      run={({ key }) => createYear(body, key)}
      onDone={() => {
        void touched("periods");
        onClose();
        say(`Fiscal year ${called} is made.`);
      }}
      onClose={onClose}
    >
      {first && last && (
        <fieldset className="close-choice">
          <legend>It comes</legend>
          <label>
            <input type="radio" name="place" checked={!isBefore} onChange={() => place(false)} /> after {last.name}
          </label>
          <label>
            <input type="radio" name="place" checked={isBefore} onChange={() => place(true)} /> before {first.name}
          </label>
        </fieldset>
      )}
      <div className="year-days">
        <DayInput onKeyDown={readOnly} label="First day" value={start} onChange={setStart} data-autofocus />
        <DayInput onKeyDown={readOnly} label={`Last day, if not ${isBefore ? `that before ${first.name}` : inWeeks ? "after 52 weeks" : "after 12 months"}`} value={end} from={start} onChange={setEnd} />
        <TextInput label="Name" value={name ?? start.slice(0, 4)} maxLength={60} autoComplete="off" onChange={(event) => setName(event.currentTarget.value)} />
      </div>
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
      {isWhole && preview.year && !preview.problem && <YearPreview year={preview.year} />}
      {isWhole && preview.problem && <Refusal problem={preview.problem} />}
    </ActDialog>
  );
}
