import { Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { JSX } from "react";
import { choiceOf, findAccounts, useChart } from "../../../api/accounts";
import { AmountInput } from "../../../parts/AmountInput";
import { DayInput } from "../../../parts/DayInput";
import { Lookup } from "../../../parts/Lookup";
import { readOnly } from "../../close/Dialog";
import type { ControlProps, Field } from "./noun";
import "./kit.css";

interface Props<Form extends object> extends ControlProps<unknown, Form> {
  field: Field<Form>;
}

/** The control of a field, by its kind. What cannot be changed is disabled, and says why. */
export function FieldControl<Form extends object>(props: Props<Form>): JSX.Element {
  const { field, label, value, error, fixed, isFirst, onChange } = props;
  const description = fixed ?? props.help;
  const common = { label, description, error, disabled: fixed !== undefined, "data-autofocus": isFirst || undefined };
  const text = typeof value === "string" ? value : "";
  switch (field.kind) {
    case "check":
      return <Checkbox {...common} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />;
    case "choice":
      return (
        <NativeSelect
          {...common}
          value={text}
          data={field.choices.map(([one, name]) => ({ value: one, label: name }))}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "many":
      return <Many {...props} choices={field.choices} none={field.none} />;
    case "amount":
      return <AmountInput {...common} value={text} onChange={onChange} />;
    case "day":
      return <DayInput {...common} value={text} onKeyDown={readOnly} onChange={onChange} />;
    case "account":
      return <AccountControl {...props} />;
    case "long":
      return (
        <Textarea {...common} value={text} maxLength={field.maxLength} autosize minRows={2} maxRows={8} onChange={(event) => onChange(event.currentTarget.value)} />
      );
    case "own": {
      const Own = field.control;
      return <Own {...props} help={description} />;
    }
    case "number":
      return (
        <TextInput
          {...common}
          value={text}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          error={error ?? outside(text, field.least, field.most)}
          onChange={(event) => onChange(event.currentTarget.value.replace(/[^\d]/g, ""))}
        />
      );
    default:
      return (
        <TextInput
          {...common}
          value={text}
          maxLength={field.maxLength}
          placeholder={field.placeholder ?? ""}
          required={field.isRequired ?? false}
          withAsterisk={false}
          autoComplete="off"
          onChange={(event) => onChange(field.upper ? event.currentTarget.value.toUpperCase() : event.currentTarget.value)}
        />
      );
  }
}

/** Any number of a few words, each with its box. */
function Many<Form extends object>({
  label,
  help,
  value,
  error,
  fixed,
  choices,
  none,
  onChange,
}: ControlProps<unknown, Form> & { choices: readonly (readonly [string, string])[]; none: string | undefined }): JSX.Element {
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  return (
    <fieldset className="settings-set">
      <legend>{label}</legend>
      {(fixed ?? help) && <p className="dim">{fixed ?? help}</p>}
      <div className="settings-columns">
        {choices.map(([one, name]) => (
          <Checkbox
            key={one}
            label={name}
            disabled={fixed !== undefined}
            checked={chosen.includes(one)}
            onChange={(event) => onChange(choices.map(([other]) => other).filter((other) => (other === one ? event.currentTarget.checked : chosen.includes(other))))}
          />
        ))}
      </div>
      {none && chosen.length === 0 && <p className="dim">{none}</p>}
      {error && <p className="negative">{error}</p>}
    </fieldset>
  );
}

/** One account of the chart, by code or name. */
export function AccountControl<Form extends object>({ label, help, value, error, fixed, isFirst, onChange }: ControlProps<unknown, Form>): JSX.Element {
  const chart = useChart();
  const account = typeof value === "string" && value !== "" ? chart?.byId.get(value) : undefined;
  return (
    <Lookup
      label={label}
      description={fixed ?? help}
      placeholder="Code or name"
      error={error}
      disabled={fixed !== undefined}
      data-autofocus={isFirst || undefined}
      value={account && chart ? choiceOf(chart, account) : null}
      find={(typed) => findAccounts(chart, typed)}
      onChange={(choice) => onChange(choice?.id ?? "")}
    />
  );
}

function outside(text: string, least: number, most: number): string | undefined {
  if (text === "") return undefined;
  const number = Number(text);
  return number < least || number > most ? `A whole number from ${least} to ${most}.` : undefined;
}
